(* Twin of proofs/samplers/uniform_below.md: a uniform integer below m from words of `width` bits. The program follows
   its pseudocode, with at most n words after the first ones; as n grows each integer below m has probability 1/m. *)
(* stamp: proofs/samplers/uniform_below.md e7e584437020a392 *)
From Coq Require Import Reals Lra List Lia.
From Discreet.basics Require Import sums clamps.
From Discreet.samplers Require Import decisions.
Import ListNotations.
Open Scope R_scope.

Section Below.
Variables m width : nat.
Hypothesis m_pos : (0 < m)%nat.
Let words := (2 ^ width)%nat.

(* t is the distance to the next integer, in units of the last bit: the answer is q while it is m or more. *)
Fixpoint settle (n q t : nat) : program Empty_set (option nat) :=
  if (m <=? t)%nat then Ret (Some q)
  else match n with
       | O => Ret None
       | S n => Below words (fun c =>
           if (t * words <=? c * m)%nat then Ret (Some (q + 1)%nat) else settle n q (t * words - c * m))
       end.

(* The first words, a below 2^bits; bits is at least the width of m - 1. *)
Definition sample_uniform_below (bits n : nat) : program Empty_set (option nat) :=
  Below (2 ^ bits) (fun a =>
    let q := (a * m / 2 ^ bits)%nat in
    settle n q ((q + 1) * 2 ^ bits - a * m)).

Definition heads (c : Empty_set) : R := match c with end.
Definition on_some (f : nat -> R) (o : option nat) : R := match o with Some j => f j | None => 0 end.
Definition on_none (o : option nat) : R := match o with Some _ => 0 | None => 1 end.

Lemma words_pos : (0 < words)%nat.
Proof. apply Nat.neq_0_lt_0. apply Nat.pow_nonzero. discriminate. Qed.

Lemma settle_sound n q t : sound (settle n q t).
Proof.
  revert t. induction n as [|n IH]; intros t; cbn [settle]; destruct (m <=? t)%nat; simpl; auto.
  split; [apply words_pos|]. intros c _. destruct (t * words <=? c * m)%nat; simpl; auto.
Qed.

(* What infinitely many words would give: q while V m < t, with V uniform. *)
Definition ideal (q t : nat) (f : nat -> R) : R :=
  clamp (INR t / INR m) * f q + (1 - clamp (INR t / INR m)) * f (q + 1)%nat.

Lemma settle_law n q t f : (forall j, 0 <= f j <= 1) ->
  E heads (settle n q t) (on_some f) <= ideal q t f
  <= E heads (settle n q t) (on_some f) + E heads (settle n q t) on_none.
Proof.
  intros Hf. assert (M : 0 < INR m) by now apply lt_0_INR. pose proof words_pos as W.
  assert (W' : 0 < INR words) by now apply lt_0_INR. assert (V : 0 < / INR words) by now apply Rinv_0_lt_compat.
  assert (I : forall t, 0 <= ideal q t f <= 1).
  { intros t'. unfold ideal. pose proof (clamp_is_a_probability (INR t' / INR m)) as C.
    pose proof (Hf q). pose proof (Hf (q + 1)%nat).
    assert (0 <= clamp (INR t' / INR m) * f q <= clamp (INR t' / INR m) * 1).
    { split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_l; lra]. }
    assert (0 <= (1 - clamp (INR t' / INR m)) * f (q + 1)%nat <= (1 - clamp (INR t' / INR m)) * 1).
    { split; [apply Rmult_le_pos; lra|apply Rmult_le_compat_l; lra]. }
    lra. }
  assert (Big : forall t', (m <= t')%nat -> ideal q t' f = f q).
  { intros t' H. unfold ideal. rewrite clamp_above; [ring|]. apply le_INR in H.
    apply (Rmult_le_reg_r (INR m)); [exact M|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  revert t. induction n as [|n IH]; intros t; cbn [settle]; destruct (Nat.leb_spec m t) as [L|L];
    try (rewrite Big by exact L; simpl; lra).
  - simpl. specialize (I t). lra.
  - (* One word more splits the ideal into its parts. *)
    assert (X : ideal q t f = / INR words * sum (fun c =>
      if (t * words <=? c * m)%nat then f (q + 1)%nat else ideal q (t * words - c * m) f) (seq 0 words)).
    { transitivity (/ INR words * sum (fun c => f (q + 1)%nat
        + (f q - f (q + 1)%nat) * clamp (INR t / INR m * INR words - INR c)) (seq 0 words)).
      - rewrite sum_plus, sum_scale, sum_const, seq_length. rewrite Rmult_plus_distr_l.
        replace (/ INR words * ((f q - f (q + 1)%nat) *
          sum (fun c => clamp (INR t / INR m * INR words - INR c)) (seq 0 words)))
          with ((f q - f (q + 1)%nat) * (/ INR words *
          sum (fun c => clamp (INR t / INR m * INR words - INR c)) (seq 0 words))) by ring.
        rewrite clamp_refines by exact W. unfold ideal. field. lra.
      - f_equal. apply sum_ext. intros c _. destruct (Nat.leb_spec (t * words) (c * m)) as [G|G].
        + apply le_INR in G. rewrite !mult_INR in G. rewrite clamp_below; [ring|].
          apply (Rmult_le_reg_r (INR m)); [exact M|].
          replace ((INR t / INR m * INR words - INR c) * INR m) with (INR t * INR words - INR c * INR m)
            by (field; lra). lra.
        + unfold ideal. rewrite minus_INR, !mult_INR by lia.
          replace ((INR t * INR words - INR c * INR m) / INR m) with (INR t / INR m * INR words - INR c)
            by (field; lra). ring. }
    rewrite X. cbn [E]. rewrite <- Rmult_plus_distr_l, <- sum_plus.
    split; apply Rmult_le_compat_l; try lra; apply sum_le; intros c _;
      destruct (t * words <=? c * m)%nat; try (simpl; lra); apply IH.
Qed.

(* The loop goes on for at most one word in 2^width. *)
Lemma settle_ends n q t : E heads (settle n q t) on_none <= (/ INR words) ^ n.
Proof.
  assert (M : 0 < INR m) by now apply lt_0_INR. pose proof words_pos as W.
  assert (W' : 0 < INR words) by now apply lt_0_INR. assert (V : 0 < / INR words) by now apply Rinv_0_lt_compat.
  assert (P : forall n, 0 <= (/ INR words) ^ n) by (intros; apply pow_le; lra).
  revert t. induction n as [|n IH]; intros t; cbn [settle]; destruct (m <=? t)%nat; try apply P; [simpl; lra|].
  cbn [E pow]. apply Rmult_le_compat_l; [lra|].
  apply (one_open _ _ (INR t / INR m * INR words)); [apply P| |].
  - intros c. destruct (t * words <=? c * m)%nat; [apply P|apply IH].
  - intros c H. destruct (Nat.leb_spec (t * words) (c * m)) as [G|G]; [reflexivity|].
    assert (X : (m <= t * words - c * m)%nat).
    { destruct H as [H|H]; apply (Rmult_le_compat_r (INR m)) in H; try lra;
        replace (INR t / INR m * INR words * INR m) with (INR t * INR words) in H by (field; lra).
      - rewrite Rmult_plus_distr_r, Rmult_1_l, <- !mult_INR, <- plus_INR in H. apply INR_le in H. lia.
      - rewrite <- !mult_INR in H. apply INR_le in H. lia. }
    destruct n; cbn [settle]; now destruct (Nat.leb_spec m (t * words - c * m)); [|lia].
Qed.

(* ---- The first words ---- *)

Lemma sum_grid (g : nat -> R) n k :
  sum (fun a => sum (fun v => g (a * k + v)%nat) (seq 0 k)) (seq 0 n) = sum g (seq 0 (n * k)).
Proof.
  revert g. induction n as [|n IH]; intros g; [reflexivity|].
  cbn [seq sum Nat.mul Nat.add]. rewrite sum_seq_S, seq_app, sum_app. f_equal.
  assert (S' : forall h a j, sum h (seq (a + j) (n * k)) = sum (fun x => h (a + x)%nat) (seq j (n * k))).
  { intros h a j. generalize (n * k)%nat. intros l. revert j. induction l as [|l IHl]; intros j; [reflexivity|].
    cbn [seq sum]. now rewrite <- Nat.add_succ_r, IHl. }
  rewrite (S' g (0 + k)%nat 0%nat) || rewrite <- (Nat.add_0_r (0 + k)), (S' g (0 + k)%nat 0%nat).
  rewrite <- (IH (fun x => g (0 + k + x)%nat)). apply sum_ext. intros a _. apply sum_ext. intros v _. f_equal. lia.
Qed.

Lemma ideal_counts q t f :
  INR m * ideal q t f = sum (fun v => if (v <? t)%nat then f q else f (q + 1)%nat) (seq 0 m).
Proof.
  assert (M : 0 < INR m) by now apply lt_0_INR.
  assert (C : forall k s, sum (fun v => if (v <? t)%nat then f q else f (q + 1)%nat) (seq s k)
    = INR (Nat.min (t - s) k) * f q + (INR k - INR (Nat.min (t - s) k)) * f (q + 1)%nat).
  { induction k as [|k IH]; intros s; cbn [seq sum].
    - rewrite Nat.min_0_r. simpl. ring.
    - rewrite IH. destruct (Nat.ltb_spec s t) as [L|L].
      + replace (t - s)%nat with (S (t - S s)) by lia. rewrite <- Nat.succ_min_distr, !S_INR. ring.
      + replace (t - s)%nat with 0%nat by lia. replace (t - S s)%nat with 0%nat by lia.
        rewrite !Nat.min_0_l, S_INR. simpl. ring. }
  rewrite C, Nat.sub_0_r. unfold ideal.
  replace (clamp (INR t / INR m)) with (INR (Nat.min t m) / INR m); [field; lra|].
  destruct (Nat.le_gt_cases m t) as [L|L].
  - rewrite Nat.min_r by exact L. apply le_INR in L. rewrite clamp_above; [field; lra|].
    apply (Rmult_le_reg_r (INR m)); [exact M|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - rewrite Nat.min_l by lia. assert (L' : INR t <= INR m) by (apply le_INR; lia). pose proof (pos_INR t).
    symmetry. apply clamp_of_a_probability. split.
    + apply Rmult_le_pos; [lra|left; now apply Rinv_0_lt_compat].
    + apply (Rmult_le_reg_r (INR m)); [exact M|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma first_words bits f : (m <= 2 ^ bits)%nat ->
  / INR (2 ^ bits) * sum (fun a => let q := (a * m / 2 ^ bits)%nat in ideal q ((q + 1) * 2 ^ bits - a * m) f)
                         (seq 0 (2 ^ bits))
  = / INR m * sum f (seq 0 m).
Proof.
  intros Hm. set (N := (2 ^ bits)%nat) in *. assert (HN : (0 < N)%nat) by lia.
  assert (N' : 0 < INR N) by now apply lt_0_INR. assert (M : 0 < INR m) by now apply lt_0_INR.
  apply (Rmult_eq_reg_l (INR N * INR m)); [|apply Rgt_not_eq; now apply Rmult_lt_0_compat].
  transitivity (sum (fun x => f (x / N)%nat) (seq 0 (N * m))).
  - rewrite <- sum_grid.
    replace (INR N * INR m * (/ INR N * sum (fun a => let q := (a * m / N)%nat in
      ideal q ((q + 1) * N - a * m) f) (seq 0 N)))
      with (INR m * sum (fun a => let q := (a * m / N)%nat in ideal q ((q + 1) * N - a * m) f) (seq 0 N))
      by (field; lra).
    rewrite <- sum_scale. apply sum_ext. intros a _. cbv zeta. rewrite ideal_counts. apply sum_ext.
    intros v Hv. apply in_seq in Hv. set (q := (a * m / N)%nat).
    assert (Q : (q * N <= a * m < (q + 1) * N)%nat).
    { pose proof (Nat.div_mod (a * m) N ltac:(lia)). pose proof (Nat.mod_upper_bound (a * m) N ltac:(lia)).
      fold q in H. lia. }
    destruct (Nat.ltb_spec v ((q + 1) * N - a * m)) as [L|L]; f_equal.
    + apply (Nat.div_unique _ _ _ (a * m + v - q * N)); lia.
    + apply (Nat.div_unique _ _ _ (a * m + v - (q + 1) * N)); lia.
  - rewrite (Nat.mul_comm N m), <- sum_grid.
    rewrite (sum_ext _ (fun j => INR N * f j)).
    + rewrite sum_scale. field. lra.
    + intros j _. rewrite (sum_ext _ (fun _ => f j)); [now rewrite sum_const, seq_length|].
      intros v Hv. apply in_seq in Hv. f_equal. symmetry. apply (Nat.div_unique _ _ _ v); lia.
Qed.

(* n words after the first ones: 1/m for each, but for less than 2^(-width n). *)
Theorem uniform_below_law bits n f : (m <= 2 ^ bits)%nat -> (forall j, 0 <= f j <= 1) ->
  E heads (sample_uniform_below bits n) (on_some f) <= / INR m * sum f (seq 0 m)
  <= E heads (sample_uniform_below bits n) (on_some f) + (/ INR words) ^ n.
Proof.
  intros Hm Hf. rewrite <- (first_words bits f Hm). unfold sample_uniform_below. cbn [E].
  set (N := (2 ^ bits)%nat) in *. assert (N' : 0 < INR N) by (apply lt_0_INR; lia).
  assert (V : 0 < / INR N) by now apply Rinv_0_lt_compat. split.
  - apply Rmult_le_compat_l; [lra|]. apply sum_le. intros a _. cbv zeta. now apply settle_law.
  - replace ((/ INR words) ^ n) with (/ INR N * sum (fun _ => (/ INR words) ^ n) (seq 0 N))
      by (rewrite sum_const, seq_length; field; lra).
    rewrite <- Rmult_plus_distr_l, <- sum_plus. apply Rmult_le_compat_l; [lra|]. apply sum_le. intros a _. cbv zeta.
    set (q := (a * m / N)%nat). set (t := ((q + 1) * N - a * m)%nat).
    destruct (settle_law n q t f Hf) as [_ U]. pose proof (settle_ends n q t). lra.
Qed.

(* In the limit it is 1/m exactly. *)
Theorem uniform_below_limit bits j : (0 < width)%nat -> (m <= 2 ^ bits)%nat -> (j < m)%nat ->
  Un_cv (fun n => E heads (sample_uniform_below bits n) (on_some (fun i => if (i =? j)%nat then 1 else 0))) (/ INR m).
Proof.
  intros Hw Hm Hj eps He.
  assert (W2 : (2 <= words)%nat) by (unfold words; change 2%nat with (2 ^ 1)%nat at 1; apply Nat.pow_le_mono_r; lia).
  assert (W : 2 <= INR words) by (change 2 with (INR 2); now apply le_INR).
  assert (Q : 0 < / INR words <= / 2) by (split; [apply Rinv_0_lt_compat; lra|apply Rinv_le_contravar; lra]).
  assert (One : sum (fun i => if (i =? j)%nat then 1 else 0) (seq 0 m) = 1).
  { assert (X : forall k s, (s <= j < s + k)%nat -> sum (fun i => if (i =? j)%nat then 1 else 0) (seq s k) = 1).
    { induction k as [|k IH]; intros s Hs; [lia|]. cbn [seq sum]. destruct (Nat.eqb_spec s j) as [->|D].
      - rewrite (sum_ext _ (fun _ => 0)), sum_const; [lra|]. intros i Hi. apply in_seq in Hi.
        destruct (Nat.eqb_spec i j); [lia|reflexivity].
      - rewrite IH by lia. lra. }
    apply X. lia. }
  destruct (pow_lt_1_zero (/ INR words)) with (y := eps) as [N HN]; [rewrite Rabs_right; lra|exact He|].
  exists N. intros n Hn. specialize (HN n Hn). rewrite Rabs_right in HN by (apply Rle_ge, pow_le; lra).
  destruct (uniform_below_law bits n (fun i => if (i =? j)%nat then 1 else 0) Hm) as [L U].
  { intros i. destruct (i =? j)%nat; lra. }
  rewrite One, Rmult_1_r in *. unfold R_dist. rewrite Rabs_minus_sym, Rabs_right; lra.
Qed.

End Below.
