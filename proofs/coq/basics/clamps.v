(* A real clamped to [0, 1]: the chance that a uniform number of the unit interval lies below it. *)
From Coq Require Import Reals Lra List.
From Discreet.basics Require Import sums.
Import ListNotations.
Open Scope R_scope.

Definition clamp (x : R) : R := Rmax 0 (Rmin 1 x).

Lemma clamp_is_a_probability x : 0 <= clamp x <= 1.
Proof. unfold clamp. split; [apply Rmax_l|]. apply Rmax_lub; [lra|apply Rmin_l]. Qed.

Lemma clamp_of_a_probability x : 0 <= x <= 1 -> clamp x = x.
Proof. intros H. unfold clamp, Rmax, Rmin. repeat destruct Rle_dec; lra. Qed.

Lemma clamp_above x : 1 <= x -> clamp x = 1.
Proof. intros H. unfold clamp, Rmax, Rmin. repeat destruct Rle_dec; lra. Qed.

Lemma clamp_below x : x <= 0 -> clamp x = 0.
Proof. intros H. unfold clamp, Rmax, Rmin. repeat destruct Rle_dec; lra. Qed.

Lemma sum_clamps_all m : forall theta,
  sum (fun o => clamp (theta - INR o)) (seq 0 m) = Rmax 0 (Rmin (INR m) theta).
Proof.
  induction m as [|m IH]; intros theta.
  - simpl. unfold Rmax, Rmin. repeat destruct Rle_dec; lra.
  - cbn [seq sum]. rewrite sum_seq_S.
    rewrite (sum_ext _ (fun o => clamp ((theta - 1) - INR o))).
    + rewrite IH. rewrite S_INR. simpl INR. pose proof (pos_INR m).
      unfold clamp, Rmax, Rmin. repeat destruct Rle_dec; lra.
    + intros o _. rewrite S_INR. f_equal. lra.
Qed.

(* The offsets 0 ... m - 1, each kept with the chance that it lies below theta, make theta. *)
Theorem sum_clamps theta m : 0 <= theta <= INR m -> sum (fun o => clamp (theta - INR o)) (seq 0 m) = theta.
Proof. intros H. rewrite sum_clamps_all. unfold Rmax, Rmin. repeat destruct Rle_dec; lra. Qed.

(* A digit more: a cell of the unit interval is its n parts. *)
Theorem clamp_refines x n :
  (0 < n)%nat -> / INR n * sum (fun c => clamp (x * INR n - INR c)) (seq 0 n) = clamp x.
Proof.
  intros Hn. assert (P : 0 < INR n) by now apply lt_0_INR.
  rewrite sum_clamps_all. set (all := Rmax 0 (Rmin (INR n) (x * INR n))).
  enough (H : all = INR n * clamp x) by (rewrite H; field; lra). unfold all, clamp.
  destruct (Rle_lt_dec x 0) as [L|L].
  - assert (0 <= - x * INR n) by (apply Rmult_le_pos; lra).
    rewrite (Rmin_right (INR n)), (Rmin_right 1), !Rmax_left by lra. lra.
  - assert (0 < x * INR n) by now apply Rmult_lt_0_compat.
    destruct (Rle_lt_dec 1 x) as [K|K].
    + assert (1 * INR n <= x * INR n) by (apply Rmult_le_compat_r; lra).
      rewrite (Rmin_left (INR n)), (Rmin_left 1), !Rmax_right by lra. lra.
    + assert (x * INR n <= 1 * INR n) by (apply Rmult_le_compat_r; lra).
      rewrite (Rmin_right (INR n)), (Rmin_right 1), !Rmax_right by lra. lra.
Qed.

(* Only one cell can hold x inside. *)
Lemma one_open (g : nat -> R) bound x m : forall s,
  0 <= bound -> (forall c, g c <= bound) -> (forall c, INR c + 1 <= x \/ x <= INR c -> g c = 0) ->
  sum g (seq s m) <= bound.
Proof.
  induction m as [|m IH]; intros s HB Hg Hz; cbn [seq sum]; [exact HB|].
  destruct (Rle_lt_dec (INR s + 1) x) as [L|L].
  - rewrite Hz by now left. specialize (IH (S s) HB Hg Hz). lra.
  - rewrite (sum_ext _ (fun _ => 0)), sum_const.
    + specialize (Hg s). lra.
    + intros c Hc. apply in_seq in Hc. apply Hz. right. destruct Hc as [Hc _]. apply le_INR in Hc.
      rewrite S_INR in Hc. lra.
Qed.
