(* Twin of proofs/mechanisms/top_k_bounded_range.md: one selection by the exponential mechanism.

   u i is the score of candidate i in units of the scale. A selection among l returns x with the probability
   exponential u x r, for each way to pick x from l, r being the others. *)
(* stamp: proofs/mechanisms/top_k_bounded_range.md 864f60ba1c25381d *)
From Coq Require Import Reals Lra List Permutation.
From Discreet.basics Require Import sums.
From Discreet.framework Require Import range_distance.
Import ListNotations.
Open Scope R_scope.

Definition total (u : nat -> R) (l : list nat) : R := sum (fun i => exp (u i)) l.

Definition exponential (u : nat -> R) (x : nat) (r : list nat) : R :=
  exp (u x) / total u (x :: r).

Lemma total_pos u x r : 0 < total u (x :: r).
Proof.
  unfold total. simpl. assert (0 <= sum (fun i => exp (u i)) r).
  { apply sum_nonneg. intros. left. apply exp_pos. }
  pose proof (exp_pos (u x)). lra.
Qed.

Lemma exponential_nonneg u x r : 0 <= exponential u x r.
Proof. left. apply Rdiv_lt_0_compat; [apply exp_pos|apply total_pos]. Qed.

Lemma total_permutation u l l' : Permutation l l' -> total u l = total u l'.
Proof. apply sum_permutation. Qed.

Lemma exponential_permutation u x r r' :
  Permutation r r' -> exponential u x r = exponential u x r'.
Proof. intros P. unfold exponential. now rewrite (total_permutation u (x :: r) (x :: r')) by auto. Qed.

(* It is a law: the probabilities sum to 1. *)
Theorem exponential_total u x l :
  sum (fun '(y, r) => exponential u y r) (picks (x :: l)) = 1.
Proof.
  rewrite (sum_ext _ (fun p => / total u (x :: l) * (let '(y, _) := p in exp (u y)))).
  - rewrite sum_scale. replace (sum _ _) with (total u (x :: l)).
    + field. apply Rgt_not_eq, total_pos.
    + symmetry. apply sum_picked.
  - intros [y r] H. apply picks_permutation in H. unfold exponential.
    rewrite (total_permutation u _ _ H). unfold Rdiv. apply Rmult_comm.
Qed.

(* Bounded range: the log of the ratio lies in an interval [t, t + d] that is the same for all x. *)
Theorem exponential_bounded_range d u u' x l :
  range_within d u u' (x :: l) ->
  exists t, forall y r, In (y, r) (picks (x :: l)) ->
    exp t * exponential u' y r <= exponential u y r <= exp (t + d) * exponential u' y r.
Proof.
  intros H.
  assert (M : exists m, In m (x :: l) /\ forall i, In i (x :: l) -> u m - u' m <= u i - u' i).
  { clear H. induction l as [|z l IH] in x |- *.
    - exists x. split; [now left|]. intros i [<-|[]]. lra.
    - destruct (IH z) as [m [Hm Hle]].
      destruct (Rle_dec (u x - u' x) (u m - u' m)).
      + exists x. split; [now left|]. intros i [<-|Hi]; [lra|]. specialize (Hle i Hi). lra.
      + exists m. split; [now right|]. intros i [<-|Hi]; [lra|]. now apply Hle. }
  destruct M as [m [Hm Hle]].
  pose proof (total_pos u x l) as T. pose proof (total_pos u' x l) as T'.
  exists (u m - u' m - ln (total u (x :: l) / total u' (x :: l))).
  intros y r Hy. apply picks_permutation in Hy.
  assert (Iy : In y (x :: l)) by (rewrite Hy; now left).
  assert (Q : exponential u y r
              = exp (u y - u' y - ln (total u (x :: l) / total u' (x :: l))) * exponential u' y r).
  { unfold exponential. rewrite <- !(total_permutation _ _ _ Hy).
    unfold Rminus. rewrite !exp_plus, !exp_Ropp, exp_ln by (apply Rdiv_lt_0_compat; lra).
    field. repeat split; try lra. apply Rgt_not_eq, exp_pos. }
  rewrite Q. pose proof (exponential_nonneg u' y r) as N.
  split; apply Rmult_le_compat_r; auto; apply exp_le.
  - specialize (Hle y Iy). lra.
  - specialize (H y m Iy Hm). lra.
Qed.

(* So one selection is d-private. *)
Theorem exponential_private d u u' x r :
  range_within d u u' (x :: r) -> exponential u x r <= exp d * exponential u' x r.
Proof.
  intros H. unfold exponential.
  pose proof (total_pos u x r) as T. pose proof (total_pos u' x r) as T'.
  apply (Rmult_le_reg_r (total u (x :: r) * total u' (x :: r))).
  { now apply Rmult_lt_0_compat. }
  replace (exp (u x) / total u (x :: r) * (total u (x :: r) * total u' (x :: r)))
    with (exp (u x) * total u' (x :: r)) by (field; lra).
  replace (exp d * (exp (u' x) / total u' (x :: r)) * (total u (x :: r) * total u' (x :: r)))
    with ((exp d * exp (u' x)) * total u (x :: r)) by (field; lra).
  unfold total. rewrite <- !sum_scale. apply sum_le. intros i Hi.
  rewrite <- !exp_plus. apply exp_le.
  specialize (H x i (or_introl eq_refl) Hi). lra.
Qed.
