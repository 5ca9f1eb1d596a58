(* Twin of proofs/mechanisms/top_k_zcdp.md: k selections by the exponential mechanism under zCDP, with the older
   constant eta^2 / 8 (M2 and M4 of proofs/framework/measures.md); the tight constant of that proof is on paper only. *)
(* stamp: proofs/mechanisms/top_k_zcdp.md d761aa9b97d7ed1f *)
From Coq Require Import Reals Lra List Permutation.
From Discreet.basics Require Import sums.
From Discreet.framework Require Import range_distance measures.
From Discreet.mechanisms Require Import top_k_bounded_range.
From Discreet.selection.reference Require Import peel.
Import ListNotations.
Open Scope R_scope.

(* One exponential selection. *)
Theorem exponential_zcdp d u u' x l :
  range_within d u u' (x :: l) ->
  zcdp (d ^ 2 / 8) (fun '(y, r) => exponential u y r) (fun '(y, r) => exponential u' y r)
       (picks (x :: l)).
Proof.
  intros H. destruct (exponential_bounded_range d u u' x l H) as [t B].
  apply (bounded_range_is_zcdp t).
  - intros [y r] _. split; apply Rdiv_lt_0_compat; (apply exp_pos || apply total_pos).
  - rewrite <- (exponential_total u x l). apply sum_ext. now intros [y r] _.
  - rewrite <- (exponential_total u' x l). apply sum_ext. now intros [y r] _.
  - intros [y r] Hin. now apply B.
Qed.

(* Every way k selections can go: each winner, with those left after it. *)
Fixpoint paths (k : nat) (pool : list nat) : list (list (nat * list nat)) :=
  match k, pool with
  | O, _ => [[]]
  | _, [] => [[]]
  | S k, pool => flat_map (fun '(x, r) => map (cons (x, r)) (paths k r)) (picks pool)
  end.

Fixpoint along (P : nat -> list nat -> R) (path : list (nat * list nat)) : R :=
  match path with
  | [] => 1
  | (x, r) :: path => P x r * along P path
  end.

(* They are what `peeled` sums over. *)
Lemma peeled_paths P k pool f :
  peeled P k pool f = sum (fun s => along P s * f (map fst s)) (paths k pool).
Proof.
  revert pool f. induction k as [|k IH]; intros [|x l] f; cbn [peeled paths]; try (simpl; ring).
  rewrite sum_flat_map. apply sum_ext. intros [y r] _. rewrite sum_map, IH, <- sum_scale.
  apply sum_ext. intros s _. simpl. ring.
Qed.

Lemma along_pos P s : (forall x r, 0 < P x r) -> 0 < along P s.
Proof.
  intros H. induction s as [|[x r] s IH]; simpl; [lra|]. now apply Rmult_lt_0_compat.
Qed.

Lemma moment_pos {A} alpha (p q : A -> R) l : l <> [] -> 0 < moment alpha p q l.
Proof. intros H. apply sum_pos; auto. intros. apply Rmult_lt_0_compat; apply exp_pos. Qed.

Lemma moment_below {A} rho alpha (p q : A -> R) l :
  l <> [] -> 1 < alpha -> / (alpha - 1) * ln (moment alpha p q l) <= rho * alpha ->
  moment alpha p q l <= exp ((alpha - 1) * (rho * alpha)).
Proof.
  intros N Ha H. rewrite <- (exp_ln (moment alpha p q l)) by now apply moment_pos.
  apply exp_le. apply (Rmult_le_compat_l (alpha - 1)) in H; [|lra].
  rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l in H by lra. exact H.
Qed.

Lemma paths_not_empty k pool : paths k pool <> [].
Proof.
  revert pool. induction k as [|k IH]; intros [|x l]; cbn [paths]; try discriminate.
  cbn [picks flat_map]. intros E. apply app_eq_nil in E. destruct E as [E _].
  apply map_eq_nil in E. now apply (IH l).
Qed.

Theorem peeled_zcdp rho P Q k pool :
  (forall x r, 0 < P x r) -> (forall x r, 0 < Q x r) -> 0 <= rho ->
  (forall x l, incl (x :: l) pool ->
     zcdp rho (fun '(y, r) => P y r) (fun '(y, r) => Q y r) (picks (x :: l))) ->
  zcdp (INR k * rho) (along P) (along Q) (paths k pool).
Proof.
  intros HP HQ Hr H alpha Ha.
  assert (B : moment alpha (along P) (along Q) (paths k pool)
              <= exp ((alpha - 1) * (INR k * rho * alpha))).
  { revert pool H. induction k as [|k IH]; intros pool H.
    { cbn [paths]. unfold moment. simpl. unfold Rpower.
      rewrite ln_1, !Rmult_0_r, Rmult_0_l, Rmult_0_l, Rmult_0_r, exp_0. lra. }
    destruct pool as [|x l].
    { assert (G : exp 0 <= exp ((alpha - 1) * (INR (S k) * rho * alpha))).
      { apply exp_le. pose proof (pos_INR (S k)).
        apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [now apply Rmult_le_pos|lra]. }
      rewrite exp_0 in G. cbn [paths]. unfold moment. simpl sum. unfold Rpower. simpl along.
      rewrite ln_1, !Rmult_0_r, exp_0. lra. }
    cbn [paths]. unfold moment. rewrite sum_flat_map.
    assert (I : forall y r, In (y, r) (picks (x :: l)) -> incl r (x :: l)).
    { intros y r Hin i Hi. apply picks_permutation in Hin. rewrite Hin. now right. }
    apply Rle_trans with (sum (fun p => exp ((alpha - 1) * (INR k * rho * alpha)) *
      (Rpower (let '(y, r) := p in P y r) alpha * Rpower (let '(y, r) := p in Q y r) (1 - alpha)))
      (picks (x :: l))).
    - apply sum_le. intros [y r] Hin. rewrite sum_map.
      rewrite (sum_ext _ (fun s => (Rpower (P y r) alpha * Rpower (Q y r) (1 - alpha)) *
        (Rpower (along P s) alpha * Rpower (along Q s) (1 - alpha)))).
      + rewrite sum_scale, Rmult_comm. apply Rmult_le_compat_r.
        { left. apply Rmult_lt_0_compat; apply exp_pos. }
        apply IH. intros z s Hs. apply H. intros i Hi. apply (I y r Hin). now apply Hs.
      + intros s _. cbn [along].
        rewrite <- !Rpower_mult_distr by (auto; now apply along_pos). ring.
    - rewrite sum_scale.
      pose proof (H x l (incl_refl _) alpha Ha) as M.
      apply moment_below in M; [|discriminate|exact Ha]. unfold moment in M.
      replace (exp ((alpha - 1) * (INR (S k) * rho * alpha)))
        with (exp ((alpha - 1) * (INR k * rho * alpha)) * exp ((alpha - 1) * (rho * alpha))).
      + apply Rmult_le_compat_l; [left; apply exp_pos|]. exact M.
      + rewrite <- exp_plus, S_INR. f_equal. ring. }
  apply (Rmult_le_reg_l (alpha - 1)); [lra|].
  rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
  rewrite <- (ln_exp ((alpha - 1) * _)). destruct B as [B|B]; [left|rewrite B; lra].
  apply ln_increasing; [|exact B]. apply moment_pos, paths_not_empty.
Qed.

Theorem exponential_top_k_zcdp d u u' k pool :
  range_within d u u' pool ->
  zcdp (INR k * (d ^ 2 / 8)) (along (exponential u)) (along (exponential u')) (paths k pool).
Proof.
  intros H. apply peeled_zcdp.
  - intros. apply Rdiv_lt_0_compat; [apply exp_pos|apply total_pos].
  - intros. apply Rdiv_lt_0_compat; [apply exp_pos|apply total_pos].
  - pose proof (pow2_ge_0 d). lra.
  - intros x l I. apply exponential_zcdp. now apply (range_subset _ _ _ pool).
Qed.

(* ---- The winners alone: who is left follows from them ---- *)

Definition winners (k : nat) (pool : list nat) : list (list nat) := map (map fst) (paths k pool).

(* The probability of a list of winners. *)
Definition chance (P : nat -> list nat -> R) (k : nat) (pool w : list nat) : R :=
  peeled P k pool (fun w' => if list_eq_dec Nat.eq_dec w' w then 1 else 0).

Lemma map_fst_picks (l : list nat) : map fst (picks l) = l.
Proof.
  induction l as [|x l IH]; simpl; [reflexivity|]. f_equal. rewrite map_map. rewrite <- IH at 2.
  apply map_ext. now intros [y r].
Qed.

Lemma NoDup_by_heads {A} (F : nat * A -> list (list nat)) l :
  NoDup (map fst l) -> (forall c, In c l -> NoDup (F c)) -> NoDup (flat_map (fun c => map (cons (fst c)) (F c)) l).
Proof.
  induction l as [|c l IH]; cbn [map flat_map]; intros ND H; [constructor|].
  inversion ND as [|? ? Nc Nl]; subst.
  assert (Rest : NoDup (flat_map (fun c => map (cons (fst c)) (F c)) l)).
  { apply IH; auto. intros. apply H. now right. }
  specialize (H c (or_introl eq_refl)). induction (F c) as [|w ws IHw]; cbn [map app]; [exact Rest|].
  inversion H as [|? ? Nw Nws]; subst. constructor; [|now apply IHw].
  intros I. apply in_app_iff in I. destruct I as [I|I].
  - apply in_map_iff in I. destruct I as [w' [E I]]. injection E as ->. contradiction.
  - apply in_flat_map in I. destruct I as [d [Hd I]]. apply in_map_iff in I. destruct I as [w' [E I]].
    injection E as E _. apply Nc. rewrite <- E. now apply in_map.
Qed.

Lemma winners_once k pool : NoDup pool -> NoDup (winners k pool).
Proof.
  revert pool. induction k as [|k IH]; intros pool ND; unfold winners in *.
  { repeat constructor. simpl. tauto. }
  destruct pool as [|x l]; [repeat constructor; simpl; tauto|]. cbn [paths].
  replace (map (map fst) (flat_map (fun '(y, r) => map (cons (y, r)) (paths k r)) (picks (x :: l))))
    with (flat_map (fun c => map (cons (fst c)) (map (map fst) (paths k (snd c)))) (picks (x :: l))).
  - apply NoDup_by_heads; [now rewrite map_fst_picks|]. intros [y r] Hin. apply IH.
    apply picks_permutation in Hin. apply (Permutation_NoDup Hin) in ND. now inversion ND.
  - induction (picks (x :: l)) as [|[y r] q IHq]; [reflexivity|]. cbn [flat_map]. rewrite map_app, IHq. f_equal.
    rewrite !map_map. reflexivity.
Qed.

Lemma sum_of_one {A} (h : A -> list nat) (g : A -> R) l s : NoDup (map h l) -> In s l ->
  sum (fun s' => g s' * (if list_eq_dec Nat.eq_dec (h s') (h s) then 1 else 0)) l = g s.
Proof.
  induction l as [|c l IH]; intros ND Hs; [destruct Hs|]. cbn [map sum] in *.
  inversion ND as [|? ? Nc Nl]; subst. destruct Hs as [->|Hs].
  - destruct list_eq_dec as [_|N]; [|congruence]. rewrite (sum_ext _ (fun _ => 0)).
    + rewrite sum_const. ring.
    + intros c Hc. destruct list_eq_dec as [E|_]; [|ring]. exfalso. apply Nc. rewrite <- E. now apply in_map.
  - rewrite IH by auto. destruct list_eq_dec as [E|_]; [|ring]. exfalso. apply Nc. rewrite E. now apply in_map.
Qed.

Lemma chance_of_winners P k pool s : NoDup pool -> In s (paths k pool) -> chance P k pool (map fst s) = along P s.
Proof.
  intros ND Hs. unfold chance. rewrite peeled_paths.
  apply (sum_of_one (map fst) (along P)); [now apply winners_once|exact Hs].
Qed.

(* The released list of winners costs k eta^2 / 8 under zCDP. *)
Theorem exponential_winners_zcdp d u u' k pool :
  NoDup pool -> range_within d u u' pool ->
  zcdp (INR k * (d ^ 2 / 8)) (chance (exponential u) k pool) (chance (exponential u') k pool) (winners k pool).
Proof.
  intros ND H alpha Ha. pose proof (exponential_top_k_zcdp d u u' k pool H alpha Ha) as Z.
  replace (moment alpha (chance (exponential u) k pool) (chance (exponential u') k pool) (winners k pool))
    with (moment alpha (along (exponential u)) (along (exponential u')) (paths k pool)); [exact Z|].
  unfold moment, winners. rewrite sum_map. apply sum_ext. intros s Hs. now rewrite !chance_of_winners by auto.
Qed.

Theorem winners_total u k pool : NoDup pool -> sum (chance (exponential u) k pool) (winners k pool) = 1.
Proof.
  intros ND. unfold winners. rewrite sum_map.
  rewrite (sum_ext _ (along (exponential u))) by (intros s Hs; now apply chance_of_winners).
  transitivity (peeled (exponential u) k pool (fun _ => 1)).
  - rewrite peeled_paths. apply sum_ext. intros; ring.
  - apply peeled_total. intros. apply exponential_total.
Qed.
