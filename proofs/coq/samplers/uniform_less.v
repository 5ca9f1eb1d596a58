(* Twin of proofs/samplers/uniform_less.md: from bits to the coin. A uniform real U is drawn word by word and compared
   with a real r by tests that may say yes only where U < r is certain, no only where U >= r is, and neither otherwise:
   what enclosures of r can tell. Then yes has the probability r, up to the chance that no answer is given. *)
(* stamp: proofs/samplers/uniform_less.md 562753c1230b57bf *)
From Coq Require Import Reals Lra List Lia.
From Discreet.basics Require Import sums clamps.
From Discreet.samplers Require Import decisions.
Import ListNotations.
Open Scope R_scope.

Section Less.
Variable width : nat.                      (* a word is uniform below 2^width *)
Let words := (2 ^ width)%nat.

Variables yes no : nat -> nat -> bool.     (* asked of the cell [a, a + 1) / size of U's known bits *)

(* At most n more words after the known ones. *)
Fixpoint less (n a size : nat) : program Empty_set (option bool) :=
  if yes a size then Ret (Some true)
  else if no a size then Ret (Some false)
  else match n with
       | O => Ret None
       | S n => Below words (fun word => less n (a * words + word) (size * words))
       end.

Variable r : R.
Hypothesis yes_is_true : forall a size, (0 < size)%nat -> yes a size = true -> INR a + 1 <= r * INR size.
Hypothesis no_is_true : forall a size, (0 < size)%nat -> no a size = true -> r * INR size <= INR a.

Definition heads (c : Empty_set) : R := match c with end.
Definition said (b : bool) (o : option bool) : R :=
  match o with
  | Some b' => if Bool.eqb b b' then 1 else 0
  | None => 0
  end.
Definition open (o : option bool) : R := match o with Some _ => 0 | None => 1 end.

Lemma words_pos : (0 < words)%nat.
Proof. apply Nat.neq_0_lt_0. apply Nat.pow_nonzero. discriminate. Qed.

(* The chance that U < r, given the cell of the known bits, is that of its parts. *)
Lemma cell_refines a size :
  / INR words * sum (fun word => clamp (r * INR (size * words) - INR (a * words + word))) (seq 0 words)
  = clamp (r * INR size - INR a).
Proof.
  rewrite <- (clamp_refines (r * INR size - INR a) words words_pos). f_equal. apply sum_ext. intros word _. f_equal.
  rewrite plus_INR, !mult_INR. ring.
Qed.

Lemma less_at_most n a size : (0 < size)%nat ->
  E heads (less n a size) (said true) <= clamp (r * INR size - INR a) /\
  E heads (less n a size) (said false) <= 1 - clamp (r * INR size - INR a).
Proof.
  pose proof words_pos as W. assert (W' : 0 < INR words) by now apply lt_0_INR.
  revert a size. induction n as [|n IH]; intros a size Hs; pose proof (clamp_is_a_probability (r * INR size - INR a));
    cbn [less]; destruct (yes a size) eqn:Y.
  - pose proof (yes_is_true a size Hs Y). rewrite clamp_above by lra. simpl. lra.
  - destruct (no a size) eqn:N; [|simpl; lra].
    pose proof (no_is_true a size Hs N). rewrite clamp_below by lra. simpl. lra.
  - pose proof (yes_is_true a size Hs Y). rewrite clamp_above by lra. simpl. lra.
  - destruct (no a size) eqn:N.
    { pose proof (no_is_true a size Hs N). rewrite clamp_below by lra. simpl. lra. }
    assert (S' : (0 < size * words)%nat) by now apply Nat.mul_pos_pos.
    rewrite <- cell_refines. cbn [E]. split.
    + apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat|]. apply sum_le. intros word _. now apply IH.
    + apply Rle_trans with (/ INR words * sum (fun word =>
        1 - clamp (r * INR (size * words) - INR (a * words + word))) (seq 0 words)).
      * apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat|]. apply sum_le. intros word _. now apply IH.
      * rewrite sum_minus, sum_const, seq_length, Rmult_minus_distr_l, Rmult_1_r, Rinv_l by lra. lra.
Qed.

Lemma less_sound n a size : sound (less n a size).
Proof.
  revert a size. induction n as [|n IH]; intros a size; cbn [less]; destruct (yes a size); simpl; auto;
    destruct (no a size); simpl; auto. split; [apply words_pos|]. auto.
Qed.

(* The answer yes has the probability r but for the chance that the comparison is still open. *)
Theorem less_law n : 0 <= r <= 1 ->
  Rabs (E heads (less n 0 1) (said true) - r) <= E heads (less n 0 1) open.
Proof.
  intros Hr. destruct (less_at_most n 0 1 Nat.lt_0_1) as [Y N]. simpl INR in *.
  rewrite Rmult_1_r, Rminus_0_r, clamp_of_a_probability in * by exact Hr.
  pose proof (E_const heads (less n 0 1) 1 (less_sound _ _ _)) as T.
  rewrite (E_ext _ _ _ (fun o => said true o + (said false o + open o))) in T
    by (intros [[|]|]; simpl; lra).
  rewrite !E_plus in T. apply Rabs_le. lra.
Qed.

(* Where the tests are exact, at most one cell in 2^(width n) is still open after n more words. *)
Hypothesis yes_is_exact : forall a size, INR a + 1 <= r * INR size -> yes a size = true.
Hypothesis no_is_exact : forall a size, r * INR size <= INR a -> no a size = true.

Lemma less_closed n a size : (0 < size)%nat ->
  INR a + 1 <= r * INR size \/ r * INR size <= INR a -> E heads (less n a size) open = 0.
Proof.
  intros Hs H. destruct n; cbn [less]; destruct (yes a size) eqn:Y; try reflexivity;
    destruct (no a size) eqn:N; try reflexivity; exfalso; destruct H as [H|H];
    solve [apply yes_is_exact in H; congruence | apply no_is_exact in H; congruence].
Qed.

Theorem less_ends n a size : (0 < size)%nat -> E heads (less n a size) open <= (/ INR words) ^ n.
Proof.
  pose proof words_pos as W. assert (W' : 0 < INR words) by now apply lt_0_INR.
  assert (V : 0 < / INR words) by now apply Rinv_0_lt_compat.
  assert (P : forall n, 0 <= (/ INR words) ^ n) by (intros; apply pow_le; lra).
  revert a size. induction n as [|n IH]; intros a size Hs; cbn [less].
  - destruct (yes a size); [|destruct (no a size)]; simpl; lra.
  - destruct (yes a size); [apply P|]. destruct (no a size); [apply P|].
    cbn [E pow]. apply Rmult_le_compat_l; [lra|].
    apply (one_open _ _ (r * INR (size * words) - INR (a * words))); [apply P| |].
    + intros word. apply IH. now apply Nat.mul_pos_pos.
    + intros word H. apply less_closed; [now apply Nat.mul_pos_pos|]. rewrite plus_INR. destruct H; [left|right]; lra.
Qed.

End Less.
