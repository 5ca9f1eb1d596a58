(* Twin of proofs/framework/measures.md: how far two laws are apart, and what is true of every mechanism.
   M1 is bounded_range_is_pure, M2 bounded_range_is_zcdp, M4 within_bind and, for zCDP, peeled_zcdp in
   mechanisms/top_k_zcdp.v. *)
(* stamp: proofs/framework/measures.md e85f1d113d96e717 *)
From Coq Require Import Reals Lra List.
From Discreet.basics Require Import sums integrals.
From Discreet.samplers Require Import decisions.
Import ListNotations.
Open Scope R_scope.

(* ---- MaxDivergence of programs ---- *)

Section Programs.
Context {C : Type} (heads : C -> R).
Hypothesis coins : forall c, 0 <= heads c <= 1.
Notation E := (E heads).

(* The program m is within eta of m' under MaxDivergence: P(S) <= e^eta Q(S) for every set S of outcomes, and so
   for every f >= 0. *)
Definition within {A} (eta : R) (m m' : program C A) : Prop :=
  forall f, (forall a, 0 <= f a) -> E m f <= exp eta * E m' f.

(* M4 for MaxDivergence, adaptive composition: the second step may be chosen by the first one's outcome. *)
Theorem within_bind {A B} eta1 eta2 (m m' : program C A) (k k' : A -> program C B) :
  within eta1 m m' -> (forall a, within eta2 (k a) (k' a)) ->
  within (eta1 + eta2) (bind m k) (bind m' k').
Proof.
  intros H1 H2 f Hf. rewrite !E_bind, exp_plus.
  apply Rle_trans with (exp eta1 * E m' (fun a => E (k a) f)).
  { apply H1. intros a. now apply E_nonneg. }
  rewrite Rmult_assoc. apply Rmult_le_compat_l; [left; apply exp_pos|].
  rewrite <- E_scale. apply E_le; [exact coins|]. intros a. now apply H2.
Qed.

(* Post-processing. *)
Theorem within_map {A B} eta (m m' : program C A) (h : A -> B) :
  within eta m m' -> within eta (bind m (fun a => Ret (h a))) (bind m' (fun a => Ret (h a))).
Proof. intros H f Hf. rewrite !E_bind. simpl. apply H. auto. Qed.

End Programs.

(* ---- Bounded range is concentrated ---- *)

Section BoundedRange.
Context {A : Type}.
Variables (outcomes : list A) (q loss : A -> R) (t eta : R).
Hypothesis q_pos : forall a, In a outcomes -> 0 < q a.
Hypothesis q_total : sum q outcomes = 1.
Hypothesis p_total : sum (fun a => q a * exp (loss a)) outcomes = 1.
Hypothesis in_range : forall a, In a outcomes -> t <= loss a <= t + eta.

Let w (x : R) (a : A) : R := q a * exp (x * loss a).
Let Z0 (x : R) : R := sum (fun a => w x a) outcomes.
Let Z1 (x : R) : R := sum (fun a => w x a * loss a) outcomes.
Let Z2 (x : R) : R := sum (fun a => w x a * loss a * loss a) outcomes.

Lemma w_pos x a : In a outcomes -> 0 < w x a.
Proof. intros H. apply Rmult_lt_0_compat; [auto|apply exp_pos]. Qed.

Lemma Z0_pos x : 0 < Z0 x.
Proof.
  apply sum_pos.
  - intros O. rewrite O in q_total. simpl in q_total. lra.
  - intros a Ha. now apply w_pos.
Qed.

Lemma w_derivative a x : derivable_pt_lim (fun x => w x a) x (w x a * loss a).
Proof.
  unfold w. apply (derivable_pt_lim_eq _ _ (q a * (exp (x * loss a) * loss a))); [|ring].
  apply (derivable_pt_lim_scal (fun x => exp (x * loss a))).
  apply (derivable_pt_lim_comp (fun x => x * loss a) exp).
  - apply (derivable_pt_lim_fun (fun x => loss a * x)); [intros; ring|].
    apply (derivable_pt_lim_eq _ _ (loss a * 1)); [|ring].
    apply (derivable_pt_lim_scal (fun x => x)). apply derivable_pt_lim_id.
  - apply derivable_pt_lim_exp.
Qed.

Lemma Z0_derivative x : derivable_pt_lim Z0 x (Z1 x).
Proof.
  apply (derivable_pt_lim_sum (fun a x => w x a)). intros a _. apply w_derivative.
Qed.

Lemma Z1_derivative x : derivable_pt_lim Z1 x (Z2 x).
Proof.
  apply (derivable_pt_lim_sum (fun a x => w x a * loss a)). intros a _.
  apply (derivable_pt_lim_fun (fun x => loss a * w x a)); [intros; ring|].
  apply (derivable_pt_lim_eq _ _ (loss a * (w x a * loss a))); [|ring].
  apply (derivable_pt_lim_scal (fun x => w x a)). apply w_derivative.
Qed.

(* A variable in an interval of length eta has a variance of at most eta^2 / 4. *)
Lemma variance x : Z2 x / Z0 x - (Z1 x / Z0 x) ^ 2 <= eta ^ 2 / 4.
Proof.
  set (c := t + eta / 2). pose proof (Z0_pos x) as P.
  assert (H : Z2 x - 2 * c * Z1 x + c ^ 2 * Z0 x <= eta ^ 2 / 4 * Z0 x).
  { unfold Z2, Z1, Z0. rewrite <- !sum_scale, <- sum_minus, <- sum_plus. apply sum_le.
    intros a Ha. pose proof (w_pos x a Ha). specialize (in_range a Ha).
    replace (w x a * loss a * loss a - 2 * c * (w x a * loss a) + c ^ 2 * w x a)
      with ((loss a - c) ^ 2 * w x a) by ring.
    apply Rmult_le_compat_r; [lra|].
    replace (eta ^ 2 / 4) with ((eta / 2) ^ 2) by field.
    apply pow_maj_Rabs. apply Rabs_le. unfold c. lra. }
  set (m := Z1 x / Z0 x). set (s := Z2 x / Z0 x).
  assert (s - 2 * c * m + c ^ 2 <= eta ^ 2 / 4).
  { apply (Rmult_le_reg_r (Z0 x)); [exact P|].
    replace ((s - 2 * c * m + c ^ 2) * Z0 x) with (Z2 x - 2 * c * Z1 x + c ^ 2 * Z0 x); [exact H|].
    unfold s, m. field. lra. }
  assert (0 <= (m - c) ^ 2) by apply pow2_ge_0.
  replace ((m - c) ^ 2) with (m ^ 2 - 2 * c * m + c ^ 2) in * by ring. lra.
Qed.

Let g (x : R) : R := eta ^ 2 / 8 * (x * x - x) - ln (Z0 x).
Let g' (x : R) : R := eta ^ 2 / 8 * (2 * x - 1) - Z1 x / Z0 x.
Let g'' (x : R) : R := eta ^ 2 / 4 - (Z2 x / Z0 x - (Z1 x / Z0 x) ^ 2).

Lemma square_derivative x : derivable_pt_lim (fun x => x * x - x) x (2 * x - 1).
Proof.
  apply (derivable_pt_lim_eq _ _ ((1 * x + x * 1) - 1)); [|ring].
  apply (derivable_pt_lim_minus (fun x => x * x) (fun x => x)); [|apply derivable_pt_lim_id].
  apply (derivable_pt_lim_mult (fun x => x) (fun x => x)); apply derivable_pt_lim_id.
Qed.

Lemma g_derivative x : derivable_pt_lim g x (g' x).
Proof.
  apply (derivable_pt_lim_minus (fun x => eta ^ 2 / 8 * (x * x - x)) (fun x => ln (Z0 x))).
  - apply (derivable_pt_lim_scal (fun x => x * x - x)). apply square_derivative.
  - apply (derivable_pt_lim_eq _ _ (/ Z0 x * Z1 x)); [|unfold Rdiv; ring].
    apply (derivable_pt_lim_comp Z0 ln); [apply Z0_derivative|].
    apply derivable_pt_lim_ln. apply Z0_pos.
Qed.

Lemma g'_derivative x : derivable_pt_lim g' x (g'' x).
Proof.
  pose proof (Z0_pos x) as P.
  apply (derivable_pt_lim_eq _ _
    (eta ^ 2 / 8 * (2 * 1 - 0) - (Z2 x * Z0 x - Z1 x * Z1 x) / Rsqr (Z0 x))).
  - apply (derivable_pt_lim_minus (fun x => eta ^ 2 / 8 * (2 * x - 1)) (fun x => Z1 x / Z0 x)).
    + apply (derivable_pt_lim_scal (fun x => 2 * x - 1)).
      apply (derivable_pt_lim_minus (fun x => 2 * x) (fun _ => 1)); [|apply derivable_pt_lim_const].
      apply (derivable_pt_lim_scal (fun x => x)). apply derivable_pt_lim_id.
    + apply (derivable_pt_lim_eq _ _ ((Z2 x * Z0 x - Z1 x * Z1 x) / Rsqr (Z0 x))); [|reflexivity].
      apply (derivable_pt_lim_div Z1 Z0); [apply Z1_derivative|apply Z0_derivative|lra].
  - unfold g'', Rsqr. field. lra.
Qed.

(* g is convex and vanishes at 0 and 1, so it is at least 0 past 1. *)
Theorem hoeffding alpha :
  1 <= alpha ->
  ln (sum (fun a => q a * exp (alpha * loss a)) outcomes) <= (alpha - 1) * (alpha * (eta ^ 2 / 8)).
Proof.
  intros Ha.
  assert (G0 : g 0 = 0).
  { unfold g, Z0, w. rewrite (sum_ext _ q); [rewrite q_total, ln_1; ring|].
    intros a _. rewrite Rmult_0_l, exp_0. ring. }
  assert (G1 : g 1 = 0).
  { unfold g, Z0, w. rewrite (sum_ext _ (fun a => q a * exp (loss a))); [rewrite p_total, ln_1; ring|].
    intros a _. now rewrite Rmult_1_l. }
  destruct (MVT_cor2 g g' 0 1 Rlt_0_1) as [c [Ec Hc]]; [intros; apply g_derivative|].
  assert (C : g' c = 0) by lra.
  assert (P : forall x, 1 <= x <= alpha -> 0 <= g' x).
  { intros x Hx. rewrite <- C. apply (rises g' g''); [lra|intros; apply g'_derivative|].
    intros y _. unfold g''. pose proof (variance y). lra. }
  assert (L : g 1 <= g alpha) by (apply (rises g g'); [exact Ha|intros; apply g_derivative|exact P]).
  rewrite G1 in L. unfold g, Z0, w in L. lra.
Qed.

End BoundedRange.

(* ---- Laws as lists of outcomes with their probabilities ---- *)

(* The exponential of (alpha - 1) times the Renyi divergence. *)
Definition moment {A} (alpha : R) (p q : A -> R) (outcomes : list A) : R :=
  sum (fun a => Rpower (p a) alpha * Rpower (q a) (1 - alpha)) outcomes.

Definition zcdp {A} (rho : R) (p q : A -> R) (outcomes : list A) : Prop :=
  forall alpha, 1 < alpha -> / (alpha - 1) * ln (moment alpha p q outcomes) <= rho * alpha.

(* M2: bounded range is concentrated. *)
Theorem bounded_range_is_zcdp {A} t eta (p q : A -> R) outcomes :
  (forall a, In a outcomes -> 0 < p a /\ 0 < q a) ->
  sum p outcomes = 1 -> sum q outcomes = 1 ->
  (forall a, In a outcomes -> exp t * q a <= p a <= exp (t + eta) * q a) ->
  zcdp (eta ^ 2 / 8) p q outcomes.
Proof.
  intros Pos Tp Tq H alpha Ha.
  pose (loss := fun a => ln (p a / q a)).
  assert (X : forall a, In a outcomes -> p a = q a * exp (loss a)).
  { intros a Hin. destruct (Pos a Hin). unfold loss. rewrite exp_ln by now apply Rdiv_lt_0_compat.
    field. lra. }
  assert (M : moment alpha p q outcomes = sum (fun a => q a * exp (alpha * loss a)) outcomes).
  { unfold moment. apply sum_ext. intros a Hin. destruct (Pos a Hin) as [Hp Hq].
    unfold Rpower, loss. unfold Rdiv. rewrite ln_mult, ln_Rinv by (auto using Rinv_0_lt_compat).
    rewrite <- (exp_ln (q a)) at 2 by exact Hq. rewrite <- !exp_plus. f_equal. ring. }
  rewrite M.
  assert (B : ln (sum (fun a => q a * exp (alpha * loss a)) outcomes)
              <= (alpha - 1) * (alpha * (eta ^ 2 / 8))).
  { apply (hoeffding outcomes q loss t eta).
    - intros a Hin. now apply Pos.
    - exact Tq.
    - rewrite <- Tp. apply sum_ext. intros a Hin. symmetry. auto.
    - intros a Hin. destruct (Pos a Hin) as [Hp Hq]. destruct (H a Hin) as [L U].
      rewrite (X a Hin) in L, U.
      assert (L' : exp t <= exp (loss a)) by (apply (Rmult_le_reg_l (q a)); lra).
      assert (U' : exp (loss a) <= exp (t + eta)) by (apply (Rmult_le_reg_l (q a)); lra).
      split; [destruct (Rle_lt_dec t (loss a)) as [|N]|destruct (Rle_lt_dec (loss a) (t + eta)) as [|N]];
        auto; apply exp_increasing in N; lra.
    - lra. }
  apply (Rmult_le_reg_l (alpha - 1)); [lra|].
  rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. lra.
Qed.

(* M1: bounded range is pure. *)
Theorem bounded_range_is_pure {A} t eta (p q : A -> R) outcomes :
  (forall a, In a outcomes -> 0 < q a) -> sum p outcomes = 1 -> sum q outcomes = 1 ->
  (forall a, In a outcomes -> exp t * q a <= p a <= exp (t + eta) * q a) ->
  forall a, In a outcomes -> p a <= exp eta * q a.
Proof.
  intros Hq Tp Tq H.
  assert (T : t <= 0).
  { destruct (Rle_lt_dec t 0) as [|L]; [assumption|]. apply exp_increasing in L. rewrite exp_0 in L.
    assert (exp t * sum q outcomes <= sum p outcomes).
    { rewrite <- sum_scale. apply sum_le. intros b Hb. now apply H. }
    rewrite Tp, Tq in *. lra. }
  intros a Ha. apply Rle_trans with (exp (t + eta) * q a); [now apply H|].
  apply Rmult_le_compat_r; [left; now apply Hq|]. apply exp_le. lra.
Qed.
