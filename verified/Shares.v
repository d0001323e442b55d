(** The least sum over all ways in which a question may share clauses and secrets among its answers.

    A part is a pair of numbers: of clauses with a star, and of explicit secrets.  [G] bounds what a part
    costs, [sig] what a part of explicit secrets alone costs.  All minima are computed here; that every
    question is one of the ways is proved in Counts.v. *)

From Verified Require Export Sigma.
Require Import Bool Lia.
Open Scope Z_scope.

Notation table2 := (nat -> nat -> Z) (only parsing).

(** ** Minima, and values that are kept *)

Fixpoint least_of (n : nat) (f : nat -> Z) : Z :=
  match n with O => f 0%nat | S n' => Z.min (f n) (least_of n' f) end.

Lemma least_of_right n f i : (i <= n)%nat -> least_of n f <= f i.
Proof.
  induction n as [|n IH]; intro L; cbn [least_of].
  - replace i with 0%nat by lia. lia.
  - destruct (Nat.eq_dec i (S n)) as [->|N]; [lia|]. specialize (IH ltac:(lia)). lia.
Qed.

(** The first [n] values are computed once; of the others nothing is kept. *)
Definition memo {A} (n : nat) (f : nat -> A) : nat -> A :=
  let l := map f (seq 0 n) in
  fun i => match nth_error l i with Some x => x | None => f i end.
Definition memo2 {A} (n k : nat) (f : nat -> nat -> A) : nat -> nat -> A :=
  memo n (fun i => memo k (f i)).

Lemma memo_same {A} n (f : nat -> A) i : memo n f i = f i.
Proof.
  unfold memo. rewrite nth_error_map. destruct (nth_error (seq 0 n) i) as [j|] eqn:E; [|reflexivity].
  simpl. f_equal. assert (L : (i < n)%nat).
  { rewrite <- (seq_length n 0). apply nth_error_Some. congruence. }
  apply (nth_error_nth _ _ 0%nat) in E. rewrite seq_nth in E by exact L. lia.
Qed.

Lemma memo2_same {A} n k (f : nat -> nat -> A) i j : memo2 n k f i j = f i j.
Proof. unfold memo2. now rewrite !memo_same. Qed.

(** ** Some answers of which nothing is known *)

Definition firsts (l : list (nat * nat)) : nat := list_sum (map fst l).
Definition seconds (l : list (nat * nat)) : nat := list_sum (map snd l).
Definition worth (G : table2) (l : list (nat * nat)) : Z := sum (map (fun x => G (fst x) (snd x)) l).

Lemma sum_app l1 l2 : sum (l1 ++ l2) = sum l1 + sum l2.
Proof. unfold sum. induction l1; simpl; lia. Qed.

Lemma worth_app G l1 l2 : worth G (l1 ++ l2) = worth G l1 + worth G l2.
Proof. unfold worth. now rewrite map_app, sum_app. Qed.

(** [d] bounds what [n] parts cost, by what they have together. *)
Definition bounds (G : table2) (n : nat) (d : table2) : Prop :=
  forall l, length l = n -> d (firsts l) (seconds l) <= worth G l.

Definition both (f h : table2) (R E : nat) : Z :=
  least_of R (fun i =>
    let row := f i in let rest := h (R - i)%nat in
    least_of E (fun j => row j + rest (E - j)%nat)).

Lemma bounds_one G : bounds G 1 G.
Proof.
  intros [|[r e] [|y l]] L; try discriminate. unfold firsts, seconds, worth, sum.
  cbn [map list_sum fold_right fst snd]. rewrite !Nat.add_0_r. lia.
Qed.

Lemma bounds_both G n d : bounds G n d -> bounds G (S n) (both G d).
Proof.
  intros B [|[r e] l] L; [discriminate|]. injection L as L. specialize (B l L).
  unfold firsts, seconds, worth, sum in *. cbn [map list_sum fold_right fst snd].
  fold (list_sum (map fst l)). fold (list_sum (map snd l)).
  unfold both. etransitivity; [apply (least_of_right _ _ r); lia|]. cbv beta zeta.
  etransitivity; [apply (least_of_right _ _ e); lia|]. cbv beta.
  replace (r + list_sum (map fst l) - r)%nat with (list_sum (map fst l)) by lia.
  replace (e + list_sum (map snd l) - e)%nat with (list_sum (map snd l)) by lia. lia.
Qed.

Lemma bounds_memo G n a b d : bounds G n d -> bounds G n (memo2 a b d).
Proof. intros B l L. rewrite memo2_same. now apply B. Qed.

(** Explicit secrets alone. *)
Definition both1 (f h : nat -> Z) (E : nat) : Z := least_of E (fun j => f j + h (E - j)%nat).
Fixpoint share (sig : nat -> Z) (w n : nat) : nat -> Z :=
  match n with
  | O => sig
  | S n' => let d := share sig w n' in memo (S w) (both1 sig d)
  end.

Lemma share_right sig w n : forall l, length l = S n ->
  share sig w n (list_sum l) <= sum (map sig l).
Proof.
  induction n as [|n IH]; intros [|e l] L; try discriminate; injection L as L.
  - destruct l; [|discriminate]. unfold sum. simpl. rewrite Nat.add_0_r. lia.
  - cbn [share]. rewrite memo_same. unfold both1, sum in *. cbn [map list_sum fold_right].
    fold (list_sum l). etransitivity; [apply (least_of_right _ _ e); lia|]. cbv beta.
    replace (e + list_sum l - e)%nat with (list_sum l) by lia. specialize (IH l L). lia.
Qed.

(** One of them may be found with this question. *)
Definition one_wins (f : nat -> Z) (n : nat) : Z := Z.min (f n) (f (pred n)).

Lemma one_wins_right f n k : n = k \/ n = S k -> one_wins f n <= f k.
Proof. unfold one_wins. intros [->| ->]; simpl pred; lia. Qed.

Section Least.
Variables (pegs : nat) (sig : nat -> Z) (G : table2).
(** How many clauses, secrets and hits values are kept for; this makes no difference to them. *)
Variables (most_clauses most_secrets : nat).

Fixpoint power (n : nat) : table2 :=
  match n with
  | O => G
  | S n' => let d := power n' in memo2 (S most_clauses) (S most_secrets) (both G d)
  end.

Lemma power_right n : bounds G (S n) (power n).
Proof.
  induction n as [|n IH]; [apply bounds_one|]. cbn [power]. apply bounds_memo.
  now apply bounds_both.
Qed.

(** No new colours. *)
Definition least_old : table2 :=
  let d := power (pred (length (lower pegs))) in
  let last := memo (S most_secrets) (one_wins (share sig most_secrets (pegs - 2))) in
  fun R E => let row := d R in least_of E (fun j => row j + last (E - j)%nat).

Lemma least_old_right R E parts tops :
  length parts = length (lower pegs) -> (2 <= pegs)%nat -> length tops = (pegs - 1)%nat ->
  firsts parts = R ->
  (E = (seconds parts + list_sum tops)%nat \/ E = S (seconds parts + list_sum tops)) ->
  least_old R E <= worth G parts + sum (map sig tops).
Proof.
  intros LP P LT <- HE. unfold least_old. cbv zeta.
  etransitivity; [apply (least_of_right _ _ (seconds parts)); lia|]. cbv beta.
  rewrite memo_same.
  assert (length (lower pegs) <> 0)%nat.
  { intro Z. apply length_zero_iff_nil in Z. destruct pegs; [lia|]. discriminate. }
  pose proof (power_right (pred (length (lower pegs))) parts ltac:(lia)).
  pose proof (share_right sig most_secrets (pegs - 2) tops ltac:(lia)).
  pose proof (one_wins_right (share sig most_secrets (pegs - 2)) (E - seconds parts) (list_sum tops)
    ltac:(lia)). lia.
Qed.

(** With [r] new colours each clause has [r] hits in the layer above its own; [above]: how many
    clauses the layer before has.  [T] bounds what the hits of the last layer cost. *)
Variables (r : nat) (T : nat -> Z).
Fixpoint layers (ds : list (nat -> nat -> Z)) : nat -> nat -> nat -> Z :=
  match ds with
  | [] => fun _ _ _ => 0
  | d :: ds' =>
      match ds' with
      | [] => fun above R E => d R (E + r * above)%nat + T R
      | _ :: _ =>
          let v := layers ds' in
          let v := memo (S most_clauses)
            (fun above => memo2 (S most_clauses - above) (S most_secrets) (v above)) in
          fun above R E =>
            let hits := (r * above)%nat in
            least_of R (fun i =>
              let row := d i in let rest := v i (R - i)%nat in
              least_of E (fun j => row (j + hits)%nat + rest (E - j)%nat))
      end
  end.
Fixpoint powers (n : nat) (d : table2) : list (nat -> nat -> Z) :=
  match n with
  | O => []
  | S n' =>
      d :: match n' with
           | O => []
           | S _ => powers n' (memo2 (S most_clauses) (S (most_secrets + r * most_clauses)) (both G d))
           end
  end.

(** Layers with [n], [n + 1], ... answers: all clauses, all old secrets, the clauses of the last layer. *)
Inductive layered : nat -> nat -> list (list (nat * nat)) -> nat -> nat -> nat -> Prop :=
| layered_last n above l E :
    length l = n -> seconds l = (E + r * above)%nat -> layered n above [l] (firsts l) E (firsts l)
| layered_more n above l ls O R E last :
    length l = n -> seconds l = (O + r * above)%nat -> layered (S n) (firsts l) ls R E last ->
    layered n above (l :: ls) (firsts l + R) (O + E) last.

Lemma layers_right n above ls R E last :
  layered n above ls R E last -> forall d, bounds G n d ->
  layers (powers (length ls) d) above R E <= worth G (concat ls) + T last.
Proof.
  induction 1 as [n above l E L S|n above l ls O R E last L S H IH]; intros d B.
  - cbn [length powers layers concat]. rewrite app_nil_r. specialize (B l L). rewrite S in B. lia.
  - destruct ls as [|l' ls]; [inversion H|].
    specialize (IH _ (bounds_memo G _ (Datatypes.S most_clauses)
      (Datatypes.S (most_secrets + r * most_clauses)) _ (bounds_both G n d B))).
    remember (l' :: ls) as ls' eqn:Els. cbn [length powers concat].
    rewrite worth_app. destruct (length ls') as [|k] eqn:K; [subst; discriminate|].
    set (ds := powers (Datatypes.S k) _) in *.
    assert (exists x y, ds = x :: y) as (x & y & D) by (unfold ds; cbn [powers]; eauto).
    cbn [layers]. rewrite D. rewrite <- D. cbv zeta.
    etransitivity; [apply (least_of_right _ _ (firsts l)); lia|]. cbv beta.
    etransitivity; [apply (least_of_right _ _ O); lia|]. cbv beta.
    rewrite memo_same, memo2_same. specialize (B l L). rewrite S in B.
    replace (firsts l + R - firsts l)%nat with R by lia.
    replace (O + E - O)%nat with E by lia. lia.
Qed.
End Least.

(** The hits of the last layer: with one new colour they have all columns right, and one may be found; with
    new colours alone at most one of each clause is black. *)
Definition last_hits (pegs : nat) (sig : nat -> Z) (most_clauses r : nat) : nat -> Z :=
  let w := (r * most_clauses)%nat in
  memo (S most_clauses)
    (if (r =? 1)%nat then one_wins (share sig w (pegs - 2))
     else if (r =? pegs)%nat then fun R => least_of R (fun b => sig b + sig (r * R - b)%nat)
     else let f := share sig w (pegs - r + 1) in fun R => f (r * R)%nat).

Definition least (pegs : nat) (sig : nat -> Z) (G : table2) (most_clauses most_secrets r : nat) : table2 :=
  if (r =? 0)%nat then least_old pegs sig G most_clauses most_secrets
  else
    layers most_clauses most_secrets r (last_hits pegs sig most_clauses r)
      (powers G most_clauses most_secrets r (S (pegs - r)) G) 0%nat.

(** The parts of a question; [tops]: those that are bounded by their size alone. *)
Record splits (pegs r R E : nat) (parts : list (nat * nat)) (tops : list nat) : Prop := {
  splits_least : forall sig G a b,
    least pegs sig G a b r R E <= worth G parts + sum (map sig tops);
  splits_clauses : firsts parts = R }.

Lemma splits_old pegs R E parts tops :
  length parts = length (lower pegs) -> (2 <= pegs)%nat -> length tops = (pegs - 1)%nat ->
  firsts parts = R ->
  (E = (seconds parts + list_sum tops)%nat \/ E = S (seconds parts + list_sum tops)) ->
  splits pegs 0 R E parts tops.
Proof. intros. split; [|assumption]. intros. now apply least_old_right. Qed.

Lemma layered_clauses r n above ls R E last :
  layered r n above ls R E last -> firsts (concat ls) = R.
Proof.
  unfold firsts. induction 1 as [|n above l ls O R E last L S H IH]; cbn [concat].
  - now rewrite app_nil_r.
  - now rewrite map_app, list_sum_app, IH.
Qed.

Lemma splits_new pegs r R E ls tops last :
  (2 <= pegs)%nat -> (1 <= r <= pegs)%nat -> length ls = S (pegs - r) ->
  layered r 1 0 ls R E last ->
  (r = 1 -> length tops = pegs - 1 /\ (last = list_sum tops \/ last = S (list_sum tops)))%nat ->
  (r = pegs -> exists b, b <= last /\ tops = [b; r * last - b])%nat ->
  (1 < r < pegs -> length tops = S (S (pegs - r)) /\ list_sum tops = r * last)%nat ->
  splits pegs r R E (concat ls) tops.
Proof.
  intros P Q LL H H1 H2 H3. split; [|now apply (layered_clauses r 1 0 _ _ E last)].
  intros sig G a b. unfold least. destruct (Nat.eqb_spec r 0) as [|_]; [lia|].
  rewrite <- LL. etransitivity; [apply (layers_right G a b r _ _ _ _ _ _ _ H), bounds_one|].
  enough (last_hits pegs sig a r last <= sum (map sig tops)) by lia.
  unfold last_hits. cbv zeta. rewrite memo_same.
  destruct (Nat.eqb_spec r 1) as [R1|R1]; [|destruct (Nat.eqb_spec r pegs) as [RP|RP]].
  - destruct (H1 R1) as [LT HT].
    etransitivity; [apply (one_wins_right _ last (list_sum tops)); lia|].
    apply share_right. lia.
  - destruct (H2 RP) as (x & X & ->).
    etransitivity; [apply (least_of_right _ _ x X)|]. unfold sum. simpl. lia.
  - destruct (H3 ltac:(lia)) as [LT <-]. apply share_right. lia.
Qed.
