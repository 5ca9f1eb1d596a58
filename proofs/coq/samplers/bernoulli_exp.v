(* Twin of proofs/samplers/bernoulli_exp.md: the coin e^-x from bits, as the limit of the comparison of a uniform bit
   string with e^-x. What is not here: that the enclosures of e^-x in doubles and by MPFR contain it, and that the words
   of the system's generator are uniform. *)
(* stamp: proofs/samplers/bernoulli_exp.md 36e7fc437d781e6e *)
From Coq Require Import Reals Lra List Lia.
From Discreet.basics Require Import sums.
From Discreet.samplers Require Import decisions uniform_less.
Open Scope R_scope.

Definition truth {P Q : Prop} (d : {P} + {Q}) : bool := if d then true else false.

(* The exact tests; those of the code say the same or nothing. *)
Definition certainly_yes (r : R) (a size : nat) : bool := truth (Rle_dec (INR a + 1) (r * INR size)).
Definition certainly_no (r : R) (a size : nat) : bool := truth (Rle_dec (r * INR size) (INR a)).

Lemma exp_of_minus_is_a_probability x : 0 <= x -> 0 <= exp (- x) <= 1.
Proof. intros H. split; [left; apply exp_pos|]. rewrite <- exp_0. apply exp_le. lra. Qed.

(* With any tests that say only what is certain, the coin is e^-x but for the chance that it is still open. *)
Theorem bernoulli_exp_bound x width yes no n :
  0 <= x ->
  (forall a size, (0 < size)%nat -> yes a size = true -> certainly_yes (exp (- x)) a size = true) ->
  (forall a size, (0 < size)%nat -> no a size = true -> certainly_no (exp (- x)) a size = true) ->
  Rabs (E heads (less width yes no n 0 1) (said true) - exp (- x)) <= E heads (less width yes no n 0 1) open.
Proof.
  intros Hx Y N. apply less_law; [| |now apply exp_of_minus_is_a_probability].
  - intros a size Hs H. specialize (Y a size Hs H). unfold certainly_yes in Y.
    destruct Rle_dec; [assumption|discriminate].
  - intros a size Hs H. specialize (N a size Hs H). unfold certainly_no in N.
    destruct Rle_dec; [assumption|discriminate].
Qed.

(* And the limit is e^-x. *)
Theorem bernoulli_exp_law x width : 0 <= x -> (0 < width)%nat ->
  let r := exp (- x) in
  Un_cv (fun n => E heads (less width (certainly_yes r) (certainly_no r) n 0 1) (said true)) r.
Proof.
  intros Hx Hw r eps He.
  assert (W2 : (2 <= 2 ^ width)%nat).
  { change 2%nat with (2 ^ 1)%nat at 1. apply Nat.pow_le_mono_r; lia. }
  assert (W : 2 <= INR (2 ^ width)) by (change 2 with (INR 2); now apply le_INR).
  assert (Q : 0 < / INR (2 ^ width) <= / 2).
  { split; [apply Rinv_0_lt_compat; lra|]. apply Rinv_le_contravar; lra. }
  destruct (pow_lt_1_zero (/ INR (2 ^ width))) with (y := eps) as [N HN].
  { rewrite Rabs_right; lra. }
  { exact He. }
  exists N. intros n Hn. specialize (HN n Hn). rewrite Rabs_right in HN by (apply Rle_ge, pow_le; lra).
  apply Rle_lt_trans with (E heads (less width (certainly_yes r) (certainly_no r) n 0 1) open).
  - now apply bernoulli_exp_bound.
  - apply Rle_lt_trans with (2 := HN). apply (less_ends width _ _ r); [| |exact Nat.lt_0_1].
    + intros a size H. unfold certainly_yes. now destruct Rle_dec.
    + intros a size H. unfold certainly_no. now destruct Rle_dec.
Qed.
