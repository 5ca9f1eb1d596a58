(* Twin of proofs/mechanisms/top_k_max_divergence.md: permute-and-flip is d/scale-private, and k rounds k times that,
   whatever n, k and the scores. *)
(* stamp: proofs/mechanisms/top_k_max_divergence.md 6cd486fba220ff49 *)
From Coq Require Import Reals Lra List Permutation ZArith Lia.
From Discreet.basics Require Import sums integrals.
From Discreet.framework Require Import range_distance measures.
From Discreet.samplers Require Import decisions.
From Discreet.mechanisms Require Import top_k_bounded_range.
From Discreet.selection.reference Require Import permute_and_flip_round peel.
Import ListNotations.
Open Scope R_scope.

(* ---- One selection ---- *)

(* The same with everything measured from x: r_i = e^(u_i - u_x), up to e^(u_x - b). *)
Lemma flip_from_x u b x r :
  flip (fun i => exp (u i - b)) x r = area (map (fun i => exp (u i - u x)) r) (exp (u x - b)).
Proof.
  unfold flip. rewrite <- (Rmult_1_r (exp (u x - b))) at 2. rewrite <- area_stretch by lra.
  rewrite map_map. f_equal. f_equal. apply map_ext. intros i. rewrite <- exp_plus. f_equal. lra.
Qed.

Lemma area_near eta z l (v v' : nat -> R) :
  0 <= z ->
  (forall i, In i l -> 0 <= v i /\ v i * z <= 1 /\ 0 <= v' i <= exp eta * v i) ->
  area (map v l) z <= exp eta * area (map v' l) (exp (- eta) * z).
Proof.
  intros Hz H.
  assert (L : (fun t => exp eta * area (map v' l) (exp (- eta) * t) - area (map v l) t) 0
           <= (fun t => exp eta * area (map v' l) (exp (- eta) * t) - area (map v l) t) z).
  { apply (rises (fun t => exp eta * area (map v' l) (exp (- eta) * t) - area (map v l) t)
             (fun t => exp eta * (product (map v' l) (exp (- eta) * t) * exp (- eta))
                       - product (map v l) t)); [exact Hz| |].
    - intros t _.
      apply (derivable_pt_lim_minus (fun t => exp eta * area (map v' l) (exp (- eta) * t))).
      + apply (derivable_pt_lim_scal (fun t => area (map v' l) (exp (- eta) * t))).
        apply derivable_pt_lim_stretch, area_derivative.
      + apply area_derivative.
    - intros t Ht.
      replace (exp eta * (product (map v' l) (exp (- eta) * t) * exp (- eta)))
        with (product (map v' l) (exp (- eta) * t)).
      2: { replace (exp eta * (product (map v' l) (exp (- eta) * t) * exp (- eta)))
             with (product (map v' l) (exp (- eta) * t) * (exp eta * exp (- eta))) by lra.
           rewrite <- exp_plus, Rplus_opp_r, exp_0. lra. }
      enough (0 <= product (map v l) t <= product (map v' l) (exp (- eta) * t)) by lra.
      induction l as [|i l IH]; simpl; [lra|].
      destruct IH as [IH1 IH2]; [intros; apply H; now right|].
      destruct (H i (or_introl eq_refl)) as [Hi [Hz1 [Hv' Hve]]].
      assert (v i * t <= v i * z) by (apply Rmult_le_compat_l; lra).
      assert (v' i * (exp (- eta) * t) <= v i * t).
      { replace (v i * t) with (exp eta * v i * (exp (- eta) * t)).
        - apply Rmult_le_compat_r; [|exact Hve].
          apply Rmult_le_pos; [left; apply exp_pos|lra].
        - replace (exp eta * v i * (exp (- eta) * t))
            with (v i * t * (exp eta * exp (- eta))) by lra.
          rewrite <- exp_plus, Rplus_opp_r, exp_0. lra. }
      split.
      + apply Rmult_le_pos; lra.
      + apply Rmult_le_compat; lra. }
  simpl in L. rewrite Rmult_0_r, !area_at_0 in L. lra.
Qed.

(* Range distance d, in units of the scale, makes permute-and-flip d-private. *)
Theorem permute_and_flip_private d u u' b b' x r :
  range_within d u u' (x :: r) -> is_best u (x :: r) b -> is_best u' (x :: r) b' ->
  flip (fun i => exp (u i - b)) x r <= exp d * flip (fun i => exp (u' i - b')) x r.
Proof.
  intros H [_ B] [[m [Hm Em]] B']. rewrite !flip_from_x.
  assert (Ix : In x (x :: r)) by now left.
  apply Rle_trans with (exp d * area (map (fun i => exp (u' i - u' x)) r)
                                     (exp (- d) * exp (u x - b))).
  - apply area_near; [left; apply exp_pos|]. intros i Hi. assert (Ii : In i (x :: r)) by now right.
    repeat split.
    + left. apply exp_pos.
    + rewrite <- exp_plus, <- exp_0. apply exp_le. specialize (B i Ii). lra.
    + left. apply exp_pos.
    + rewrite <- exp_plus. apply exp_le. specialize (H x i Ix Ii). lra.
  - apply Rmult_le_compat_l; [left; apply exp_pos|]. apply area_rises.
    + split; [apply Rmult_le_pos; left; apply exp_pos|]. rewrite <- exp_plus. apply exp_le.
      specialize (H x m Ix Hm). specialize (B m Hm). lra.
    + intros c Hc. apply in_map_iff in Hc. destruct Hc as [i [<- Hi]].
      split; [left; apply exp_pos|]. rewrite <- exp_plus, <- exp_0. apply exp_le.
      specialize (B' i (or_intror Hi)). lra.
Qed.

Lemma flip_nonneg u b x r : is_best u (x :: r) b -> 0 <= flip (fun i => exp (u i - b)) x r.
Proof.
  intros [_ B]. rewrite flip_from_x. apply area_nonneg; [left; apply exp_pos|].
  intros c Hc. apply in_map_iff in Hc. destruct Hc as [i [<- Hi]].
  split; [left; apply exp_pos|]. rewrite <- exp_plus, <- exp_0. apply exp_le.
  specialize (B i (or_intror Hi)). lra.
Qed.

(* ---- k selections ---- *)

(* k adaptive selections, each within d whatever was selected before, are within k d. *)
Theorem peeled_private P P' d k pool f :
  (forall x r, incl (x :: r) pool -> 0 <= P x r <= exp d * P' x r) ->
  (forall x r, incl (x :: r) pool -> 0 <= P' x r) ->
  (forall w, 0 <= f w) -> 0 <= d ->
  0 <= peeled P k pool f <= exp (INR k * d) * peeled P' k pool f.
Proof.
  intros HP HP' Hf Hd. revert pool f HP HP' Hf.
  induction k as [|k IH]; intros pool f HP HP' Hf; cbn [peeled].
  { simpl. rewrite Rmult_0_l, exp_0. specialize (Hf []). lra. }
  destruct pool as [|x l].
  { specialize (Hf []). split; [exact Hf|].
    assert (1 <= exp (INR (S k) * d)).
    { rewrite <- exp_0 at 1. apply exp_le. apply Rmult_le_pos; [apply pos_INR|exact Hd]. }
    apply Rle_trans with (1 * f []); [lra|]. apply Rmult_le_compat_r; auto. }
  assert (X : forall y r, In (y, r) (picks (x :: l)) -> incl (y :: r) (x :: l)).
  { intros y r H z Hz. apply picks_permutation in H. now rewrite H. }
  assert (Y : forall y r, In (y, r) (picks (x :: l)) ->
    0 <= peeled P k r (fun w => f (y :: w))
      <= exp (INR k * d) * peeled P' k r (fun w => f (y :: w))).
  { intros y r H. apply IH; auto.
    - intros z s Hz. apply HP. intros i Hi. apply (X y r H). right. now apply Hz.
    - intros z s Hz. apply HP'. intros i Hi. apply (X y r H). right. now apply Hz. }
  split.
  - apply sum_nonneg. intros [y r] H. apply Rmult_le_pos; [apply HP; auto|apply Y; auto].
  - rewrite <- sum_scale. apply sum_le. intros [y r] H.
    destruct (Y y r H) as [Y1 Y2]. destruct (HP y r (X y r H)) as [H1 H2].
    replace (exp (INR (S k) * d) * (P' y r * peeled P' k r (fun w => f (y :: w))))
      with ((exp d * P' y r) * (exp (INR k * d) * peeled P' k r (fun w => f (y :: w)))).
    + now apply Rmult_le_compat.
    + rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus. lra.
Qed.

Section TopK.
Variable scale : R.
Hypothesis scale_pos : 0 < scale.
Notation E := (E (heads scale)).

(* All of the probability is on lists of winners: the throw has none. *)
Theorem permute_and_flip_top_k_ends score k pool :
  E (peel (permute_and_flip_round score) k pool) (when_some (fun _ => 1)) = 1.
Proof.
  rewrite (peel_law scale (permute_and_flip_round score) (flip_law scale score)) by
    (apply flip_law_fair || now apply permute_and_flip_round_law).
  apply peeled_total. now apply flip_law_total.
Qed.

Lemma permute_and_flip_top_k_some score k pool f :
  E (peel (permute_and_flip_round score) k pool) f
  = E (peel (permute_and_flip_round score) k pool) (when_some (fun w => f (Some w))).
Proof.
  set (m := peel (permute_and_flip_round score) k pool).
  assert (N : E m (fun o => match o with None => 1 | Some _ => 0 end) = 0).
  { assert (T : E m (fun _ => 1) = 1).
    { apply E_const. apply peel_sound. intros. apply walk_sound. }
    rewrite (E_ext _ _ _ (fun o => when_some (fun _ => 1) o
                                   + match o with None => 1 | Some _ => 0 end)) in T.
    - rewrite E_plus in T. unfold m in *. rewrite permute_and_flip_top_k_ends in T. lra.
    - intros [w|]; simpl; lra. }
  rewrite (E_ext _ _ _ (fun o => when_some (fun w => f (Some w)) o
                                 + f None * match o with None => 1 | Some _ => 0 end)).
  - rewrite E_plus, E_scale, N. lra.
  - intros [w|]; simpl; lra.
Qed.

(* What k selections by permute-and-flip cost, whoever makes them. *)
Theorem permute_and_flip_peeled_private d score score' k pool f :
  neighbours d score score' pool -> 0 <= d -> (forall w, 0 <= f w) ->
  peeled (flip_law scale score) k pool f <= exp (INR k * (d / scale)) * peeled (flip_law scale score') k pool f.
Proof.
  intros H Hd Hf. apply peeled_private; auto.
  - intros x r Hx. split.
    + apply flip_nonneg. now apply scaled_best.
    + apply permute_and_flip_private; [|now apply scaled_best|now apply scaled_best].
      apply (range_subset _ _ _ pool); [exact Hx|]. now apply neighbours_scaled.
  - intros x r _. apply flip_nonneg. now apply scaled_best.
  - apply Rmult_le_pos; [exact Hd|left; now apply Rinv_0_lt_compat].
Qed.

(* The whole release by permute-and-flip: k selections are within k d / scale. *)
Theorem permute_and_flip_top_k_private d score score' k pool :
  neighbours d score score' pool -> 0 <= d ->
  within (heads scale) (INR k * (d / scale))
    (peel (permute_and_flip_round score) k pool) (peel (permute_and_flip_round score') k pool).
Proof.
  intros H Hd f Hf. rewrite (permute_and_flip_top_k_some score), (permute_and_flip_top_k_some score').
  rewrite (peel_law scale (permute_and_flip_round score) (flip_law scale score)) by
    (apply flip_law_fair || now apply permute_and_flip_round_law).
  rewrite (peel_law scale (permute_and_flip_round score') (flip_law scale score')) by
    (apply flip_law_fair || now apply permute_and_flip_round_law).
  now apply permute_and_flip_peeled_private.
Qed.

(* What k exponential selections cost under MaxDivergence. *)
Theorem exponential_top_k_private d score score' k pool f :
  neighbours d score score' pool -> 0 <= d -> (forall w, 0 <= f w) ->
  peeled (exponential (scaled scale score)) k pool f
  <= exp (INR k * (d / scale)) * peeled (exponential (scaled scale score')) k pool f.
Proof.
  intros H Hd Hf. apply peeled_private; auto.
  - intros x r Hx. split; [apply exponential_nonneg|]. apply exponential_private.
    apply (range_subset _ _ _ pool); [exact Hx|]. now apply neighbours_scaled.
  - intros. apply exponential_nonneg.
  - apply Rmult_le_pos; [exact Hd|left; now apply Rinv_0_lt_compat].
Qed.

End TopK.
