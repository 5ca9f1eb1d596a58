(* Time in segments, for proofs/selection/permute_and_flip_round.md: everyone arrives with probability p_i at a uniform
   time, and what a segment from a to a' leaves for later is what its end promises. Here time runs from 0 to 1;
   the C++ code tells it by c = 1 - a. *)
From Coq Require Import Reals Lra List Permutation Lia.
From Discreet.basics Require Import sums integrals.
From Discreet.selection.reference Require Import permute_and_flip_round.
Import ListNotations.
Open Scope R_scope.

Section Segments.
Variables (p : nat -> R) (l : list nat).
Hypothesis probabilities : forall i, In i l -> 0 <= p i <= 1.

(* The chance to arrive between the times a and a', given that nobody has by a. *)
Definition arrives (a a' : R) (i : nat) : R := p i * (a' - a) / (1 - p i * a).

(* What the future holds for x at the time a. *)
Definition future (a : R) (x : nat) (r : list nat) : R :=
  p x * (area (map p r) 1 - area (map p r) a) / product (map p (x :: r)) a.

Lemma still_out a i : a < 1 -> In i l -> 0 < 1 - p i * a.
Proof.
  intros Ha Hi. specialize (probabilities i Hi).
  destruct (Rle_lt_dec a 0).
  - assert (0 <= p i * - a) by (apply Rmult_le_pos; lra). lra.
  - assert (p i * a <= 1 * a) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma product_out a r : a < 1 -> incl r l -> 0 < product (map p r) a.
Proof.
  intros Ha. induction r as [|i r IH]; simpl; intros H; [lra|].
  apply Rmult_lt_0_compat; [apply still_out; auto; apply H; now left|].
  apply IH. intros j Hj. apply H. now right.
Qed.

Lemma product_arrives a a' r t : a < 1 -> incl r l ->
  product (map p r) a * product (map (arrives a a') r) t = product (map p r) (a + t * (a' - a)).
Proof.
  intros Ha. induction r as [|i r IH]; simpl; intros H; [ring|].
  rewrite <- IH by (intros j Hj; apply H; now right).
  assert (0 < 1 - p i * a) by (apply still_out; auto; apply H; now left).
  unfold arrives. field. lra.
Qed.

Lemma area_arrives a a' r : a < 1 -> incl r l ->
  (a' - a) * (product (map p r) a * area (map (arrives a a') r) 1)
  = area (map p r) a' - area (map p r) a.
Proof.
  intros Ha H.
  pose proof (agree
    (fun t => (a' - a) * (product (map p r) a * area (map (arrives a a') r) t))
    (fun t => area (map p r) ((a' - a) * t + a) - area (map p r) a)
    (fun t => (a' - a) * product (map p r) (a + t * (a' - a))) 1) as X.
  cbv beta in X. rewrite X; [f_equal; f_equal; ring|lra| | |].
  - rewrite area_at_0, !Rmult_0_r, Rplus_0_l. ring.
  - intros t _. apply (derivable_pt_lim_scal (fun t => product (map p r) a * area (map (arrives a a') r) t)).
    rewrite <- product_arrives by auto.
    apply (derivable_pt_lim_scal (area (map (arrives a a') r))). apply area_derivative.
  - intros t _.
    apply (derivable_pt_lim_eq _ _ (product (map p r) ((a' - a) * t + a) * ((a' - a) * 1 + 0) - 0)).
    + apply (derivable_pt_lim_minus (fun t => area (map p r) ((a' - a) * t + a)) (fun _ => _)).
      * apply (derivable_pt_lim_comp (fun t => (a' - a) * t + a) (area (map p r))).
        -- apply (derivable_pt_lim_plus (fun t => (a' - a) * t) (fun _ => a)).
           ++ apply (derivable_pt_lim_scal (fun t => t)). apply derivable_pt_lim_id.
           ++ apply derivable_pt_lim_const.
        -- apply area_derivative.
      * apply derivable_pt_lim_const.
    + replace ((a' - a) * t + a) with (a + t * (a' - a)) by ring. ring.
Qed.

(* Somebody arrives in the segment, or nobody does and the future goes on from its end. *)
Theorem future_splits a a' x r : a < 1 -> a' < 1 -> incl (x :: r) l ->
  flip (arrives a a') x r + product (map (arrives a a') (x :: r)) 1 * future a' x r = future a x r.
Proof.
  intros Ha Ha' H.
  assert (Hr : incl r l) by (intros j Hj; apply H; now right).
  assert (Hx : In x l) by (apply H; now left).
  pose proof (product_out a r Ha Hr) as P. pose proof (product_out a' r Ha' Hr) as P'.
  pose proof (still_out a x Ha Hx) as Q. pose proof (still_out a' x Ha' Hx) as Q'.
  pose proof (product_arrives a a' (x :: r) 1 Ha H) as X.
  replace (a + 1 * (a' - a)) with a' in X by ring.
  pose proof (area_arrives a a' r Ha Hr) as Y.
  unfold flip, future. cbn [map product] in *. unfold arrives at 1.
  set (H1 := area (map (arrives a a') r) 1) in *.
  set (A' := area (map p r) a') in *. set (A := area (map p r) a) in *.
  set (pa := product (map p r) a) in *. set (pa' := product (map p r) a') in *.
  set (h := (1 - arrives a a' x * 1) * product (map (arrives a a') r) 1) in *.
  apply (Rmult_eq_reg_l ((1 - p x * a) * pa)); [|apply Rgt_not_eq; now apply Rmult_lt_0_compat].
  transitivity (p x * ((a' - a) * (pa * H1))
                + ((1 - p x * a) * pa * h) * (p x * (area (map p r) 1 - A') / ((1 - p x * a') * pa'))).
  { field. repeat split; lra. }
  rewrite Y, X. field. repeat split; lra.
Qed.

Lemma future_ends a x r : a < 1 -> incl (x :: r) l -> flip (arrives a 1) x r = future a x r.
Proof.
  intros Ha H.
  assert (Hr : incl r l) by (intros j Hj; apply H; now right).
  assert (Hx : In x l) by (apply H; now left).
  pose proof (product_out a r Ha Hr) as P. pose proof (still_out a x Ha Hx) as Q.
  pose proof (area_arrives a 1 r Ha Hr) as Y.
  unfold flip, future. cbn [map product]. unfold arrives at 1. rewrite <- Y. field. lra.
Qed.

End Segments.

(* How long a segment may be: theta is T / mean times the left side, so the best one's bounds everyone's in proportion
   to p. As ln (1 - p t) - p ln (1 - t) grows with t. *)
Theorem theta_fits p a a' : 0 <= p <= 1 -> 0 <= a <= a' -> a' < 1 ->
  0 <= ln ((1 - p * a) / (1 - p * a')) <= p * ln ((1 - a) / (1 - a')).
Proof.
  intros Hp Ha Ha'.
  assert (P : forall t, 0 <= t -> t <= a' -> 0 < 1 - t /\ 1 - t <= 1 - p * t).
  { intros t H0 H1. assert (p * t <= 1 * t) by (apply Rmult_le_compat_r; lra). lra. }
  destruct (P a) as [A1 A2]; try lra. destruct (P a') as [B1 B2]; try lra.
  assert (Q : 1 - p * a' <= 1 - p * a) by (assert (p * a <= p * a') by (apply Rmult_le_compat_l; lra); lra).
  unfold Rdiv. rewrite !ln_mult, !ln_Rinv by (try apply Rinv_0_lt_compat; lra). split.
  - destruct Q as [Q|Q]; [|rewrite Q; lra]. apply ln_increasing in Q; lra.
  - assert (G : (fun t => ln (1 - p * t) - p * ln (1 - t)) a <= (fun t => ln (1 - p * t) - p * ln (1 - t)) a').
    { apply (rises (fun t => ln (1 - p * t) - p * ln (1 - t))
        (fun t => / (1 - p * t) * (0 - p * 1) - p * (/ (1 - t) * (0 - 1)))); [lra| |].
      - intros t Ht. destruct (P t) as [T1 T2]; try lra.
        apply (derivable_pt_lim_minus (fun t => ln (1 - p * t)) (fun t => p * ln (1 - t))).
        + apply (derivable_pt_lim_comp (fun t => 1 - p * t) ln); [|apply derivable_pt_lim_ln; lra].
          apply (derivable_pt_lim_minus (fun _ => 1) (fun t => p * t)); [apply derivable_pt_lim_const|].
          apply (derivable_pt_lim_scal (fun t => t)). apply derivable_pt_lim_id.
        + apply (derivable_pt_lim_scal (fun t => ln (1 - t))).
          apply (derivable_pt_lim_comp (fun t => 1 - t) ln); [|apply derivable_pt_lim_ln; lra].
          apply (derivable_pt_lim_minus (fun _ => 1) (fun t => t)); [apply derivable_pt_lim_const|].
          apply derivable_pt_lim_id.
      - intros t Ht. destruct (P t) as [T1 T2]; try lra.
        assert (I : / (1 - p * t) <= / (1 - t)) by (apply Rinv_le_contravar; lra).
        assert (0 <= p * (/ (1 - t) - / (1 - p * t))) by (apply Rmult_le_pos; lra). lra. }
    cbv beta in G. lra.
Qed.
