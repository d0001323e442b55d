(** Tables of bounds by counts, and how they are continued to all numbers of colours.

    A table has values up to some numbers of clauses, explicit secrets and implicit colours.  Its last
    [2 pegs] columns say how it goes on: on each class modulo [pegs] the second difference is [pegs]
    times the number of clauses.  [check_counts] computes that it satisfies the count lemma, and that its
    slopes at the end do; then it holds for every number of colours. *)

From Verified Require Export Counts.
Require Import Bool Lia.
Open Scope Z_scope.

Record count_data := {
  clauses_most : nat;
  secrets_most : nat;
  columns : list (list (list Z)) (* by colours, clauses and secrets *) }.

(** ** Functions that are never below their start *)

Lemma never_below (f : nat -> Z) :
  (forall t, f (S (S t)) - f (S t) = f (S t) - f t) -> 0 <= f 0%nat -> f 0%nat <= f 1%nat ->
  forall t, 0 <= f t.
Proof.
  intros H H0 H1. assert (X : forall t, f (S t) - f t = f 1%nat - f 0%nat).
  { induction t as [|t IH]; [reflexivity|]. now rewrite H. }
  induction t as [|t IH]; [exact H0|]. specialize (X t). lia.
Qed.

Lemma poly_multiple k d : forall f, poly d f -> poly d (fun t => f (k * t)%nat).
Proof.
  induction d as [|d IH]; intros f F; [intro t; apply F|]. simpl in *.
  assert (X : forall n, poly d (fun t => f (n + k * t)%nat - f (k * t)%nat)).
  { induction n as [|n IHn].
    - eapply poly_same with (f := fun t => 0 * rise f (k * t)%nat); [intro t; simpl; lia|].
      apply poly_scale, (IH (rise f)), F.
    - eapply poly_same with (f := fun t => f (n + k * t)%nat - f (k * t)%nat + rise f (n + k * t)%nat).
      + intro t. unfold rise. simpl. lia.
      + apply poly_add; [exact IHn|]. apply (IH (fun t => rise f (n + t)%nat)).
        apply poly_later with (f := rise f). exact F. }
  eapply poly_same; [|exact (X k)]. intro t. unfold rise. simpl. do 2 f_equal. lia.
Qed.

Lemma quasi_multiple b q k d f : quasi b q d f -> quasi b (q * k) d f.
Proof.
  intros F m B. eapply poly_same; [|apply (poly_multiple k d _ (F m B))].
  intro t. simpl. f_equal. lia.
Qed.

Section Data.
Variables (pegs : nat) (data : count_data).
Notation width := (length (columns data)).
Notation most_clauses := (clauses_most data).
Notation most_secrets := (secrets_most data).

(** From here on it goes on by differences. *)
Definition last_from : nat := width - 2 * pegs.
Definition entry (m : nat) : nat -> nat -> Z :=
  let t := nth m (columns data) [] in fun R => let row := nth R t [] in fun E => nth E row 0.
(** For the last columns, and those that follow them. *)
Definition slope (m : nat) : nat -> nat -> Z :=
  let b := (last_from + pegs)%nat in
  if (m <? b)%nat then
    let t := entry (m + pegs) in let t' := entry m in
    fun R => let row := t R in let row' := t' R in fun E => row E - row' E
  else
    let t := entry m in let t' := entry (m - pegs) in
    fun R => let row := t R in let row' := t' R in fun E => row E - row' E + Z.of_nat (pegs * R).
Definition class_of (R E : nat) : table := {|
  first := map (fun m => entry m R E) (seq 0 last_from);
  classes := map (fun m => [entry m R E; slope m R E; Z.of_nat (pegs * R)]) (seq last_from pegs) |}.
Definition G (R E m : nat) : Z := value (class_of R E) m.

(** What is known of clauses with one star, of explicit secrets and of colours. *)
Definition counted (R E m : nat) : Z :=
  extended most_secrets (sigma pegs) (fun R E => G R E m) (Nat.min R most_clauses) E.

(** *** The check *)

Definition kept : nat := most_secrets + pegs * most_clauses.
Definition no_more (value : nat -> nat -> Z) (charge : nat -> nat -> Z) (sig : nat -> Z)
    (parts : nat -> nat -> nat -> Z) (r : nat) : bool :=
  let part := memo2 (S most_clauses) (S kept) (extended most_secrets sig (parts r)) in
  let all := least pegs sig part most_clauses most_secrets r in
  forallb
    (fun R =>
      let row := value R in let sum_row := all R in
      forallb (fun E => row E <=? charge R E + sum_row E) (seq 0 (S most_secrets)))
    (seq 1 most_clauses).
Definition check_column (sig : nat -> Z) (m : nat) : bool :=
  let c := entry m in
  forallb
    (no_more c (fun R E => Z.of_nat (R * m + E)) sig (fun r => entry (m - r)%nat))
    (seq 0 (S (Nat.min pegs m))).
Definition check_slope (m : nat) : bool :=
  let c := slope m in
  forallb
    (no_more c (fun R _ => Z.of_nat (pegs * R)) (fun _ => 0) (fun r => slope (m - r)%nat))
    (seq 0 (S pegs)).
Definition check_counts : bool :=
  let sig := memo (S kept) (sigma pegs) in
  (2 <=? pegs)%nat && (2 * pegs <? width)%nat &&
  forallb (fun m => forallb (fun E => entry m 0%nat E =? sig E) (seq 0 (S most_secrets)))
    (seq 0 width) &&
  forallb (fun R => forallb (fun E => entry 0%nat R E <=? sig E) (seq 0 (S most_secrets)))
    (seq 0 (S most_clauses)) &&
  forallb (check_column sig) (seq 1 (width - 1)) &&
  forallb check_slope (seq (last_from + pegs) pegs).

(** *** Its proof *)

Hypothesis checked : check_counts = true.

Lemma pegs_two : (2 <= pegs)%nat.
Proof. unfold check_counts in checked. rewrite !andb_true_iff, Nat.leb_le in checked. tauto. Qed.

Lemma wide : (last_from + 2 * pegs = width)%nat.
Proof.
  unfold check_counts in checked. rewrite !andb_true_iff, Nat.ltb_lt in checked.
  unfold last_from. lia.
Qed.

Lemma width_some : (0 < width)%nat.
Proof. pose proof wide. pose proof pegs_two. lia. Qed.

Lemma G_class R E i t : (i < pegs)%nat ->
  G R E (last_from + i + pegs * t) =
  newton t [entry (last_from + i) R E; slope (last_from + i) R E; Z.of_nat (pegs * R)].
Proof.
  intro L. unfold G, value. cbn [first classes class_of]. rewrite !map_length, !seq_length.
  destruct (Nat.ltb_spec (last_from + i + pegs * t) last_from) as [C|C]; [lia|].
  replace (last_from + i + pegs * t - last_from)%nat with (i + t * pegs)%nat by lia.
  rewrite Nat.div_add, Nat.mod_add, Nat.div_small, Nat.mod_small by lia.
  rewrite (nth_indep _ [] ((fun m => [entry m R E; slope m R E; Z.of_nat (pegs * R)]) 0%nat))
    by (rewrite map_length, seq_length; lia).
  rewrite (map_nth (fun m => [entry m R E; slope m R E; Z.of_nat (pegs * R)])), seq_nth by lia.
  reflexivity.
Qed.

Lemma in_class m : (last_from <= m)%nat -> exists i t, (i < pegs)%nat /\ m = (last_from + i + pegs * t)%nat.
Proof.
  intro L. pose proof pegs_two. exists ((m - last_from) mod pegs)%nat, ((m - last_from) / pegs)%nat.
  split; [apply Nat.mod_upper_bound; lia|]. pose proof (Nat.div_mod (m - last_from) pegs). lia.
Qed.

Lemma G_entry R E m : (m < width)%nat -> G R E m = entry m R E.
Proof.
  intro L. pose proof wide as W. destruct (Nat.lt_ge_cases m last_from) as [C|C].
  - unfold G, value. cbn [first class_of]. rewrite map_length, seq_length.
    apply Nat.ltb_lt in C as C'. rewrite C'.
    rewrite (nth_indep _ 0 ((fun m => entry m R E) 0%nat)) by (rewrite map_length, seq_length; lia).
    now rewrite (map_nth (fun m => entry m R E)), seq_nth.
  - destruct (in_class m C) as (i & t & I & ->). rewrite G_class by exact I.
    destruct t as [|[|t]]; [| |exfalso; rewrite !Nat.mul_succ_r in L; lia].
    + now rewrite Nat.mul_0_r, Nat.add_0_r.
    + cbn [newton step hd]. unfold slope.
      destruct (Nat.ltb_spec (last_from + i) (last_from + pegs)); [|lia]. rewrite Nat.mul_1_r. lia.
Qed.

Lemma G_second R E m : (last_from <= m)%nat ->
  G R E (m + pegs + pegs) - G R E (m + pegs) = G R E (m + pegs) - G R E m + Z.of_nat (pegs * R).
Proof.
  intro L. destruct (in_class m L) as (i & t & I & ->).
  replace (last_from + i + pegs * t + pegs)%nat with (last_from + i + pegs * S t)%nat by lia.
  replace (last_from + i + pegs * S t + pegs)%nat with (last_from + i + pegs * S (S t))%nat by lia.
  rewrite !G_class by exact I.
  set (c := [_; _; _]). pose proof (newton_step (S t) c) as N1. pose proof (newton_step t c) as N0.
  pose proof (newton_step t (tl c)) as N. unfold rise in *. cbn [tl c] in *.
  assert (K : newton t (tl (tl c)) = Z.of_nat (pegs * R)).
  { unfold c. cbn [tl]. clear. induction t as [|t IH]; [reflexivity | exact IH]. }
  unfold c in K. cbn [tl] in K. lia.
Qed.

Lemma G_slope R E m : (last_from <= m < width)%nat ->
  G R E (m + pegs) - G R E m = slope m R E.
Proof.
  intro L. pose proof wide as W. unfold slope.
  destruct (Nat.ltb_spec m (last_from + pegs)) as [C|C].
  - rewrite !G_entry by lia. reflexivity.
  - pose proof (G_second R E (m - pegs) ltac:(lia)) as S.
    replace (m - pegs + pegs)%nat with m in S by lia. rewrite S, !G_entry by lia. reflexivity.
Qed.

Notation ext m := (extended most_secrets (sigma pegs) (fun R E => G R E m)).

Lemma ext_second R E m : (last_from <= m)%nat ->
  ext (m + pegs + pegs)%nat R E - ext (m + pegs)%nat R E =
  ext (m + pegs)%nat R E - ext m R E + Z.of_nat (pegs * R).
Proof.
  intro L. unfold extended. destruct (E <=? most_secrets)%nat; [now apply G_second|].
  pose proof (G_second R most_secrets m L). lia.
Qed.

Lemma ext_slope R E m : (last_from <= m < width)%nat ->
  ext (m + pegs)%nat R E - ext m R E = extended most_secrets (fun _ => 0) (slope m) R E.
Proof.
  intro L. unfold extended. destruct (E <=? most_secrets)%nat; [now apply G_slope|].
  pose proof (G_slope R most_secrets m L). lia.
Qed.

Lemma worth_same T T' l : (forall R E, T R E = T' R E) -> worth T l = worth T' l.
Proof. intro H. unfold worth. f_equal. apply map_ext. intros [R E]. apply H. Qed.

Lemma worth_second parts m : (last_from <= m)%nat ->
  worth (ext (m + pegs + pegs)%nat) parts - worth (ext (m + pegs)%nat) parts =
  worth (ext (m + pegs)%nat) parts - worth (ext m) parts + Z.of_nat (pegs * firsts parts).
Proof.
  intro L. unfold worth, sum, firsts. induction parts as [|[R E] parts IH]; [simpl; lia|].
  cbn [map fold_right list_sum fst snd]. pose proof (ext_second R E m L).
  fold (list_sum (map fst parts)) in *. lia.
Qed.

Lemma worth_slope parts m : (last_from <= m < width)%nat ->
  worth (ext (m + pegs)%nat) parts - worth (ext m) parts =
  worth (extended most_secrets (fun _ => 0) (slope m)) parts.
Proof.
  intro L. unfold worth, sum. induction parts as [|[R E] parts IH]; [reflexivity|].
  cbn [map fold_right fst snd]. rewrite <- ext_slope by exact L. lia.
Qed.

Lemma no_more_right value charge sig parts r R E ps tops :
  no_more value charge sig parts r = true -> (0 < R <= most_clauses)%nat -> (E <= most_secrets)%nat ->
  splits pegs r R E ps tops ->
  value R E <= charge R E + worth (extended most_secrets sig (parts r)) ps + sum (map sig tops).
Proof.
  intros H LR LE S. unfold no_more in H. cbv zeta in H. rewrite forallb_forall in H.
  specialize (H R ltac:(apply in_seq; lia)). rewrite forallb_forall in H.
  specialize (H E ltac:(apply in_seq; lia)). apply Z.leb_le in H.
  pose proof (splits_least _ _ _ _ _ _ S sig
    (memo2 (Datatypes.S most_clauses) (Datatypes.S kept) (extended most_secrets sig (parts r)))
    most_clauses most_secrets) as B.
  rewrite (worth_same (memo2 _ _ _) (extended most_secrets sig (parts r))) in B
    by (intros; apply memo2_same).
  lia.
Qed.

Lemma sum_same (f h : nat -> Z) l : (forall x, f x = h x) -> sum (map f l) = sum (map h l).
Proof. intro H. f_equal. now apply map_ext. Qed.

Lemma extended_same sig sig' T T' R E :
  (forall n, sig n = sig' n) -> (forall R E, T R E = T' R E) ->
  extended most_secrets sig T R E = extended most_secrets sig' T' R E.
Proof. intros H K. unfold extended. now rewrite !H, !K. Qed.

Lemma column_right r R E m ps tops :
  (0 < m < width)%nat -> (r <= m)%nat -> (r <= pegs)%nat ->
  (0 < R <= most_clauses)%nat -> (E <= most_secrets)%nat -> splits pegs r R E ps tops ->
  G R E m <= Z.of_nat (R * m + E) + worth (ext (m - r)%nat) ps + sum (map (sigma pegs) tops).
Proof.
  intros LM Lr Lp LR LE S. pose proof checked as K0. unfold check_counts in K0. cbv zeta in K0.
  rewrite !andb_true_iff, !forallb_forall in K0. destruct K0 as [[_ C] _].
  specialize (C m ltac:(apply in_seq; lia)). unfold check_column in C. cbv zeta in C.
  rewrite forallb_forall in C. specialize (C r ltac:(apply in_seq; lia)).
  pose proof (no_more_right _ _ _ _ _ _ _ _ _ C LR LE S) as B. cbv beta in B.
  rewrite G_entry by lia.
  rewrite (sum_same _ (sigma pegs)) in B by (intro; apply memo_same).
  rewrite (worth_same _ (ext (m - r)%nat)) in B; [exact B|]. intros R' E'.
  apply extended_same; [intro; apply memo_same|]. intros. symmetry. apply G_entry. lia.
Qed.

Lemma slope_right r R E m ps tops :
  (last_from + pegs <= m < width)%nat -> (r <= pegs)%nat ->
  (0 < R <= most_clauses)%nat -> (E <= most_secrets)%nat -> splits pegs r R E ps tops ->
  slope m R E <= Z.of_nat (pegs * R) +
    (worth (ext (m - r + pegs)%nat) ps - worth (ext (m - r)%nat) ps).
Proof.
  intros LM Lp LR LE S. pose proof wide as W.
  pose proof checked as K0. unfold check_counts in K0. cbv zeta in K0.
  rewrite !andb_true_iff, !forallb_forall in K0. destruct K0 as [_ C].
  specialize (C m ltac:(apply in_seq; lia)). unfold check_slope in C. cbv zeta in C.
  rewrite forallb_forall in C. specialize (C r ltac:(apply in_seq; lia)).
  pose proof (no_more_right _ _ _ _ _ _ _ _ _ C LR LE S) as B. cbv beta in B.
  rewrite worth_slope by lia.
  assert (sum (map (fun _ : nat => 0) tops) = 0) as Z.
  { clear. unfold sum. induction tops; [reflexivity | exact IHtops]. }
  lia.
Qed.

(** The tail lemma. *)
Lemma later_right r R E m0 ps tops :
  (last_from + pegs <= m0 < width)%nat -> (r <= pegs)%nat ->
  (0 < R <= most_clauses)%nat -> (E <= most_secrets)%nat -> splits pegs r R E ps tops ->
  forall t, let m := (m0 + pegs * t)%nat in
    0 <= Z.of_nat (R * m + E) + worth (ext (m - r)%nat) ps + sum (map (sigma pegs) tops) - G R E m.
Proof.
  intros LM Lp LR LE S. pose proof pegs_two as P. pose proof (splits_clauses _ _ _ _ _ _ S) as F.
  apply (never_below (fun t => let m := (m0 + pegs * t)%nat in
    Z.of_nat (R * m + E) + worth (ext (m - r)%nat) ps + sum (map (sigma pegs) tops) - G R E m)).
  - intro t. cbv zeta. set (m := (m0 + pegs * t)%nat).
    replace (m0 + pegs * Datatypes.S t)%nat with (m + pegs)%nat by (unfold m; lia).
    replace (m0 + pegs * Datatypes.S (Datatypes.S t))%nat with (m + pegs + pegs)%nat by (unfold m; lia).
    pose proof (G_second R E m ltac:(unfold m; lia)) as H.
    pose proof (worth_second ps (m - r) ltac:(unfold m; lia)) as K. rewrite F in K.
    replace (m - r + pegs)%nat with (m + pegs - r)%nat in K by (unfold m; lia).
    replace (m + pegs - r + pegs)%nat with (m + pegs + pegs - r)%nat in K by (unfold m; lia).
    lia.
  - cbv zeta. rewrite Nat.mul_0_r, Nat.add_0_r.
    pose proof (column_right r R E m0 ps tops ltac:(lia) ltac:(lia) Lp LR LE S). lia.
  - cbv zeta. rewrite Nat.mul_0_r, Nat.add_0_r, Nat.mul_1_r.
    pose proof (slope_right r R E m0 ps tops LM Lp LR LE S) as H.
    rewrite <- G_slope in H by lia.
    replace (m0 - r + pegs)%nat with (m0 + pegs - r)%nat in H by lia. lia.
Qed.

Lemma G_no_clause E m : (E <= most_secrets)%nat -> G 0 E m = sigma pegs E.
Proof.
  intro L. pose proof wide as W. pose proof pegs_two as P.
  assert (X : forall m, (m < width)%nat -> G 0 E m = sigma pegs E).
  { intros k K. rewrite G_entry by exact K. pose proof checked as K0. unfold check_counts in K0. cbv zeta in K0.
    rewrite !andb_true_iff, !forallb_forall in K0. destruct K0 as [[[[_ C] _] _] _].
    specialize (C k ltac:(apply in_seq; lia)). rewrite forallb_forall in C.
    specialize (C E ltac:(apply in_seq; lia)). apply Z.eqb_eq in C. now rewrite memo_same in C. }
  destruct (Nat.lt_ge_cases m width) as [C|C]; [now apply X|].
  destruct (in_class m ltac:(lia)) as (i & t & I & ->). rewrite G_class by exact I.
  rewrite <- G_slope, <- G_entry by lia. rewrite !X by lia. rewrite Nat.mul_0_r, Z.sub_diag.
  clear. induction t as [|t IH]; [reflexivity|]. cbn [newton step].
  replace (sigma pegs E + 0) with (sigma pegs E) by lia. exact IH.
Qed.

Lemma counts_closed : closed pegs most_clauses most_secrets G.
Proof.
  pose proof wide as W. pose proof pegs_two as P. pose proof width_some as WS.
  intros R E m LR LE. split.
  - intros [-> | ->]; [rewrite G_no_clause by exact LE; lia|].
    rewrite G_entry by exact WS. pose proof checked as K0. unfold check_counts in K0. cbv zeta in K0.
    rewrite !andb_true_iff, !forallb_forall in K0. destruct K0 as [[[_ C] _] _].
    specialize (C R ltac:(apply in_seq; lia)). rewrite forallb_forall in C.
    specialize (C E ltac:(apply in_seq; lia)). apply Z.leb_le in C. now rewrite memo_same in C.
  - intros r parts tops R0 M0 LM LP S. unfold at_colours.
    destruct (Nat.lt_ge_cases m width) as [C|C].
    + apply (column_right r R E m parts tops); auto; lia.
    + destruct (in_class (m - pegs) ltac:(lia)) as (i & t & I & Em).
      pose proof (later_right r R E (last_from + pegs + i) parts tops ltac:(lia) LP ltac:(lia) LE S t)
        as B. cbv zeta in B.
      replace (last_from + pegs + i + pegs * t)%nat with m in B by lia. lia.
Qed.

(** *** What it says *)

Lemma counted_quasi R E : quasi last_from pegs 3 (counted R E).
Proof.
  pose proof pegs_two as P.
  assert (Q : forall R E, quasi last_from pegs 3 (G R E)).
  { intros R' E'. apply value_quasi; cbn [first classes class_of]; rewrite ?map_length, ?seq_length;
      auto; [lia|].
    apply Forall_forall. intros c I. apply in_map_iff in I as (m & <- & _). simpl. lia. }
  unfold counted, extended. destruct (E <=? most_secrets)%nat; [apply Q|].
  eapply quasi_same with (f := fun m => G (Nat.min R most_clauses) most_secrets m +
    (sigma pegs E - sigma pegs most_secrets)); [intro m; lia|].
  apply quasi_add; [apply Q | apply quasi_constant].
Qed.

(** Clauses may be left out. *)
Lemma counted_held t F X im :
  asks pegs t -> state pegs F X im -> Forall (finds t) (all_of F X im) ->
  counted (length F) (length X) (length im) <= Z.of_nat (cost Expected t (all_of F X im)).
Proof.
  intros A S FF. pose proof pegs_two as P. unfold counted.
  set (few := firstn most_clauses F).
  assert (E : F = few ++ skipn most_clauses F) by (symmetry; apply firstn_skipn).
  assert (Q : all_of F X im = all_of few X im ++
    flat_map (fun f => map (member_of f) im) (skipn most_clauses F)).
  { unfold all_of. rewrite E at 1. now rewrite flat_map_app', app_assoc. }
  assert (L : length few = Nat.min (length F) most_clauses).
  { unfold few. rewrite firstn_length. lia. }
  assert (I : forall f, In f few -> In f F).
  { intros f J. rewrite E. apply in_app_iff. now left. }
  rewrite <- L. rewrite Q in FF |- *. rewrite total_both. apply Forall_app in FF as [FF _].
  pose proof (count_lemma pegs P most_clauses most_secrets G counts_closed t A few X im) as C.
  unfold at_colours in C. rewrite L in C. rewrite L.
  assert (C' : extended most_secrets (sigma pegs) (fun R E => G R E (length im))
    (Nat.min (length F) most_clauses) (length X) <= Z.of_nat (cost Expected t (all_of few X im))).
  { apply C; [|lia | exact FF]. split.
    - pose proof (all_distinct _ _ _ _ S) as N. rewrite Q in N. now apply NoDup_both in N.
    - exact (im_distinct _ _ _ _ S).
    - intros f J. apply (family_length _ _ _ _ S). now apply I.
    - exact (code_length _ _ _ _ S).
    - intros f c J. apply (family_implicit _ _ _ _ S). now apply I.
    - exact (code_implicit _ _ _ _ S). }
  lia.
Qed.
End Data.

(** ** Patterns *)

Lemma filter_whole {A} (p : A -> bool) l : length (filter p l) = length l -> filter p l = l.
Proof.
  induction l as [|a l IH]; simpl; [reflexivity|]. pose proof (filter_length p l).
  destruct (p a); simpl; intro E; [f_equal; apply IH; lia | lia].
Qed.

(** With one star all secrets are allowed in both games. *)
Lemma inst_fills g ex im C :
  layout ex im -> below (length ex) C -> (stars C <= 1)%nat -> distinct g C = true ->
  inst g ex im C = fills ex im C.
Proof.
  intros L B S D. apply filter_whole. fold (inst g ex im C). apply Nat2Z.inj.
  rewrite size_right, fills_length by assumption. unfold size. rewrite D.
  destruct (stars C) as [|[|n]]; [reflexivity | simpl; lia | lia].
Qed.

Lemma fills_none ex im C : below (length ex) C -> stars C = 0%nat ->
  exists s, fills ex im C = [s] /\ length s = length C /\ incl s ex.
Proof.
  induction C as [|x C IH]; intros B S.
  - exists []. repeat split. intros c [].
  - inversion B as [|? ? B1 B2]; subst. destruct x as [i|]; [|discriminate].
    destruct (IH B2 S) as (s & E & LS & I). simpl. rewrite E. specialize (B1 i eq_refl).
    destruct (nth_error ex i) as [c|] eqn:N; [|apply nth_error_None in N; lia].
    exists (c :: s). simpl. repeat split; [lia|]. apply nth_error_In in N.
    intros d [<-|J]; [exact N | now apply I].
Qed.

Lemma fills_one ex im C : below (length ex) C -> stars C = 1%nat ->
  exists f, fills ex im C = map (member_of f) im /\ S (length (given f)) = length C /\
    incl (given f) ex.
Proof.
  induction C as [|x C IH]; intros B S; [discriminate|].
  inversion B as [|? ? B1 B2]; subst. destruct x as [i|]; simpl in S.
  - destruct (IH B2 S) as (f & E & LF & I). simpl. rewrite E. specialize (B1 i eq_refl).
    destruct (nth_error ex i) as [c|] eqn:N; [|apply nth_error_None in N; lia].
    exists (c :: fst f, snd f). simpl. rewrite app_nil_r, map_map.
    split; [reflexivity|]. unfold given in *. simpl. split; [lia|].
    apply nth_error_In in N. intros d [<-|J]; [exact N | now apply I].
  - destruct (fills_none ex im C B2 ltac:(lia)) as (s & E & LS & I).
    exists ([], s). simpl. rewrite E. unfold given. simpl. split; [|split; [lia | exact I]].
    clear. induction im as [|c im IHim]; [reflexivity|]. simpl. now rewrite IHim.
Qed.

Lemma NoDup_insts g ex im P : layout ex im -> NoDup P -> NoDup (insts g ex im P).
Proof.
  intros L N. pose proof (layout_parts _ _ L) as (NE & NI & D).
  assert (U : forall s C C', Forall2 (stands ex im) C s -> Forall2 (stands ex im) C' s -> C = C').
  { induction s as [|c s IH]; intros C C' H H'; inversion H; inversion H'; subst; [reflexivity|].
    f_equal; [|now apply IH]. destruct x as [i|], x0 as [j|]; simpl in *.
    - f_equal. now apply (nth_error_same ex i j c).
    - exfalso. apply (D c); [now apply (nth_error_In ex i) | assumption].
    - exfalso. apply (D c); [now apply (nth_error_In ex j) | assumption].
    - reflexivity. }
  induction N as [|C P I N IH]; [constructor|]. apply NoDup_both. repeat split.
  - now apply NoDup_filter, NoDup_fills.
  - exact IH.
  - intros s H J. apply in_inst in H as [H _]. apply in_insts in J as (C' & J & H' & _).
    apply I. now rewrite (U s C C').
Qed.

Definition is_countable (g : game) (pegs k : nat) (C : clause) : Prop :=
  length C = pegs /\ below k C /\ (stars C <= 1)%nat /\ distinct g C = true.

Lemma insts_all_of g pegs ex im P : layout ex im -> Forall (is_countable g pegs (length ex)) P ->
  exists F X,
    Permutation (insts g ex im P) (all_of F X im) /\
    length F = length (filter (fun C => stars C =? 1)%nat P) /\
    length X = length (filter (fun C => stars C =? 0)%nat P) /\
    (forall f, In f F -> S (length (given f)) = pegs /\ incl (given f) ex) /\
    (forall s, In s X -> length s = pegs /\ incl s ex).
Proof.
  intros L H. induction H as [|C P (LC & B & S & D) H (F & X & Q & LF & LX & HF & HX)].
  - exists [], []. repeat split; try contradiction. apply perm_nil.
  - unfold insts in *. cbn [flat_map filter]. rewrite (inst_fills g ex im C L B S D).
    destruct (stars C) as [|[|n]] eqn:E; [| |lia]; cbn [Nat.eqb].
    + destruct (fills_none ex im C B E) as (s & -> & LS & I).
      exists F, (s :: X). repeat split; try (cbn [length]; lia).
      * apply (Permutation_cons eq_refl Q).
      * now apply HF.
      * now apply HF.
      * destruct H0 as [<-|J]; [lia | now apply HX].
      * destruct H0 as [<-|J]; [exact I | now apply HX].
    + destruct (fills_one ex im C B E) as (f & -> & LS & I).
      exists (f :: F), X. repeat split; try (cbn [length]; lia).
      * rewrite Q. unfold all_of. cbn [flat_map]. rewrite !app_assoc.
        apply Permutation_app_tail, Permutation_app_comm.
      * destruct H0 as [<-|J]; [lia | now apply HF].
      * destruct H0 as [<-|J]; [exact I | now apply HF].
      * now apply HX.
      * now apply HX.
Qed.

Theorem counted_bound pegs data g : check_counts pegs data = true -> forall t ex im P,
  layout ex im -> NoDup P -> Forall (is_countable g pegs (length ex)) P ->
  asks pegs t -> Forall (finds t) (insts g ex im P) ->
  counted pegs data (length (filter (fun C => stars C =? 1)%nat P))
    (length (filter (fun C => stars C =? 0)%nat P)) (length im)
  <= Z.of_nat (cost Expected t (insts g ex im P)).
Proof.
  intros K t ex im P L N H A FF.
  destruct (insts_all_of g pegs ex im P L H) as (F & X & Q & <- & <- & HF & HX).
  pose proof (layout_parts _ _ L) as (NE & NI & D).
  rewrite (total_permutation t _ _ Q).
  apply (counted_held pegs data K t F X im A); [|now apply (Permutation_Forall Q)]. split.
  - apply (Permutation_NoDup Q). now apply NoDup_insts.
  - exact NI.
  - intros f I. now apply HF.
  - intros s I. now apply HX.
  - intros f c I J O. destruct (HF f I) as [_ V]. apply (D c); [now apply V | exact J].
  - intros s c I J O. destruct (HX s I) as [_ V]. apply (D c); [now apply V | exact J].
Qed.

(** On the classes that certificates use. *)
Lemma counted_classes pegs data k d : check_counts pegs data = true -> (3 <= d)%nat -> forall R E,
  quasi (last_from pegs data) (pegs * k) d (counted pegs data R E).
Proof.
  intros K L R E. apply quasi_multiple, (quasi_degree _ _ 3 d); [exact L|].
  now apply counted_quasi.
Qed.
