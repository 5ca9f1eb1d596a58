(* Some coins of permute-and-flip tossed before the others, for proofs/selection/near_round.md. *)
From Coq Require Import Reals Lra List Permutation ZArith Lia Bool.
From Discreet.basics Require Import sums integrals.
From Discreet.selection Require Import toss.
From Discreet.selection.reference Require Import permute_and_flip_round.
Import ListNotations.
Open Scope R_scope.

(* ---- Candidates with their probabilities, as in toss.v ---- *)

Definition sure (i : nat) : nat * R := (i, 1).
Definition with_chance (p : nat -> R) (i : nat) : nat * R := (i, p i).

Lemma value_of_flips p f l :
  value_of f (map (with_chance p) l) = sum (fun '(x, r) => flip p x r * f x) (picks l).
Proof.
  unfold value_of. rewrite picks_map, sum_map. apply sum_ext. intros [x r] _. unfold with_chance, flip.
  now rewrite map_map.
Qed.

(* The first of a uniform order wins by its coin, or the others go on without it. *)
Lemma value_recursion f l :
  INR (length l) * value_of f l = sum (fun '((x, q), r) => q * f x + (1 - q) * value_of f r) (picks l).
Proof.
  set (one := fun (d : nat * R) (s : list (nat * R)) => snd d * area (map snd s) 1 * f (fst d)).
  assert (V : forall l, value_of f l = sum (fun '(d, s) => one d s) (picks l)).
  { intros l'. apply sum_ext. now intros [[x q] r] _. }
  transitivity (sum (fun '(c, _) => snd c * f (fst c)) (picks l)
    + sum (fun '(c, r) => sum (fun '(d, s) => (1 - snd c) * one d s) (picks r)) (picks l)).
  - rewrite (sum_picks_swap (fun c d s => (1 - snd c) * one d s)), <- sum_plus, V, <- sum_scale.
    apply sum_ext. intros [d r] H. apply picks_permutation in H. rewrite (Permutation_length H). cbn [length].
    rewrite (sum_ext _ (fun a => snd d * f (fst d) * (let '(c, s) := a in (1 - snd c) * area (map snd s) 1)))
      by (intros [c s] _; cbv beta iota; unfold one; ring).
    rewrite sum_scale. unfold one. pose proof (area_recursion (map snd r)) as A.
    rewrite map_length, picks_map, sum_map in A.
    rewrite (sum_ext _ (fun a => let '(c, s) := a in (1 - snd c) * area (map snd s) 1)) in A by now intros [c s] _.
    set (t := sum _ (picks r)) in *. replace t with (INR (S (length r)) * area (map snd r) 1 - 1) by lra. ring.
  - rewrite <- sum_plus. apply sum_ext. intros [[x q] r] _. cbn [fst snd]. rewrite V, <- sum_scale. f_equal.
    apply sum_ext. now intros [d s] _.
Qed.

(* Some of the coins may be tossed before: permute-and-flip goes on with those who showed heads, and they are sure. *)
Theorem tossed_first p f l rest :
  coins p l (fun heads => value_of f (map sure heads ++ rest)) = value_of f (map (with_chance p) l ++ rest).
Proof.
  revert rest. induction l as [|i l IH]; intros rest; cbn [coins map app]; [reflexivity|].
  rewrite (coins_ext p p l _ (fun heads => value_of f (map sure heads ++ sure i :: rest))), !IH; auto.
  - unfold with_chance at 3. rewrite value_of_coin. do 2 f_equal. apply value_of_permutation. symmetry.
    apply (Permutation_middle (map (with_chance p) l)).
  - intros heads. apply value_of_permutation. apply (Permutation_middle (map sure heads)).
Qed.

(* Only the members of the list can show heads. *)
Lemma coins_within p l G H : (forall heads, incl heads l -> G heads = H heads) -> coins p l G = coins p l H.
Proof.
  revert G H. induction l as [|i l IH]; intros G H X; cbn [coins]; [now apply X|].
  rewrite (IH (fun s => G (i :: s)) (fun s => H (i :: s))), (IH G H); [reflexivity| |]; intros s I; apply X.
  - intros j Hj. right. now apply I.
  - intros j [<-|Hj]; [now left|right; now apply I].
Qed.
