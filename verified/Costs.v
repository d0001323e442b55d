(** What a strategy costs, by what its first question does to the secrets. *)

From Verified Require Export Sizes.
Require Import Bool Lia.

Section Costs.
Variables (g : game) (pegs : nat) (o : objective).

Lemma asked_once qu next s : (1 <= asked (Ask qu next) s)%nat.
Proof. simpl. destruct (code_dec s qu); lia. Qed.

Lemma list_max_permutation l1 l2 : Permutation l1 l2 -> list_max l1 = list_max l2.
Proof. induction 1; simpl; lia. Qed.

Lemma cost_permutation t X Y : Permutation X Y -> cost o t X = cost o t Y.
Proof.
  intro P. unfold cost. destruct o.
  - now apply sum_permutation, Permutation_map.
  - now apply list_max_permutation, Permutation_map.
Qed.

Lemma list_sum_both l1 l2 : list_sum (l1 ++ l2) = (list_sum l1 + list_sum l2)%nat.
Proof. induction l1; simpl; lia. Qed.

Lemma list_max_both l1 l2 : list_max (l1 ++ l2) = Nat.max (list_max l1) (list_max l2).
Proof. induction l1; simpl; lia. Qed.

Lemma sum_step qu next a Y :
  (forall s, In s Y -> s <> qu /\ answer s qu = a) ->
  list_sum (map (asked (Ask qu next)) Y) = (length Y + list_sum (map (asked (next a)) Y))%nat.
Proof.
  induction Y as [|s Y IH]; intro H; [reflexivity|].
  cbn [map list_sum fold_right length]. fold (list_sum (map (asked (Ask qu next)) Y)).
  fold (list_sum (map (asked (next a)) Y)). rewrite IH by (intros; apply H; now right).
  destruct (H s (or_introl eq_refl)) as [N A]. simpl.
  destruct (code_dec s qu); [contradiction|]. rewrite A. lia.
Qed.

Lemma sum_least qu next Y : (length Y <= list_sum (map (asked (Ask qu next)) Y))%nat.
Proof.
  induction Y as [|s Y IH]; [reflexivity|]. cbn [map list_sum fold_right length].
  fold (list_sum (map (asked (Ask qu next)) Y)). pose proof (asked_once qu next s). lia.
Qed.

Lemma max_step qu next a Y :
  Y <> [] -> (forall s, In s Y -> s <> qu /\ answer s qu = a) ->
  list_max (map (asked (Ask qu next)) Y) = S (list_max (map (asked (next a)) Y)).
Proof.
  induction Y as [|s Y IH]; intros N H; [contradiction|].
  destruct (H s (or_introl eq_refl)) as [D A].
  assert (E : asked (Ask qu next) s = S (asked (next a) s)).
  { simpl. destruct (code_dec s qu); [contradiction|]. now rewrite A. }
  cbn [map list_max fold_right]. rewrite E. destruct Y as [|s' Y]; [simpl; lia|].
  fold (list_max (map (asked (Ask qu next)) (s' :: Y))).
  fold (list_max (map (asked (next a)) (s' :: Y))).
  rewrite IH; [lia | discriminate |]. intros; apply H; now right.
Qed.

Lemma max_least qu next Y : Y <> [] -> (1 <= list_max (map (asked (Ask qu next)) Y))%nat.
Proof.
  destruct Y as [|s Y]; [contradiction|]. intros _.
  cbn [map list_max fold_right]. pose proof (asked_once qu next s). lia.
Qed.

(** All that a proof needs of [allowed]. *)
Fixpoint asks_codes (t : strategy) : Prop :=
  match t with
  | Stop => True
  | Ask qu next => well_formed g pegs qu /\ forall a, asks_codes (next a)
  end.

Lemma allowed_asks_codes r n t : forall X, allowed g pegs r n X t -> asks_codes t.
Proof.
  induction t as [|qu next IH]; intros X H; [exact I|].
  destruct H as (W & _ & H). split; [exact W|]. intro a. apply (IH a _ (H a)).
Qed.

(** What the first question costs. *)
Definition first_cost (X : list code) : Z :=
  match o with
  | Expected => Z.of_nat (length X)
  | Worst => match X with [] => 0 | _ => 1 end
  end.

Lemma first_cost_length X Y : length X = length Y -> first_cost X = first_cost Y.
Proof.
  intro L. unfold first_cost. destruct o; [now rewrite L|].
  destruct X, Y; try discriminate; reflexivity.
Qed.

Lemma cost_step {A} (Y : A -> list code) (a : A -> nat * nat) (b : A -> Z) qu next l Z' :
  (forall h, In h l -> forall s, In s (Y h) -> s <> qu /\ answer s qu = a h) ->
  (forall h, In h l -> b h <= Z.of_nat (cost o (next (a h)) (Y h))) ->
  (o = Worst -> (length l <= 1)%nat) ->
  let X := flat_map Y l ++ Z' in
  first_cost X + sum (map b l) <= Z.of_nat (cost o (Ask qu next) X).
Proof.
  intros H B W X. unfold cost, first_cost in *. destruct o.
  - clear W. unfold X. rewrite map_app, list_sum_both, app_length.
    pose proof (sum_least qu next Z') as Hz.
    enough (Z.of_nat (length (flat_map Y l)) + sum (map b l) <=
      Z.of_nat (list_sum (map (asked (Ask qu next)) (flat_map Y l)))) by lia.
    clear Hz X. induction l as [|h l IH]; [reflexivity|].
    cbn [flat_map map sum fold_right]. rewrite map_app, list_sum_both, app_length.
    rewrite (sum_step qu next (a h)) by (intros; apply H; [now left | assumption]).
    specialize (B h (or_introl eq_refl)) as Bh.
    assert (IH' := IH (fun k I => H k (or_intror I)) (fun k I => B k (or_intror I))).
    unfold sum in IH'. lia.
  - specialize (W eq_refl). destruct l as [|h [|h' l]]; [| |simpl in W; lia].
    + change (map b []) with (@nil Z). change (sum []) with 0.
      assert (M : X <> [] -> (1 <= list_max (map (asked (Ask qu next)) X))%nat)
        by apply max_least.
      destruct X; [lia|]. specialize (M ltac:(discriminate)). lia.
    + change (map b [h]) with [b h]. change (sum [b h]) with (b h + 0).
      specialize (B h (or_introl eq_refl)).
      assert (E : X = Y h ++ Z') by (unfold X; cbn [flat_map]; now rewrite app_nil_r).
      clearbody X. subst X. destruct (Y h) as [|s Yh] eqn:E.
      * change (list_max (map (asked (next (a h))) [])) with 0%nat in B. cbn [app].
        pose proof (max_least qu next Z') as M.
        destruct Z' as [|z Z']; [lia|]. specialize (M ltac:(discriminate)). lia.
      * assert (M : list_max (map (asked (Ask qu next)) (s :: Yh)) =
          S (list_max (map (asked (next (a h))) (s :: Yh)))).
        { apply max_step; [discriminate|]. intros z I. apply H; [now left|]. now rewrite E. }
        rewrite map_app, list_max_both, M. cbn [app]. lia.
Qed.
End Costs.
