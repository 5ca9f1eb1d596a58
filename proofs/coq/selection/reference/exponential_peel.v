(* Peeling by the exponential mechanism, for proofs/selection/reference/peel.md: the program, whose rounds make at most
   n proposals, tends to k exponential selections as n grows. *)
From Coq Require Import Reals Lra List Permutation ZArith Lia Bool.
From Discreet.basics Require Import sums retry.
From Discreet.framework Require Import range_distance.
From Discreet.samplers Require Import decisions.
From Discreet.mechanisms Require Import top_k_bounded_range.
From Discreet.selection.reference Require Import permute_and_flip_round peel exponential_round.
Import ListNotations.
Open Scope R_scope.

Section Law.
Variable scale : R.
Hypothesis scale_pos : 0 < scale.
Notation E := (E (heads scale)).
Notation scaled := (scaled scale).
Notation coins := (heads_is_a_probability scale scale_pos).

Local Notation law score := (exponential (scaled score)).

Lemma law_fair score : fair (law score).
Proof. intros y r r' P. now apply exponential_permutation. Qed.

Lemma peeled_nonneg score k pool f : (forall w, 0 <= f w) -> 0 <= peeled (law score) k pool f.
Proof.
  revert pool f. induction k as [|k IH]; intros [|y p] f Hf; cbn [peeled]; auto.
  apply sum_nonneg. intros [z r] _. apply Rmult_le_pos; [apply exponential_nonneg|auto].
Qed.

Lemma peel_step n score k y r f :
  E (bind (peel (exponential_round n score) k r) (fun w => Ret (prepend y w))) (when_some f)
  = E (peel (exponential_round n score) k r) (when_some (fun w => f (y :: w))).
Proof. rewrite E_bind. apply E_ext. now intros [w|]. Qed.

(* Peeling with rounds of at most n proposals: between a factor that tends to 1 ... *)
Lemma peel_at_most n score k pool f :
  (forall w, 0 <= f w) ->
  E (peel (exponential_round n score) k pool) (when_some f) <= peeled (law score) k pool f.
Proof.
  revert pool f. induction k as [|k IH]; intros [|x l] f Hf; cbn [peel peeled]; try (simpl; lra).
  rewrite E_bind.
  destruct (exponential_round_law scale scale_pos score x l n) as [failed [Hfail HR]].
  apply Rle_trans with (E (exponential_round n score (x :: l))
    (lift (fun y r => peeled (law score) k r (fun w => f (y :: w))))).
  - apply E_le; [apply coins|]. intros [[y r]|]; cbn [lift]; [|simpl; lra].
    rewrite peel_step. apply IH. auto.
  - rewrite HR by (intros y r r' P; apply peeled_permutation; [apply law_fair|exact P]).
    set (T := sum _ _). assert (TN : 0 <= T).
    { apply sum_nonneg. intros [y r] _.
      apply Rmult_le_pos; [apply exponential_nonneg|apply peeled_nonneg; auto]. }
    assert (0 <= failed * T) by (apply Rmult_le_pos; lra). fold T. lra.
Qed.

(* ... and the law itself. *)
Lemma peel_at_least n score k most pool f :
  (length pool <= most)%nat -> (0 < most)%nat -> (forall w, 0 <= f w) ->
  (1 - (1 - / INR most) ^ n) ^ k * peeled (law score) k pool f
  <= E (peel (exponential_round n score) k pool) (when_some f).
Proof.
  intros HL Hm.
  assert (M1 : 1 <= INR most) by (change 1 with (INR 1); apply le_INR; lia).
  assert (IM : 0 < / INR most <= 1).
  { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  assert (Q : 0 <= (1 - / INR most) ^ n <= 1) by (apply pow_probability; lra).
  set (q := 1 - (1 - / INR most) ^ n). assert (Hq : 0 <= q <= 1) by (unfold q; lra).
  revert pool f HL. induction k as [|k IH]; intros pool f HL Hf.
  { simpl. lra. }
  destruct pool as [|x l].
  { cbn [peel peeled decisions.E when_some].
    assert (0 <= q ^ S k <= 1) by (apply pow_probability; lra).
    specialize (Hf []). rewrite <- (Rmult_1_l (f [])) at 2. apply Rmult_le_compat_r; lra. }
  cbn [peel peeled]. rewrite E_bind.
  destruct (exponential_round_law scale scale_pos score x l n) as [failed [Hfail HR]].
  assert (Hfail' : failed <= (1 - / INR most) ^ n).
  { apply Rle_trans with ((1 - / INR (length (x :: l))) ^ n); [lra|].
    assert (1 <= INR (length (x :: l))) by (change 1 with (INR 1); apply le_INR; simpl; lia).
    assert (/ INR (length (x :: l)) <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    assert (/ INR most <= / INR (length (x :: l))).
    { apply Rinv_le_contravar; [lra|]. now apply le_INR. }
    apply pow_incr. lra. }
  set (T := sum (fun '(y, r) => law score y r * peeled (law score) k r (fun w => f (y :: w)))
                (picks (x :: l))).
  assert (TN : 0 <= T).
  { apply sum_nonneg. intros [y r] _.
    apply Rmult_le_pos; [apply exponential_nonneg|apply peeled_nonneg; auto]. }
  assert (KN : 0 <= q ^ k) by (apply pow_le; lra).
  (* Whoever is left after a round is at most `most`. *)
  set (G := fun (y : nat) (r : list nat) =>
    if (length r <=? most)%nat then q ^ k * peeled (law score) k r (fun w => f (y :: w)) else 0).
  apply Rle_trans with (E (exponential_round n score (x :: l)) (lift G)).
  - rewrite HR.
    2: { intros y r r' P. unfold G. rewrite (Permutation_length P).
         destruct (length r' <=? most)%nat; auto. f_equal.
         apply peeled_permutation; [apply law_fair|exact P]. }
    rewrite (sum_ext _ (fun p => q ^ k *
      (let '(y, r) := p in law score y r * peeled (law score) k r (fun w => f (y :: w))))).
    + rewrite sum_scale. fold T. cbn [pow].
      apply Rle_trans with (q * (q ^ k * T)); [lra|].
      apply Rmult_le_compat_r; [now apply Rmult_le_pos|]. unfold q. lra.
    + intros [y r] H. apply picks_permutation in H. apply Permutation_length in H. unfold G.
      replace (length r <=? most)%nat with true; [lra|]. symmetry. apply Nat.leb_le.
      simpl in H, HL. lia.
  - apply E_le; [apply coins|]. intros [[y r]|]; cbn [lift]; [|simpl; lra].
    rewrite peel_step. unfold G. destruct (length r <=? most)%nat eqn:D.
    + apply Nat.leb_le in D. apply IH; auto.
    + apply E_nonneg; [apply coins|]. intros [w|]; simpl; [apply Hf|lra].
Qed.

Lemma close_to_one k eps : 0 < eps -> exists d, 0 < d <= 1 /\ 1 - eps <= (1 - d) ^ k.
Proof.
  intros He. destruct k as [|k].
  { exists 1. simpl. lra. }
  assert (K : 0 < INR (S k)) by (apply lt_0_INR; lia).
  exists (Rmin 1 (eps / INR (S k))). split.
  - split; [apply Rmin_glb_lt; [lra|now apply Rdiv_lt_0_compat]|apply Rmin_l].
  - set (d := Rmin 1 (eps / INR (S k))).
    assert (D : 0 <= d <= 1).
    { split; [apply Rmin_glb; [lra|left; now apply Rdiv_lt_0_compat]|apply Rmin_l]. }
    assert (B : forall j, 1 - INR j * d <= (1 - d) ^ j).
    { induction j as [|j IHj]; [simpl; lra|]. rewrite S_INR. cbn [pow].
      apply Rle_trans with ((1 - d) * (1 - INR j * d)).
      - pose proof (pos_INR j). assert (0 <= INR j * (d * d)).
        { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra. } lra.
      - apply Rmult_le_compat_l; lra. }
    apply Rle_trans with (1 - INR (S k) * d); [|apply B].
    assert (INR (S k) * d <= INR (S k) * (eps / INR (S k))).
    { apply Rmult_le_compat_l; [lra|apply Rmin_r]. }
    replace (INR (S k) * (eps / INR (S k))) with eps in H by (field; lra). lra.
Qed.

(* The reference's release by the exponential mechanism: as the bound on proposals is lifted, its
   law tends to k exponential selections, each among those that are left. *)
Theorem exponential_top_k_law score k pool f :
  (forall w, 0 <= f w) ->
  Un_cv (fun n => E (peel (exponential_round n score) k pool) (when_some f))
        (peeled (exponential (scaled score)) k pool f).
Proof.
  intros Hf eps He.
  set (L := peeled (law score) k pool f). assert (LN : 0 <= L) by now apply peeled_nonneg.
  destruct (close_to_one k (eps / (L + 1))) as [d [Hd Hk]].
  { apply Rdiv_lt_0_compat; lra. }
  set (most := S (length pool)).
  assert (M : 1 <= INR most) by (change 1 with (INR 1); apply le_INR; unfold most; lia).
  assert (IM : 0 < / INR most <= 1).
  { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  destruct (pow_lt_1_zero (1 - / INR most)) with (y := d) as [N HN].
  { rewrite Rabs_right; lra. }
  { lra. }
  exists N. intros n Hn. specialize (HN n Hn).
  assert (P : 0 <= (1 - / INR most) ^ n) by (apply pow_le; lra).
  rewrite Rabs_right in HN by lra.
  pose proof (peel_at_most n score k pool f Hf) as U.
  pose proof (peel_at_least n score k most pool f ltac:(unfold most; lia) ltac:(unfold most; lia) Hf) as B.
  fold L in U, B. unfold R_dist.
  assert (Q : 1 - eps / (L + 1) <= (1 - (1 - / INR most) ^ n) ^ k).
  { apply (Rle_trans _ _ _ Hk). apply pow_incr. lra. }
  assert (L - eps / (L + 1) * L <= (1 - (1 - / INR most) ^ n) ^ k * L).
  { apply Rle_trans with ((1 - eps / (L + 1)) * L); [lra|]. now apply Rmult_le_compat_r. }
  assert (eps / (L + 1) * L < eps).
  { apply Rle_lt_trans with (eps * (L / (L + 1))); [right; field; lra|].
    rewrite <- (Rmult_1_r eps) at 2. apply Rmult_lt_compat_l; [lra|].
    apply (Rmult_lt_reg_r (L + 1)); [lra|]. replace (L / (L + 1) * (L + 1)) with L by (field; lra). lra. }
  rewrite Rabs_minus_sym, Rabs_right; lra.
Qed.

End Law.
