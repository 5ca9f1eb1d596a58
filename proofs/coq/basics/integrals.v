(* area r z is the integral from 0 to z of the product over i of (1 - r_i t), as a polynomial in z.
   It is known by its value 0 at 0 and its derivative. *)
From Coq Require Import Reals Lra List Permutation.
From Discreet.basics Require Import sums.
Import ListNotations.
Open Scope R_scope.

(* ---- Functions and their derivatives ---- *)

Lemma rises F F' a b :
  a <= b -> (forall c, a <= c <= b -> derivable_pt_lim F c (F' c)) ->
  (forall c, a <= c <= b -> 0 <= F' c) -> F a <= F b.
Proof.
  intros [H|<-] D P; [|lra].
  destruct (MVT_cor2 F F' a b H D) as [c [E Hc]].
  assert (0 <= F' c * (b - a)) by (apply Rmult_le_pos; [apply P|]; lra). lra.
Qed.

Lemma stays F a b : a <= b -> (forall c, a <= c <= b -> derivable_pt_lim F c 0) -> F a = F b.
Proof.
  intros [H|<-] D; [|reflexivity].
  destruct (MVT_cor2 F (fun _ => 0) a b H D) as [c [E Hc]]. lra.
Qed.

Lemma derivable_pt_lim_eq F x l l' : derivable_pt_lim F x l -> l = l' -> derivable_pt_lim F x l'.
Proof. now intros ? <-. Qed.

Lemma derivable_pt_lim_fun F G x l :
  (forall t, F t = G t) -> derivable_pt_lim F x l -> derivable_pt_lim G x l.
Proof.
  intros H D eps He. destruct (D eps He) as [d Hd]. exists d. intros h. rewrite <- !H. apply Hd.
Qed.

Lemma derivable_pt_lim_sum {A} (F : A -> R -> R) (F' : A -> R) x l :
  (forall a, In a l -> derivable_pt_lim (F a) x (F' a)) ->
  derivable_pt_lim (fun t => sum (fun a => F a t) l) x (sum F' l).
Proof.
  induction l as [|a l IH]; simpl; intros H.
  - apply derivable_pt_lim_const.
  - apply (derivable_pt_lim_plus (F a) (fun t => sum (fun a => F a t) l)); [apply H; auto|].
    apply IH. auto.
Qed.

Lemma derivable_pt_lim_stretch F c x l :
  derivable_pt_lim F (c * x) l -> derivable_pt_lim (fun t => F (c * t)) x (l * c).
Proof.
  intros D. apply (derivable_pt_lim_comp (fun t => c * t) F); [|exact D].
  apply (derivable_pt_lim_eq _ _ (c * 1)); [|lra].
  apply (derivable_pt_lim_scal (fun t => t)). apply derivable_pt_lim_id.
Qed.

(* ---- Polynomials by their coefficients, the constant one first ---- *)

Fixpoint value (a : list R) (t : R) : R :=
  match a with
  | [] => 0
  | c :: a => c + t * value a t
  end.

Fixpoint add (a b : list R) : list R :=
  match a, b with
  | [], b => b
  | a, [] => a
  | c :: a, d :: b => c + d :: add a b
  end.

Lemma value_add a b t : value (add a b) t = value a t + value b t.
Proof.
  revert b. induction a as [|c a IH]; intros [|d b]; simpl; try lra. rewrite IH. lra.
Qed.

Lemma value_scale c a t : value (map (Rmult c) a) t = c * value a t.
Proof. induction a as [|d a IH]; simpl; [lra|]. rewrite IH. lra. Qed.

(* The integral from 0 of t^n times a polynomial. *)
Fixpoint integral (n : nat) (a : list R) (t : R) : R :=
  match a with
  | [] => 0
  | c :: a => c / INR (S n) * t ^ S n + integral (S n) a t
  end.

Lemma integral_at_0 n a : integral n a 0 = 0.
Proof. revert n. induction a as [|c a IH]; intros n; simpl; [reflexivity|]. rewrite IH. lra. Qed.

Lemma integral_derivative n a t : derivable_pt_lim (integral n a) t (t ^ n * value a t).
Proof.
  revert n. induction a as [|c a IH]; intros n.
  - simpl. apply (derivable_pt_lim_eq _ _ 0); [apply derivable_pt_lim_const|lra].
  - apply (derivable_pt_lim_eq _ _ (c / INR (S n) * (INR (S n) * t ^ n) + t ^ S n * value a t)).
    + apply (derivable_pt_lim_plus (fun t => c / INR (S n) * t ^ S n) (integral (S n) a));
        [|apply IH].
      apply (derivable_pt_lim_scal (fun t => t ^ S n)).
      apply (derivable_pt_lim_pow t (S n)).
    + simpl value. simpl pow. field. apply not_0_INR. discriminate.
Qed.

(* ---- The product and its integral ---- *)

Fixpoint product (r : list R) (t : R) : R :=
  match r with
  | [] => 1
  | c :: r => (1 - c * t) * product r t
  end.

Fixpoint coefficients (r : list R) : list R :=
  match r with
  | [] => [1]
  | c :: r => add (coefficients r) (0 :: map (Rmult (- c)) (coefficients r))
  end.

Lemma value_coefficients r t : value (coefficients r) t = product r t.
Proof.
  induction r as [|c r IH]; simpl; [lra|].
  rewrite value_add. simpl. rewrite value_scale, IH. lra.
Qed.

Definition area (r : list R) : R -> R := integral 0 (coefficients r).

Lemma area_at_0 r : area r 0 = 0.
Proof. apply integral_at_0. Qed.

Lemma area_derivative r t : derivable_pt_lim (area r) t (product r t).
Proof.
  apply (derivable_pt_lim_eq _ _ (t ^ 0 * value (coefficients r) t)).
  - apply integral_derivative.
  - rewrite value_coefficients. simpl. lra.
Qed.

(* So it is Riemann's integral. *)
Theorem area_is_the_integral r z : 0 <= z ->
  exists integrable : Riemann_integrable (product r) 0 z, RiemannInt integrable = area r z.
Proof.
  intros Hz. set (d := fun t => exist _ (product r t) (area_derivative r t) : derivable_pt (area r) t).
  assert (c : continuity (derive (area r) d)).
  { intros t. change (derive (area r) d) with (fun t => product r t). apply derivable_continuous_pt.
    induction r as [|x r IH]; simpl; [apply derivable_pt_const|]. apply derivable_pt_mult; [|apply IH].
    apply derivable_pt_minus; [apply derivable_pt_const|]. apply derivable_pt_scal, derivable_pt_id. }
  exists (continuity_implies_RiemannInt Hz (fun t _ => c t)).
  etransitivity; [exact (FTC_Riemann (mkC1 c) (continuity_implies_RiemannInt Hz (fun t _ => c t)))|].
  simpl. rewrite area_at_0. ring.
Qed.

Lemma product_permutation r r' t : Permutation r r' -> product r t = product r' t.
Proof. induction 1; simpl; try lra; congruence. Qed.

Lemma product_nonneg r t : (forall c, In c r -> c * t <= 1) -> 0 <= product r t.
Proof.
  induction r as [|c r IH]; simpl; intros H; [lra|].
  apply Rmult_le_pos; [specialize (H c (or_introl eq_refl)); lra|auto].
Qed.

(* Functions with the same derivative and the same value at 0 agree. *)
Lemma agree F G f z :
  0 <= z -> F 0 = G 0 -> (forall t, 0 <= t <= z -> derivable_pt_lim F t (f t)) ->
  (forall t, 0 <= t <= z -> derivable_pt_lim G t (f t)) -> F z = G z.
Proof.
  intros Hz H0 HF HG.
  assert (H : (fun t => F t - G t) 0 = (fun t => F t - G t) z).
  { apply (stays (fun t => F t - G t)); [exact Hz|]. intros c Hc. apply (derivable_pt_lim_eq _ _ (f c - f c)); [|lra].
    apply (derivable_pt_lim_minus F G); auto. }
  simpl in H. lra.
Qed.

Lemma area_permutation r r' z : 0 <= z -> Permutation r r' -> area r z = area r' z.
Proof.
  intros Hz P. apply (agree _ _ (product r)); auto.
  - now rewrite !area_at_0.
  - intros. apply area_derivative.
  - intros t _. rewrite (product_permutation _ _ t P). apply area_derivative.
Qed.

(* Measuring t in another unit. *)
Lemma area_stretch c r z : 0 <= z -> c * area (map (Rmult c) r) z = area r (c * z).
Proof.
  intros Hz. apply (agree (fun z => c * area (map (Rmult c) r) z) (fun z => area r (c * z))
                          (fun t => c * product (map (Rmult c) r) t)).
  - exact Hz.
  - rewrite Rmult_0_r, !area_at_0. lra.
  - intros t _. apply (derivable_pt_lim_scal (area (map (Rmult c) r))). apply area_derivative.
  - intros t _. replace (product (map (Rmult c) r) t) with (product r (c * t)).
    + rewrite Rmult_comm. apply derivable_pt_lim_stretch. apply area_derivative.
    + induction r as [|d r IH]; simpl; [reflexivity|]. rewrite IH. f_equal. lra.
Qed.

Lemma area_rises r a b :
  0 <= a <= b -> (forall c, In c r -> 0 <= c /\ c * b <= 1) -> area r a <= area r b.
Proof.
  intros Hab H. apply (rises _ (product r)); [lra|intros; apply area_derivative|].
  intros t Ht. apply product_nonneg. intros c Hc. destruct (H c Hc).
  apply Rle_trans with (c * b); [apply Rmult_le_compat_l; lra|lra].
Qed.

Lemma area_nonneg r z : 0 <= z -> (forall c, In c r -> 0 <= c /\ c * z <= 1) -> 0 <= area r z.
Proof. intros Hz H. rewrite <- (area_at_0 r). apply area_rises; [lra|exact H]. Qed.

(* ---- Leaving one factor out ---- *)

Lemma product_derivative r t :
  derivable_pt_lim (product r) t (- sum (fun '(c, rest) => c * product rest t) (picks r)).
Proof.
  induction r as [|c r IH].
  - simpl. apply (derivable_pt_lim_eq _ _ 0); [apply derivable_pt_lim_const|lra].
  - apply (derivable_pt_lim_eq _ _
      ((0 - c * 1) * product r t
       + (1 - c * t) * - sum (fun '(c, rest) => c * product rest t) (picks r))).
    + apply (derivable_pt_lim_mult (fun t => 1 - c * t) (product r)); [|apply IH].
      apply (derivable_pt_lim_minus (fun _ => 1) (fun t => c * t)).
      * apply derivable_pt_lim_const.
      * apply (derivable_pt_lim_scal (fun t => t)). apply derivable_pt_lim_id.
    + simpl. rewrite sum_map.
      rewrite (sum_ext (fun p => let '(d, rest) := let '(d, rest) := p in (d, c :: rest) in _)
                 (fun p => (1 - c * t) * (let '(d, rest) := p in d * product rest t))).
      * rewrite sum_scale. lra.
      * intros [d rest] _. simpl. lra.
Qed.

Lemma product_split r t :
  sum (fun '(c, rest) => product rest t) (picks r)
  = INR (length r) * product r t + t * sum (fun '(c, rest) => c * product rest t) (picks r).
Proof.
  rewrite <- sum_scale, <- length_picks, <- sum_const, <- sum_plus.
  apply sum_ext. intros [c rest] H. apply picks_permutation in H.
  rewrite (product_permutation _ _ t H). simpl. lra.
Qed.

(* Somebody's coin is heads, or nobody's. *)
Lemma area_total r z :
  0 <= z -> sum (fun '(c, rest) => c * area rest z) (picks r) = 1 - product r z.
Proof.
  intros Hz.
  apply (agree (fun z => sum (fun '(c, rest) => c * area rest z) (picks r))
               (fun z => 1 - product r z)
               (fun t => sum (fun '(c, rest) => c * product rest t) (picks r))); auto.
  - rewrite (sum_ext _ (fun _ => 0)).
    + rewrite sum_const. replace (product r 0) with 1; [lra|].
      clear. induction r as [|c r IH]; simpl; [reflexivity|]. rewrite <- IH. lra.
    + intros [c rest] _. rewrite area_at_0. lra.
  - intros t _.
    apply (derivable_pt_lim_fun
             (fun t => sum (fun p => (let '(c, rest) := p in fun t => c * area rest t) t) (picks r))).
    { intros. apply sum_ext. now intros [c rest] _. }
    apply (derivable_pt_lim_sum (fun p => let '(c, rest) := p in fun t => c * area rest t)).
    intros [c rest] _. apply (derivable_pt_lim_scal (area rest)). apply area_derivative.
  - intros t _. apply (derivable_pt_lim_eq _ _
      (0 - - sum (fun '(c, rest) => c * product rest t) (picks r))); [|lra].
    apply (derivable_pt_lim_minus (fun _ => 1) (product r)).
    + apply derivable_pt_lim_const.
    + apply product_derivative.
Qed.

Lemma area_parts r z :
  0 <= z ->
  INR (S (length r)) * area r z = z * product r z + sum (fun '(c, rest) => area rest z) (picks r).
Proof.
  intros Hz.
  apply (agree (fun z => INR (S (length r)) * area r z)
               (fun z => z * product r z + sum (fun '(c, rest) => area rest z) (picks r))
               (fun t => INR (S (length r)) * product r t)); auto.
  - rewrite area_at_0, (sum_ext _ (fun _ => 0)).
    + rewrite sum_const. lra.
    + intros [c rest] _. apply area_at_0.
  - intros t _. apply (derivable_pt_lim_scal (area r)). apply area_derivative.
  - intros t _. apply (derivable_pt_lim_eq _ _
      ((1 * product r t + t * - sum (fun '(c, rest) => c * product rest t) (picks r))
       + sum (fun '(c, rest) => product rest t) (picks r))).
    + apply (derivable_pt_lim_plus (fun t => t * product r t)
               (fun t => sum (fun '(c, rest) => area rest t) (picks r))).
      * apply (derivable_pt_lim_mult (fun t => t) (product r)).
        { apply derivable_pt_lim_id. }
        apply product_derivative.
      * apply (derivable_pt_lim_fun
                 (fun t => sum (fun p => (let '(c, rest) := p in area rest) t) (picks r))).
        { intros. apply sum_ext. now intros [c rest] _. }
        apply (derivable_pt_lim_eq _ _
          (sum (fun p => (let '(c, rest) := p in product rest t)) (picks r))); [|reflexivity].
        apply (derivable_pt_lim_sum (fun p => let '(c, rest) := p in area rest)).
        intros [c rest] _. apply area_derivative.
    + rewrite product_split, S_INR. lra.
Qed.

(* The recursion of the walk: the first one's coin is heads, or the rest goes on without it. *)
Theorem area_recursion r :
  INR (S (length r)) * area r 1 = 1 + sum (fun '(c, rest) => (1 - c) * area rest 1) (picks r).
Proof.
  rewrite area_parts by lra.
  rewrite (sum_ext (fun '(c, rest) => (1 - c) * area rest 1)
             (fun p => (let '(c, rest) := p in area rest 1)
                       - (let '(c, rest) := p in c * area rest 1))).
  - rewrite sum_minus, area_total by lra. lra.
  - intros [c rest] _. lra.
Qed.
