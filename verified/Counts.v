(** The count lemma: bounds that know only how many clauses with one star a pattern has, how many
    explicit secrets, and for how many colours the stars stand.

    A clause with one star is a family of secrets, what stands left and right of the star.  A question
    hits some implicit colours, each at most once in a family; the hits become explicit secrets, one layer
    above their family, where a layer is the number of black and white pegs together. *)

From Verified Require Export Shares.
Require Import Bool Lia.
Open Scope nat_scope.

Definition family : Type := code * code.
Definition member_of (f : family) (c : colour) : code := fst f ++ c :: snd f.
Definition given (f : family) : code := fst f ++ snd f.
Definition all_of (F : list family) (X : list code) (im : list colour) : list code :=
  X ++ flat_map (fun f => map (member_of f) im) F.

(** ** What a question says of a family *)

Lemma black_member u v : forall q, exists b,
  (forall c, black (u ++ c :: v) q = b) \/
  (exists y, In y q /\ forall c, black (u ++ c :: v) q = b + if c =? y then 1 else 0).
Proof.
  induction u as [|a u IH]; intros [|y q]; simpl.
  - exists 0. now left.
  - exists (black v q). right. exists y. split; [now left|]. intro c. lia.
  - exists 0. now left.
  - destruct (IH q) as (b & [H|(z & I & H)]).
    + exists ((if a =? y then 1 else 0) + b). left. intro c. now rewrite H.
    + exists ((if a =? y then 1 else 0) + b). right. exists z. split; [now right|].
      intro c. rewrite H. lia.
Qed.

Lemma black_not_hit f q c d : ~ In c q -> ~ In d q ->
  black (member_of f c) q = black (member_of f d) q.
Proof.
  intros C D. unfold member_of. destruct (black_member (fst f) (snd f) q) as (b & [H|(y & I & H)]).
  - now rewrite !H.
  - rewrite !H. destruct (Nat.eqb_spec c y) as [->|]; [contradiction|].
    destruct (Nat.eqb_spec d y) as [->|]; [contradiction | reflexivity].
Qed.

Definition is_in (q : list nat) (c : nat) : bool := if in_dec Nat.eq_dec c q then true else false.

Lemma is_in_right q c : is_in q c = true <-> In c q.
Proof. unfold is_in. destruct (in_dec Nat.eq_dec c q); intuition discriminate. Qed.

Lemma is_in_not q c : is_in q c = false <-> ~ In c q.
Proof. unfold is_in. destruct (in_dec Nat.eq_dec c q); intuition discriminate. Qed.

Lemma matched_member f q c : ~ In c (given f) ->
  matched (member_of f c) q = (if is_in q c then 1 else 0) + matched (given f) q.
Proof.
  intro N. unfold member_of, given in *. set (w := fst f ++ snd f) in *.
  rewrite (matched_permutation _ (c :: w) q q);
    [|symmetry; apply Permutation_middle | reflexivity].
  clearbody w. unfold matched at 1. cbn [nodup].
  destruct (in_dec Nat.eq_dec c w) as [|_]; [contradiction|].
  cbn [map list_sum fold_right]. fold (list_sum (map (fun d => min (occurrences (c :: w) d)
    (occurrences q d)) (nodup Nat.eq_dec w))). f_equal.
  - unfold occurrences. rewrite count_occ_cons_eq by reflexivity.
    rewrite (proj1 (count_occ_not_In Nat.eq_dec w c) N).
    destruct (is_in q c) eqn:E.
    + apply is_in_right, (count_occ_In Nat.eq_dec) in E. lia.
    + apply is_in_not in E. rewrite (proj1 (count_occ_not_In Nat.eq_dec q c) E). reflexivity.
  - unfold matched. f_equal. apply map_ext_in. intros d I. apply nodup_In in I.
    unfold occurrences. rewrite count_occ_cons_neq; [reflexivity|]. intros ->. contradiction.
Qed.

Lemma answer_not_hit f q c d : ~ In c q -> ~ In d q -> ~ In c (given f) -> ~ In d (given f) ->
  answer (member_of f c) q = answer (member_of f d) q.
Proof.
  intros C D Gc Gd. unfold answer.
  rewrite (black_not_hit f q c d C D), (matched_member f q c Gc), (matched_member f q d Gd).
  apply is_in_not in C, D. now rewrite C, D.
Qed.

(** ** Lists *)

Lemma length_flat_map {A B} (f : A -> list B) k l :
  (forall x, In x l -> length (f x) = k) -> length (flat_map f l) = k * length l.
Proof.
  induction l as [|a l IH]; intro H; [simpl; lia|]. cbn [flat_map length].
  rewrite app_length, (H a (or_introl eq_refl)), IH; [lia|]. intros x I. apply H. now right.
Qed.

Lemma flat_map_filter {A B} (p : A -> bool) (f : A -> list B) l :
  flat_map f (filter p l) = flat_map (fun x => if p x then f x else []) l.
Proof. induction l as [|a l IH]; [reflexivity|]. simpl. destruct (p a); simpl; now rewrite IH. Qed.

Section Pegs.
Variable pegs : nat.
Hypothesis pegs_two : 2 <= pegs.

Record state (F : list family) (X : list code) (im : list colour) : Prop := {
  all_distinct : NoDup (all_of F X im);
  im_distinct : NoDup im;
  family_length : forall f, In f F -> S (length (given f)) = pegs;
  code_length : forall s, In s X -> length s = pegs;
  family_implicit : forall f c, In f F -> In c im -> ~ In c (given f);
  code_implicit : forall s c, In s X -> In c im -> ~ In c s }.

Section Question.
Variables (F : list family) (X : list code) (im : list colour) (q : code).
Hypothesis st : state F X im.
Hypothesis q_length : length q = pegs.

Definition new := filter (is_in q) im.
Definition rest := filter (fun c => negb (is_in q c)) im.
Definition hits := flat_map (fun f => map (member_of f) new) F.
(** Some colour that is nowhere. *)
Definition fresh : colour := S (list_max (q ++ flat_map given F)).
Definition family_answer (f : family) : nat * nat := answer (member_of f fresh) q.
Definition F_part (a : nat * nat) : list family :=
  filter (fun f => if answer_dec (family_answer f) a then true else false) F.
Definition X_part (a : nat * nat) : list code := part q a (X ++ hits).

Lemma fresh_nowhere : ~ In fresh q /\ forall f, In f F -> ~ In fresh (given f).
Proof.
  assert (H : forall l c, In c l -> c <= list_max l).
  { intros l c I. pose proof (proj1 (list_max_le l (list_max l)) (le_n _)) as M.
    rewrite Forall_forall in M. now apply M. }
  assert (N : ~ In fresh (q ++ flat_map given F)).
  { intro I. apply H in I. unfold fresh in I. lia. }
  split.
  - intro I. apply N, in_app_iff. now left.
  - intros f I J. apply N, in_app_iff. right. apply in_flat_map. now exists f.
Qed.

Lemma in_new c : In c new <-> In c im /\ In c q.
Proof. unfold new. now rewrite filter_In, is_in_right. Qed.

Lemma in_rest c : In c rest <-> In c im /\ ~ In c q.
Proof. unfold rest. now rewrite filter_In, negb_true_iff, is_in_not. Qed.

Lemma NoDup_new : NoDup new.
Proof. apply NoDup_filter. exact (im_distinct _ _ _ st). Qed.

Lemma im_length : length im = length new + length rest.
Proof. rewrite <- app_length. apply Permutation_length, Permutation_partition. Qed.

Lemma new_length : length new <= pegs.
Proof.
  rewrite <- q_length. apply NoDup_incl_length; [apply NoDup_new|].
  intros c I. now apply in_new in I.
Qed.

Lemma secrets_part a :
  Permutation (part q a (all_of F X im)) (all_of (F_part a) (X_part a) rest).
Proof.
  unfold all_of, X_part, part, open. rewrite !filter_filter.
  set (p := fun s => andb _ _).
  assert (P : Permutation (flat_map (fun f => map (member_of f) im) F)
    (hits ++ flat_map (fun f => map (member_of f) rest) F)).
  { unfold hits. etransitivity; [|apply flat_map_both]. apply Permutation_flat_map'; [reflexivity|].
    intro f. rewrite <- map_app. apply Permutation_map, Permutation_partition. }
  etransitivity; [apply Permutation_filter', Permutation_app_head, P|].
  rewrite app_assoc, filter_app. apply Permutation_app_head.
  rewrite filter_flat_map. unfold F_part. rewrite flat_map_filter.
  erewrite flat_map_ext'; [reflexivity|]. intros f If. cbv beta.
  assert (E : forall s, In s (map (member_of f) rest) ->
    p s = if answer_dec (family_answer f) a then true else false).
  { intros s Is. apply in_map_iff in Is as (c & <- & Ic). apply in_rest in Ic as [I N].
    unfold p, family_answer. destruct fresh_nowhere as [N1 N2].
    rewrite (answer_not_hit f q c fresh N N1 (family_implicit _ _ _ st f c If I) (N2 f If)).
    destruct (code_dec (member_of f c) q) as [E|_]; [|reflexivity].
    exfalso. apply N. rewrite <- E. unfold member_of. apply in_app_iff. right. now left. }
  destruct (answer_dec (family_answer f) a); [apply filter_all | apply filter_none]; exact E.
Qed.

Lemma state_part a : state (F_part a) (X_part a) rest.
Proof.
  assert (IF : forall f, In f (F_part a) -> In f F) by (intros f I; now apply filter_In in I).
  assert (IX : forall s, In s (X_part a) -> In s X \/ exists f c, In f F /\ In c new /\ s = member_of f c).
  { intros s I. apply in_part in I as [I _]. apply in_app_iff in I as [I|I]; [now left|]. right.
    apply in_flat_map in I as (f & If & I). apply in_map_iff in I as (c & <- & Ic). now exists f, c. }
  split.
  - apply (Permutation_NoDup (secrets_part a)), NoDup_part. exact (all_distinct _ _ _ st).
  - apply NoDup_filter. exact (im_distinct _ _ _ st).
  - intros f I. apply (family_length _ _ _ st). now apply IF.
  - intros s I. destruct (IX s I) as [J|(f & c & If & Ic & ->)].
    + now apply (code_length _ _ _ st).
    + pose proof (family_length _ _ _ st f If). unfold member_of, given in *.
      rewrite app_length in *. simpl. lia.
  - intros f c I J. apply (family_implicit _ _ _ st); [now apply IF | now apply in_rest in J].
  - intros s d I J. apply in_rest in J as [J1 J2].
    destruct (IX s I) as [K|(f & c & If & Ic & ->)].
    + now apply (code_implicit _ _ _ st).
    + intro H. unfold member_of in H. apply in_app_iff in H.
      assert (N : ~ In d (given f)) by now apply (family_implicit _ _ _ st).
      unfold given in N. rewrite in_app_iff in N. destruct H as [H|[<-|H]]; [tauto | | tauto].
      apply in_new in Ic. tauto.
Qed.

(** *** How many there are in a layer *)

Definition in_layer_of (l : nat) (s : code) : bool := matched s q =? l.
Definition clauses_in (l : nat) : nat :=
  length (filter (fun f => matched (given f) q =? l) F).
Definition old_in (l : nat) : nat := length (filter (in_layer_of l) X).
Definition above (l : nat) : nat := match l with O => 0 | S l' => clauses_in l' end.

Lemma family_answer_sum f : In f F ->
  fst (family_answer f) + snd (family_answer f) = matched (given f) q.
Proof.
  intro I. unfold family_answer. rewrite answer_sum. destruct fresh_nowhere as [N1 N2].
  rewrite matched_member by now apply N2. apply is_in_not in N1. now rewrite N1.
Qed.

Lemma F_parts L (p : family -> bool) : NoDup L ->
  (forall f, In f F -> In (family_answer f) L <-> p f = true) ->
  list_sum (map (fun a => length (F_part a)) L) = length (filter p F).
Proof.
  intros N H. unfold F_part. rewrite (sum_classes answer_dec family_answer F L N). f_equal.
  apply filter_ext_in. intros f I. specialize (H f I).
  destruct (in_dec answer_dec (family_answer f) L), (p f); try reflexivity; intuition discriminate.
Qed.

Lemma X_parts L (p : code -> bool) : NoDup L ->
  (forall s, In s (X ++ hits) -> s <> q -> In (answer s q) L <-> p s = true) ->
  list_sum (map (fun a => length (X_part a)) L) = length (filter p (open q (X ++ hits))).
Proof.
  intros N H. unfold X_part, part.
  rewrite (sum_classes answer_dec (fun s => answer s q) _ L N). f_equal.
  apply filter_ext_in. intros s I. unfold open in I. apply filter_In in I as [I D].
  destruct (code_dec s q) as [|D']; [discriminate|]. specialize (H s I D').
  destruct (in_dec answer_dec (answer s q) L), (p s); try reflexivity; intuition discriminate.
Qed.

Lemma hit_matched f c : In f F -> In c new ->
  matched (member_of f c) q = S (matched (given f) q).
Proof.
  intros I J. apply in_new in J as [J1 J2].
  rewrite matched_member by now apply (family_implicit _ _ _ st).
  apply is_in_right in J2. now rewrite J2.
Qed.

Lemma hits_in l : length (filter (in_layer_of l) hits) = length new * above l.
Proof.
  unfold hits. rewrite filter_flat_map.
  transitivity (length (flat_map (fun f => map (member_of f) new)
    (filter (fun f => S (matched (given f) q) =? l) F))).
  - rewrite flat_map_filter. f_equal. apply flat_map_ext'. intros f I.
    assert (E : forall s, In s (map (member_of f) new) ->
      in_layer_of l s = (S (matched (given f) q) =? l)).
    { intros s J. apply in_map_iff in J as (c & <- & J). unfold in_layer_of.
      now rewrite hit_matched. }
    destruct (S (matched (given f) q) =? l); [apply filter_all | apply filter_none]; exact E.
  - rewrite (length_flat_map _ (length new)) by (intros; apply map_length). f_equal.
    destruct l as [|l]; simpl; [now rewrite filter_none|]. reflexivity.
Qed.

Lemma secret_length s : In s (X ++ hits) -> length s = pegs.
Proof.
  intro I. apply in_app_iff in I as [I|I]; [now apply (code_length _ _ _ st)|].
  apply in_flat_map in I as (f & If & I). apply in_map_iff in I as (c & <- & _).
  pose proof (family_length _ _ _ st f If). unfold member_of, given in *.
  rewrite app_length in *. simpl. lia.
Qed.

Lemma NoDup_open_all : NoDup (X ++ hits).
Proof.
  pose proof (all_distinct _ _ _ st) as N. unfold all_of in N.
  assert (P : Permutation (flat_map (fun f => map (member_of f) im) F)
    (hits ++ flat_map (fun f => map (member_of f) rest) F)).
  { unfold hits. etransitivity; [|apply flat_map_both]. apply Permutation_flat_map'; [reflexivity|].
    intro f. rewrite <- map_app. apply Permutation_map, Permutation_partition. }
  apply (Permutation_NoDup (Permutation_app_head X P)) in N. rewrite app_assoc in N.
  now apply NoDup_both in N.
Qed.

Lemma matched_self : matched q q = pegs.
Proof.
  unfold matched. rewrite <- q_length, <- (sum_nodup q). f_equal. apply map_ext. intro. lia.
Qed.

Lemma X_layer l : l < pegs ->
  list_sum (map (fun a => length (X_part a)) (layer l)) = old_in l + length new * above l.
Proof.
  intro L. rewrite (X_parts (layer l) (in_layer_of l)).
  - rewrite <- hits_in. unfold old_in. rewrite <- app_length, <- filter_app. f_equal.
    unfold open. rewrite filter_filter. apply filter_ext. intro s.
    destruct (code_dec s q) as [->|]; [|reflexivity]. unfold in_layer_of. rewrite matched_self.
    symmetry. apply Nat.eqb_neq. lia.
  - apply NoDup_row.
  - intros s _ _. rewrite in_layer, answer_sum. unfold in_layer_of. now rewrite Nat.eqb_eq.
Qed.

Lemma open_or_one (p : code -> bool) Y : NoDup Y ->
  length (filter p Y) = length (filter p (open q Y)) \/
  length (filter p Y) = S (length (filter p (open q Y))).
Proof.
  intro N. pose proof (open_length q (filter p Y) (NoDup_filter p N)) as O.
  assert (E : open q (filter p Y) = filter p (open q Y)).
  { unfold open. rewrite !filter_filter. apply filter_ext. intro s. apply andb_comm. }
  rewrite E in O. assert (length (filter p (open q Y)) <= length (filter p Y)).
  { rewrite <- E. apply filter_length. }
  lia.
Qed.

Lemma X_top :
  old_in pegs + length new * above pegs = list_sum (map (fun a => length (X_part a)) (top pegs)) \/
  old_in pegs + length new * above pegs = S (list_sum (map (fun a => length (X_part a)) (top pegs))).
Proof.
  rewrite (X_parts (top pegs) (in_layer_of pegs)).
  - rewrite <- hits_in. unfold old_in. rewrite <- app_length, <- filter_app.
    apply open_or_one, NoDup_open_all.
  - apply NoDup_row.
  - intros s I D. unfold in_layer_of. rewrite Nat.eqb_eq. split.
    + intro J. apply in_top in J. rewrite answer_sum in J. tauto.
    + intro M. apply answer_top; auto. now apply secret_length.
Qed.

Lemma F_layer l : list_sum (map (fun a => length (F_part a)) (layer l)) = clauses_in l.
Proof.
  unfold clauses_in. apply F_parts; [apply NoDup_row|]. intros f I.
  rewrite in_layer, family_answer_sum by exact I. now rewrite Nat.eqb_eq.
Qed.

Lemma in_layers {A} (m : A -> nat) Y n : (forall s, In s Y -> m s < n) ->
  list_sum (map (fun l => length (filter (fun s => m s =? l) Y)) (seq 0 n)) = length Y.
Proof.
  intro H. transitivity (list_sum (map (fun l => length (filter
    (fun s => if Nat.eq_dec (m s) l then true else false) Y)) (seq 0 n))).
  - f_equal. apply map_ext. intro l. f_equal. apply filter_ext. intro s.
    destruct (Nat.eqb_spec (m s) l), (Nat.eq_dec (m s) l); congruence.
  - rewrite (sum_classes Nat.eq_dec m Y (seq 0 n) (seq_NoDup n 0)), filter_all; [reflexivity|].
    intros s I. destruct (in_dec Nat.eq_dec (m s) (seq 0 n)) as [|N]; [reflexivity|].
    exfalso. apply N, in_seq. specialize (H s I). lia.
Qed.

(** Old colours are in the other cells of the question. *)
Lemma family_layer f : In f F -> matched (given f) q + length new <= pegs.
Proof.
  intro I. rewrite <- q_length. apply matched_others; [apply NoDup_new|].
  intros c J. apply in_new in J as [J1 J2]. split; [exact J2|]. now apply (family_implicit _ _ _ st).
Qed.

Lemma code_layer s : In s X -> matched s q + length new <= pegs.
Proof.
  intro I. rewrite <- q_length. apply matched_others; [apply NoDup_new|].
  intros c J. apply in_new in J as [J1 J2]. split; [exact J2|]. now apply (code_implicit _ _ _ st).
Qed.

Definition numbers (a : nat * nat) : nat * nat := (length (F_part a), length (X_part a)).

Lemma firsts_numbers L : firsts (map numbers L) = list_sum (map (fun a => length (F_part a)) L).
Proof. unfold firsts. now rewrite map_map. Qed.

Lemma seconds_numbers L : seconds (map numbers L) = list_sum (map (fun a => length (X_part a)) L).
Proof. unfold seconds. now rewrite map_map. Qed.

Lemma layered_parts k : forall l, l + k < pegs ->
  layered (length new) (S l) (above l) (map (fun l => map numbers (layer l)) (seq l (S k)))
    (list_sum (map clauses_in (seq l (S k)))) (list_sum (map old_in (seq l (S k))))
    (clauses_in (l + k)).
Proof.
  assert (LL : forall l, length (map numbers (layer l)) = S l).
  { intro l. unfold layer. now rewrite !map_length, seq_length. }
  induction k as [|k IH]; intros l L.
  - cbn [seq map list_sum fold_right]. rewrite !Nat.add_0_r.
    rewrite <- (F_layer l), <- firsts_numbers. constructor; [apply LL|].
    rewrite seconds_numbers. apply X_layer. lia.
  - specialize (IH (S l) ltac:(lia)). change (seq l (S (S k))) with (l :: seq (S l) (S k)).
    cbn [map list_sum fold_right].
    fold (list_sum (map clauses_in (seq (S l) (S k)))).
    fold (list_sum (map old_in (seq (S l) (S k)))).
    replace (l + S k) with (S l + k) by lia.
    assert (E : firsts (map numbers (layer l)) = clauses_in l)
      by (rewrite firsts_numbers; apply F_layer).
    rewrite <- E. constructor; [apply LL | |].
    + rewrite seconds_numbers. apply X_layer. lia.
    + rewrite E. exact IH.
Qed.

Lemma one_black_each : (forall f, In f F -> matched (given f) q = 0) ->
  (forall s, In s X -> matched s q = 0) -> length (X_part (1, 0)) <= length F.
Proof.
  intros Z ZX. unfold X_part, part, open. rewrite filter_filter, filter_app.
  rewrite filter_none.
  2:{ intros s I. apply andb_false_iff. right. destruct (answer_dec (answer s q) (1, 0)) as [E|];
      [|reflexivity]. pose proof (answer_sum s q) as A. rewrite E, (ZX s I) in A. simpl in A. lia. }
  cbn [app]. unfold hits. rewrite filter_flat_map.
  assert (H : forall f, In f F -> forall p : code -> bool,
    (forall s, p s = true -> answer s q = (1, 0)) -> length (filter p (map (member_of f) new)) <= 1).
  { intros f I p P. rewrite filter_map, map_length.
    assert (B : forall c, p (member_of f c) = true -> black (member_of f c) q = 1).
    { intros c H. apply P in H. unfold answer in H. congruence. }
    assert (B0 : black (member_of f fresh) q = 0).
    { pose proof (black_matched (member_of f fresh) q). destruct fresh_nowhere as [N1 N2].
      rewrite matched_member in H by now apply N2. rewrite (Z f I) in H.
      apply is_in_not in N1. rewrite N1 in H. lia. }
    assert (E : forall c d, p (member_of f c) = true -> p (member_of f d) = true -> c = d).
    { intros c d Hc Hd. apply B in Hc, Hd. unfold member_of in *.
      destruct (black_member (fst f) (snd f) q) as (b & [H|(y & Iy & H)]).
      - rewrite H in *. lia.
      - rewrite H in *. destruct (Nat.eqb_spec c y), (Nat.eqb_spec d y); try congruence.
        + destruct (fresh =? y); lia.
        + destruct (fresh =? y); lia.
        + destruct (fresh =? y); lia. }
    pose proof (NoDup_filter (fun c => p (member_of f c)) NoDup_new) as N.
    assert (M : forall c, In c (filter (fun c => p (member_of f c)) new) -> p (member_of f c) = true)
      by (intros c J; now apply filter_In in J).
    destruct (filter _ new) as [|c [|d l]]; simpl; [lia | lia|]. exfalso.
    inversion N as [|? ? N1 _]; subst. apply N1. left.
    apply E; apply M; [right; now left | now left]. }
  assert (G : forall p : code -> bool, (forall s, p s = true -> answer s q = (1, 0)) ->
    forall F', incl F' F ->
    length (flat_map (fun f => filter p (map (member_of f) new)) F') <= length F').
  { intros p P. induction F' as [|f F' IH]; intro I; [simpl; lia|]. cbn [flat_map length].
    rewrite app_length. specialize (IH (fun g J => I g (or_intror J))).
    pose proof (H f (I f (or_introl eq_refl)) p P). lia. }
  apply G; [|apply incl_refl]. intros s E. apply andb_prop in E as [_ E].
  destruct (answer_dec (answer s q) (1, 0)); [assumption | discriminate].
Qed.

(** Every question is one of the ways to share. *)
Theorem question_splits : exists parts tops,
  NoDup (parts ++ tops) /\
  splits pegs (length new) (length F) (length X) (map numbers parts)
    (map (fun a => length (X_part a)) tops).
Proof.
  set (r := length new). pose proof new_length as RP. fold r in RP.
  assert (LT : length (top pegs) = pegs - 1) by (unfold top; now rewrite map_length, seq_length).
  destruct (Nat.eq_dec r 0) as [R0|R0].
  - exists (lower pegs), (top pegs). split; [apply NoDup_losing|]. rewrite R0.
    apply splits_old; rewrite ?map_length; auto.
    + rewrite firsts_numbers, (F_parts _ (fun _ => true)).
      * now rewrite filter_all.
      * apply NoDup_lower.
      * intros f I. rewrite in_lower, family_answer_sum by exact I.
        pose proof (matched_length (given f) q). pose proof (family_length _ _ _ st f I).
        split; [reflexivity | lia].
    + rewrite seconds_numbers, <- list_sum_app, <- map_app. fold (losing pegs).
      rewrite (X_parts _ (fun _ => true)).
      * pose proof (open_or_one (fun _ => true) (X ++ hits) NoDup_open_all) as O.
        rewrite (filter_all (fun _ => true) (X ++ hits)) in O by reflexivity.
        rewrite app_length in O. unfold r in R0. apply length_zero_iff_nil in R0.
        unfold hits at 1 3 in O. rewrite R0 in O. rewrite (length_flat_map _ 0) in O by reflexivity.
        simpl in O. rewrite Nat.add_0_r in O. exact O.
      * apply NoDup_losing.
      * intros s I D. split; [reflexivity|]. intros _. apply answer_losing; auto.
        now apply secret_length.
  - pose proof (layered_parts (pegs - r) 0 ltac:(lia)) as H. fold r in H.
    unfold clauses_in at 1 in H. rewrite (in_layers (fun f => matched (given f) q)) in H.
    2:{ intros f I. pose proof (family_layer f I). fold r in H0. lia. }
    unfold old_in, in_layer_of in H. rewrite (in_layers (fun s => matched s q)) in H.
    2:{ intros f I. pose proof (code_layer f I). fold r in H0. lia. }
    cbn [above] in H. simpl plus in H.
    set (ls := map (fun l => map numbers (layer l)) (seq 0 (S (pegs - r)))) in *.
    assert (LL : length ls = S (pegs - r)) by (unfold ls; now rewrite map_length, seq_length).
    assert (C : concat ls = map numbers (lower (S (pegs - r)))).
    { unfold ls, lower. now rewrite map_flat_map, flat_map_concat_map. }
    assert (OT : forall l, pegs - r < l -> old_in l = 0).
    { intros l L. unfold old_in. rewrite filter_none; [reflexivity|]. intros s I.
      unfold in_layer_of. apply Nat.eqb_neq. pose proof (code_layer s I). fold r in H0. lia. }
    destruct (Nat.eq_dec r 1) as [R1|R1]; [|destruct (Nat.eq_dec r pegs) as [RE|RE]].
    + exists (lower (S (pegs - r))), (top pegs). split.
      { replace (S (pegs - r)) with pegs by lia. apply NoDup_losing. }
      rewrite <- C. apply (splits_new pegs r _ _ ls _ (clauses_in (pegs - r))); auto; try lia.
      intros _. rewrite map_length. split; [exact LT|]. pose proof X_top as T.
      rewrite OT in T by lia. fold r in T. rewrite R1 in T |- *.
      replace (above pegs) with (clauses_in (pegs - 1)) in T by (destruct pegs; [lia|];
        simpl; now rewrite Nat.sub_0_r). lia.
    + exists (lower (S (pegs - r))), [(1, 0); (0, 1)]. split.
      { replace (S (pegs - r)) with 1 by lia. repeat constructor; simpl; intuition discriminate. }
      rewrite <- C. apply (splits_new pegs r _ _ ls _ (clauses_in (pegs - r))); auto; try lia.
      intros _. exists (length (X_part (1, 0))).
      assert (CF : clauses_in (pegs - r) = length F).
      { unfold clauses_in. rewrite filter_all; [reflexivity|]. intros f I.
        apply Nat.eqb_eq. pose proof (family_layer f I). fold r in H0. lia. }
      split.
      * rewrite CF. apply one_black_each.
        -- intros f I. pose proof (family_layer f I). fold r in H0. lia.
        -- intros s I. pose proof (code_layer s I). fold r in H0. lia.
      * pose proof (X_layer 1 ltac:(lia)) as T. rewrite OT in T by lia. fold r in T.
        replace (pegs - r) with 0 by lia.
        unfold layer in T. simpl seq in T. cbn [map list_sum fold_right above] in T.
        simpl in T |- *. do 2 f_equal. lia.
    + exists (lower (S (pegs - r))), (layer (S (pegs - r))). split.
      { rewrite <- lower_S. apply NoDup_lower. }
      rewrite <- C. apply (splits_new pegs r _ _ ls _ (clauses_in (pegs - r))); auto; try lia.
      intros _. rewrite map_length. split.
      { unfold layer. now rewrite map_length, seq_length. }
      rewrite X_layer by lia. rewrite OT by lia. reflexivity.
Qed.
End Question.

(** ** The lemma *)

Variables (most_clauses most_secrets : nat) (G : nat -> nat -> nat -> Z).

Local Open Scope Z_scope.

(** More secrets than the table has: the size bound says what each costs at least. *)
Definition extended (sig : nat -> Z) (T : nat -> nat -> Z) (R E : nat) : Z :=
  if (E <=? most_secrets)%nat then T R E else T R most_secrets + sig E - sig most_secrets.
Definition at_colours (m R E : nat) : Z := G R E m.

Definition closed : Prop :=
  forall R E m, (R <= most_clauses)%nat -> (E <= most_secrets)%nat ->
    (R = 0%nat \/ m = 0%nat -> G R E m <= sigma pegs E) /\
    (forall r parts tops, (0 < R)%nat -> (0 < m)%nat -> (r <= m)%nat -> (r <= pegs)%nat ->
      splits pegs r R E parts tops ->
      G R E m <= Z.of_nat (R * m + E) + worth (extended (sigma pegs) (at_colours (m - r))) parts +
        sum (map (sigma pegs) tops)).

Notation total t X := (Z.of_nat (cost Expected t X)).

Definition held (t : strategy) : Prop :=
  forall F X im, state F X im -> (length F <= most_clauses)%nat ->
    Forall (finds t) (all_of F X im) ->
    extended (sigma pegs) (at_colours (length im)) (length F) (length X) <= total t (all_of F X im).

Lemma all_of_length F X im : length (all_of F X im) = (length F * length im + length X)%nat.
Proof.
  unfold all_of. rewrite app_length, (length_flat_map _ (length im)) by (intros; apply map_length).
  lia.
Qed.

Lemma found_sized t F X im : state F X im -> Forall (finds t) (all_of F X im) ->
  Forall (fun s => length s = pegs /\ finds t s) X.
Proof.
  intros S H. apply Forall_forall. intros s I. split; [now apply (code_length _ _ _ S)|].
  rewrite Forall_forall in H. apply H, in_app_iff. now left.
Qed.

Lemma NoDup_explicit_secrets F X im : state F X im -> NoDup X.
Proof. intro S. pose proof (all_distinct _ _ _ S) as N. now apply NoDup_both in N. Qed.

Lemma all_explicit F X im : length F = 0%nat \/ length im = 0%nat -> all_of F X im = X.
Proof.
  intro E. rewrite <- (app_nil_r X) at 2. unfold all_of. f_equal.
  apply length_zero_iff_nil. rewrite (length_flat_map _ (length im)); [lia|].
  intros; apply map_length.
Qed.

(** It is enough to look at few secrets, and at patterns that have clauses and colours. *)
Lemma held_by_few t : closed -> asks pegs t ->
  (forall F X im, state F X im -> (0 < length F <= most_clauses)%nat -> (0 < length im)%nat ->
    (length X <= most_secrets)%nat -> Forall (finds t) (all_of F X im) ->
    G (length F) (length X) (length im) <= total t (all_of F X im)) -> held t.
Proof.
  intros CL A H0.
  assert (H : forall F X im, state F X im -> (length F <= most_clauses)%nat ->
    (length X <= most_secrets)%nat -> Forall (finds t) (all_of F X im) ->
    G (length F) (length X) (length im) <= total t (all_of F X im)).
  { intros F X im S LF LX FF.
    destruct (Nat.eq_dec (length F) 0) as [F0|F0]; [|destruct (Nat.eq_dec (length im) 0) as [I0|I0]].
    3: (apply H0; auto; lia).
    1, 2: (etransitivity; [apply (proj1 (CL _ _ (length im) LF LX)); auto|]; rewrite (all_explicit F X im) by tauto;
      apply size_bound; [exact A | exact (NoDup_explicit_secrets F X im S)
      | exact (found_sized _ F X im S FF)]). }
  intros F X im S L FF. unfold extended, at_colours.
  destruct (Nat.leb_spec (length X) most_secrets) as [M|M]; [now apply H|].
  destruct (leave_out pegs t A most_secrets X (NoDup_explicit_secrets F X im S)
    (found_sized t F X im S FF) ltac:(lia)) as (Y & Z' & P & LY & C).
  assert (Q : Permutation (all_of F X im) (Z' ++ all_of F Y im)).
  { unfold all_of. rewrite app_assoc. apply Permutation_app_tail. rewrite P.
    apply Permutation_app_comm. }
  rewrite (total_permutation t _ _ Q), total_both.
  enough (G (length F) most_secrets (length im) <= total t (all_of F Y im)) by lia.
  rewrite <- LY. apply H; [|exact L | lia|].
  - assert (I : forall s, In s Y -> In s X).
    { intros s J. apply (Permutation_in _ (Permutation_sym P)), in_app_iff. now left. }
    split.
    + pose proof (Permutation_NoDup Q (all_distinct _ _ _ S)) as N. apply NoDup_both in N. tauto.
    + exact (im_distinct _ _ _ S).
    + exact (family_length _ _ _ S).
    + intros s J. now apply (code_length _ _ _ S), I.
    + exact (family_implicit _ _ _ S).
    + intros s c J. apply (code_implicit _ _ _ S). now apply I.
  - apply (Permutation_Forall Q), Forall_app in FF. tauto.
Qed.

Theorem count_lemma : closed -> forall t, asks pegs t -> held t.
Proof.
  intros CL t. induction t as [|q next IH]; intro A; apply held_by_few; auto;
    intros F X im S LF LI0 LX FF.
  - exfalso. pose proof (all_of_length F X im) as L. destruct (all_of F X im) as [|s l].
    + simpl in L. pose proof (Nat.mul_pos_pos _ _ (proj1 LF) LI0). lia.
    + inversion FF as [|? ? []].
  - destruct (CL (length F) (length X) (length im) (proj2 LF) LX) as [_ CB].
    destruct A as [LQ A]. destruct (question_splits F X im q S LQ) as (parts & tops & N & SP).
    pose proof (im_length im q) as LI. pose proof (new_length F X im q S LQ) as LN.
    etransitivity; [apply (CB (length (new im q)) _ _ ltac:(lia) ltac:(lia) ltac:(lia) LN SP)|].
    pose proof (total_parts q next (parts ++ tops) (all_of F X im) N) as T.
    rewrite all_of_length in T. rewrite map_app, sum_app in T.
    assert (PF : forall a, Forall (finds (next a)) (all_of (F_part F q a) (X_part F X im q a) (rest im q))).
    { intro a. apply (Permutation_Forall (secrets_part F X im q S LQ a)). now apply part_finds. }
    assert (TP : forall a, total (next a) (part q a (all_of F X im)) =
      total (next a) (all_of (F_part F q a) (X_part F X im q a) (rest im q))).
    { intro a. now apply total_permutation, secrets_part. }
    assert (B1 : worth (extended (sigma pegs) (at_colours (length im - length (new im q))))
        (map (numbers F X im q) parts) <=
      sum (map (fun a => total (next a) (part q a (all_of F X im))) parts)).
    { clear SP N T. unfold worth. rewrite map_map. induction parts as [|a l IHl]; [reflexivity|].
      unfold sum in *. cbn [map fold_right]. apply Z.add_le_mono; [|exact IHl].
      rewrite TP. unfold numbers. cbn [fst snd].
      replace (length im - length (new im q))%nat with (length (rest im q)) by lia.
      apply (IH a (A a)); [now apply state_part | |apply PF].
      etransitivity; [apply filter_length | exact (proj2 LF)]. }
    assert (B2 : sum (map (sigma pegs) (map (fun a => length (X_part F X im q a)) tops)) <=
      sum (map (fun a => total (next a) (part q a (all_of F X im))) tops)).
    { clear SP N T. rewrite map_map. induction tops as [|a l IHl]; [reflexivity|].
      unfold sum in *. cbn [map fold_right]. apply Z.add_le_mono; [|exact IHl].
      pose proof (state_part F X im q S LQ a) as SA.
      rewrite TP. unfold all_of. rewrite total_both.
      pose proof (size_bound pegs (next a) _ (A a) (NoDup_explicit_secrets _ _ _ SA)
        (found_sized _ _ _ _ SA (PF a))). lia. }
    lia.
Qed.
End Pegs.
