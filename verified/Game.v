(** The games, their strategies, and what it means that a strategy is best.

    This file is all that has to be read to know what is proved; everything else is proof. *)

From Coq Require Export List Arith ZArith Permutation.
Export ListNotations.

(** A colour is a number, a secret or a question a list of colours, one for each peg. *)
Notation colour := nat (only parsing).
Definition code := list colour.
Definition code_dec : forall s q : code, {s = q} + {s <> q} := list_eq_dec Nat.eq_dec.

(** [true]: Mastermind, where colours may repeat; [false]: the AB game, where they may not. *)
Definition game := bool.
Definition mastermind : game := true.
Definition ab : game := false.
Definition well_formed (g : game) (pegs : nat) (s : code) : Prop :=
  length s = pegs /\ (g = ab -> NoDup s).

(** Black pegs: the columns that agree.  Black and white pegs together: for each colour of the
    secret the lesser of how often it occurs in the secret and in the question. *)
Fixpoint black (s q : code) : nat :=
  match s, q with
  | a :: s', b :: q' => (if a =? b then 1 else 0) + black s' q'
  | _, _ => 0
  end.
Definition occurrences (s : code) (c : colour) : nat := count_occ Nat.eq_dec s c.
Definition matched (s q : code) : nat :=
  list_sum (map (fun c => min (occurrences s c) (occurrences q c)) (nodup Nat.eq_dec s)).
Definition answer (s q : code) : nat * nat := (black s q, matched s q - black s q).
Definition answer_dec : forall a b : nat * nat, {a = b} + {a <> b}.
Proof. decide equality; apply Nat.eq_dec. Defined.

(** A strategy: what is asked, and for each answer how to go on.  The game ends when the secret
    is asked. *)
Inductive strategy : Type :=
| Stop : strategy
| Ask : code -> (nat * nat -> strategy) -> strategy.

Fixpoint finds (t : strategy) (s : code) : Prop :=
  match t with
  | Stop => False
  | Ask q next => s = q \/ finds (next (answer s q)) s
  end.

(** How many questions are asked, that of the secret included. *)
Fixpoint asked (t : strategy) (s : code) : nat :=
  match t with
  | Stop => 0
  | Ask q next => if code_dec s q then 1 else S (asked (next (answer s q)) s)
  end.

(** All secrets with [n] colours. *)
Fixpoint words (n pegs : nat) : list code :=
  match pegs with
  | 0 => [[]]
  | S p => flat_map (fun c => map (cons c) (words n p)) (seq 0 n)
  end.
Definition without_repeats (s : code) : bool :=
  if list_eq_dec Nat.eq_dec (nodup Nat.eq_dec s) s then true else false.
Definition secrets (g : game) (pegs n : nat) : list code :=
  filter (fun s => orb g (without_repeats s)) (words n pegs).

(** What may be asked while the secrets [X] are possible.  [With]: also colours that no secret has,
    as many as one likes.  [Exact], the real game: the [n] colours.  [Without]: only colours
    that the secret may still have. *)
Inductive reading := With | Exact | Without.
Definition may_ask (r : reading) (n : nat) (X : list code) (c : colour) : Prop :=
  match r with
  | With => True
  | Exact => c < n
  | Without => exists s, In s X /\ In c s
  end.
Definition answering (X : list code) (q : code) (a : nat * nat) : list code :=
  filter (fun s => if answer_dec (answer s q) a then true else false) X.
Fixpoint allowed (g : game) (pegs : nat) (r : reading) (n : nat) (X : list code) (t : strategy) :=
  match t with
  | Stop => True
  | Ask q next =>
      well_formed g pegs q /\ Forall (may_ask r n X) q /\
      forall a, allowed g pegs r n (answering X q a) (next a)
  end.

(** The external path length, the total number of questions, and the worst case. *)
Inductive objective := Expected | Worst.
Definition cost (o : objective) (t : strategy) (X : list code) : nat :=
  match o with
  | Expected => list_sum (map (asked t) X)
  | Worst => list_max (map (asked t) X)
  end.

(** [v] is what a best strategy costs. *)
Definition optimum (g : game) (pegs : nat) (r : reading) (o : objective) (n v : nat) : Prop :=
  let X := secrets g pegs n in
  let good t := allowed g pegs r n X t /\ Forall (finds t) X in
  (exists t, good t /\ cost o t X = v) /\ (forall t, good t -> v <= cost o t X).
