(* Twin of proofs/selection/exponential_round.md: the engine's round by the exponential mechanism. Positions are drawn
   in batches, judged in order, and what was rejected may change the structure between batches in any way that keeps the
   invariant. Whatever the structures and the changes, the winner's law is theta_i / sum of theta. *)
(* stamp: proofs/selection/exponential_round.md 8b49eb32b8353478 *)
From Coq Require Import Reals Lra List Permutation Lia Bool.
From Discreet.basics Require Import sums clamps retry.
From Discreet.samplers Require Import decisions.
From Discreet.mechanisms Require Import top_k_bounded_range.
From Discreet.selection Require Import proposal hits.
Import ListNotations.
Open Scope R_scope.

Section Round.
Variable S : Type.                                  (* the tree, and what refinement remembers *)
Variable total : S -> nat.                          (* tree.total() *)
Variable resolve : S -> nat -> option (nat * nat).  (* a position's candidate and offset *)
Variable batch : S -> nat.                          (* how many positions are drawn at once *)
Variable learn : S -> list nat -> S.                (* what a batch's rejected positions make of the structure *)
Variable in_play : nat -> bool.

(* The first of the positions that is a hit. *)
Fixpoint judge (s : S) (positions : list nat) : program (nat * nat) (option nat) :=
  match positions with
  | [] => Ret None
  | position :: more =>
      match resolve s position with
      | None => judge s more
      | Some (i, o) => Coin (i, o) (fun below => if below && in_play i then Ret (Some i) else judge s more)
      end
  end.

Definition trial (s : S) : program (nat * nat) (nat + S) :=
  bind (draw (total s) (batch s)) (fun positions =>
    bind (judge s positions) (fun o =>
      Ret (match o with Some i => inl i | None => inr (learn s positions) end))).

(* The round, with at most n batches: the winner, and the structure that was refined on the way. *)
Definition exponential_round (n : nat) (s : S) : program (nat * nat) (option (nat * S)) := retry_keeping trial n s.

(* Whoever wins is in play. *)
Lemma exponential_round_in_play n s :
  always (fun o => match o with Some (i, _) => in_play i = true | None => True end) (exponential_round n s).
Proof.
  apply retry_keeping_always. clear s. intros s. unfold trial.
  apply (always_bind (fun _ => True)).
  { generalize (batch s). induction n0 as [|b IH]; cbn [draw always]; auto. intros j.
    apply (always_bind (fun _ => True)); simpl; auto. }
  intros positions _. apply (always_bind (fun o => match o with Some i => in_play i = true | None => True end)).
  - induction positions as [|p more IH]; cbn [judge always]; [exact I|].
    destruct (resolve s p) as [[i o]|]; [|exact IH]. cbn [always]. intros b.
    destruct b; [|exact IH]. cbn [andb]. destruct (in_play i) eqn:Pi; [exact Pi|exact IH].
  - intros [i|] H; exact H || exact I.
Qed.

Variables (w : nat -> nat) (theta : nat -> R) (play : list nat).
Hypothesis owners : forall s, owns (total s) (resolve s) in_play w play.
Hypothesis enough : forall i, In i play -> 0 <= theta i <= INR (w i).
Hypothesis total_pos : forall s, (0 < total s)%nat.
Hypothesis batch_pos : forall s, (0 < batch s)%nat.

Notation E := (E (below_theta theta)).
Let all := weigh theta play (fun _ => 1).

Definition some (f : nat -> R) (o : option nat) : R := match o with Some i => f i | None => 0 end.

Lemma judge_step s p more f :
  E (judge s (p :: more)) (some f)
  = hit (resolve s) in_play theta f p
    + (1 - hit (resolve s) in_play theta (fun _ => 1) p) * E (judge s more) (some f).
Proof.
  cbn [judge]. unfold hit. destruct (resolve s p) as [[i o]|]; [|lra]. cbn [decisions.E andb].
  destruct (in_play i); simpl; lra.
Qed.

(* How often, on average, one of b positions would be the first that is judged. *)
Fixpoint judged (rejected : R) (b : nat) : R :=
  match b with
  | O => 0
  | Datatypes.S b => 1 + rejected * judged rejected b
  end.

Let rejected (s : S) : R := 1 - / INR (total s) * all.

Lemma rejected_nonneg s : 0 <= rejected s.
Proof.
  pose proof (total_pos s) as T. assert (0 < INR (total s)) by now apply lt_0_INR.
  assert (all <= INR (total s)).
  { unfold all. rewrite <- (hits_of_all (resolve s) in_play theta (total s) w play) by auto.
    apply Rle_trans with (sum (fun _ => 1) (seq 0 (total s))).
    - apply sum_le. intros p _. apply hit_probability.
    - rewrite sum_const, seq_length. lra. }
  unfold rejected. assert (/ INR (total s) * all <= / INR (total s) * INR (total s)).
  { apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat|assumption]. }
  rewrite Rinv_l in * by lra. lra.
Qed.

Lemma batch_law s b f :
  E (draw (total s) b) (fun positions => E (judge s positions) (some f))
  = judged (rejected s) b / INR (total s) * weigh theta play f.
Proof.
  pose proof (total_pos s) as T. assert (0 < INR (total s)) by now apply lt_0_INR.
  induction b as [|b IH]; [simpl; lra|]. rewrite draw_step.
  set (J := fun more => E (judge s more) (some f)) in *.
  rewrite (sum_ext _ (fun p => hit (resolve s) in_play theta f p
    + (E (draw (total s) b) J - E (draw (total s) b) J * hit (resolve s) in_play theta (fun _ => 1) p))).
  - rewrite sum_plus, sum_minus, sum_scale, sum_const, seq_length.
    rewrite !(hits_of_all _ _ _ _ w play) by auto. fold all. rewrite IH. cbn [judged]. unfold rejected. field. lra.
  - intros p _. rewrite (E_ext _ _ _ (fun more => hit (resolve s) in_play theta f p
      + (1 - hit (resolve s) in_play theta (fun _ => 1) p) * J more)) by (intros; apply judge_step).
    rewrite E_plus, E_scale, E_const by now apply draw_sound. lra.
Qed.

Let rate (s : S) : R := judged (rejected s) (batch s) / INR (total s).

Lemma trial_law s f : E (trial s) (accepted f) = rate s * weigh theta play f.
Proof.
  unfold trial, rate. rewrite E_bind, <- batch_law. apply E_ext. intros positions. rewrite E_bind.
  apply E_ext. now intros [i|].
Qed.

Lemma judge_sound s positions : sound (judge s positions).
Proof.
  induction positions as [|p more IH]; cbn [judge sound]; auto.
  destruct (resolve s p) as [[i o]|]; [|exact IH]. intros b. destruct (b && in_play i); simpl; auto.
Qed.

Lemma trial_sound s : sound (trial s).
Proof.
  apply sound_bind; [now apply draw_sound|]. intros. apply sound_bind; [apply judge_sound|]. simpl. auto.
Qed.

(* Given that somebody is accepted within n batches, it is i with the probability theta_i / all. *)
Theorem exponential_round_law n s f :
  all * E (exponential_round n s) (winner f) = weigh theta play f * (1 - E (exponential_round n s) on_none).
Proof.
  unfold exponential_round. rewrite retry_keeping_winner, retry_keeping_none.
  apply (retry_law (below_theta theta) trial trial_sound theta play rate trial_law).
Qed.

(* The round ends, if the totals are bounded. *)
Theorem exponential_round_ends most n s :
  (forall s, (total s <= most)%nat) ->
  0 <= E (exponential_round n s) on_none <= (1 - / INR most * all) ^ n.
Proof.
  intros Hm. unfold exponential_round. rewrite retry_keeping_none.
  apply (retry_ends (below_theta theta)) with (rate := rate).
  - apply below_theta_is_a_probability.
  - apply trial_sound.
  - apply trial_law.
  - intros s'. pose proof (total_pos s') as T. assert (0 < INR (total s')) by now apply lt_0_INR.
    apply Rle_trans with (1 * / INR (total s')).
    + rewrite Rmult_1_l. apply Rinv_le_contravar; [assumption|apply le_INR, Hm].
    + apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|].
      specialize (batch_pos s'). destruct (batch s') as [|b]; [lia|]. cbn [judged].
      pose proof (rejected_nonneg s') as N.
      assert (0 <= judged (rejected s') b).
      { clear - N. induction b as [|b IH]; cbn [judged]; [lra|].
        assert (0 <= rejected s' * judged (rejected s') b) by now apply Rmult_le_pos. lra. }
      assert (0 <= rejected s' * judged (rejected s') b) by now apply Rmult_le_pos. lra.
  - intros i Hi. apply enough, Hi.
Qed.

(* As the bound on batches is lifted the law tends to theta_i / all: with theta_i = W e^(-gap / scale), the exponential
   mechanism's. *)
Theorem exponential_round_limit most s f :
  (forall s, (total s <= most)%nat) -> 0 < all ->
  Un_cv (fun n => E (exponential_round n s) (winner f)) (weigh theta play f / all).
Proof.
  intros Hm Ha.
  set (q := 1 - / INR most * all).
  assert (M : 0 < INR most) by (apply lt_0_INR; specialize (Hm s); specialize (total_pos s); lia).
  assert (Q : 0 <= q < 1).
  { split.
    - pose proof (exponential_round_ends most 1 s Hm) as X. simpl in X. fold all in X. unfold q. lra.
    - unfold q. assert (0 < / INR most * all); [|lra]. apply Rmult_lt_0_compat; [now apply Rinv_0_lt_compat|exact Ha]. }
  intros eps He. set (v := weigh theta play f / all).
  destruct (pow_lt_1_zero q) with (y := eps / (Rabs v + 1)) as [N HN].
  { rewrite Rabs_right; lra. }
  { apply Rdiv_lt_0_compat; [lra|]. pose proof (Rabs_pos v). lra. }
  exists N. intros n Hn. specialize (HN n Hn). unfold R_dist.
  pose proof (exponential_round_law n s f) as L. pose proof (exponential_round_ends most n s Hm) as B.
  fold all q in B. set (none := E (exponential_round n s) on_none) in *.
  replace (E (exponential_round n s) (winner f) - v) with (- (v * none)).
  2: { apply (Rmult_eq_reg_l all); [|lra]. rewrite Rmult_minus_distr_l, L. unfold v. field. lra. }
  rewrite Rabs_Ropp, Rabs_mult. rewrite (Rabs_right none) by lra.
  rewrite Rabs_right in HN by (apply Rle_ge, pow_le; lra).
  pose proof (Rabs_pos v) as V.
  apply Rle_lt_trans with (Rabs v * q ^ n); [apply Rmult_le_compat_l; lra|].
  apply Rle_lt_trans with (Rabs v * (eps / (Rabs v + 1))); [apply Rmult_le_compat_l; lra|].
  apply (Rmult_lt_reg_r (Rabs v + 1)); [lra|].
  replace (Rabs v * (eps / (Rabs v + 1)) * (Rabs v + 1)) with (Rabs v * eps) by (field; lra). lra.
Qed.

End Round.

(* With these theta that is the exponential mechanism, whatever W and the reference are. *)
Theorem engine_is_exponential W reference u x l f :
  0 < W ->
  let theta i := W * exp (u i - reference) in
  weigh theta (x :: l) f / weigh theta (x :: l) (fun _ => 1)
  = sum (fun '(y, r) => exponential u y r * f y) (picks (x :: l)).
Proof.
  intros HW theta. set (pool := x :: l).
  assert (X : forall g, weigh theta pool g = W * exp (- reference) * sum (fun i => exp (u i) * g i) pool).
  { intros g. unfold weigh, theta. rewrite <- sum_scale. apply sum_ext. intros i _. unfold Rminus.
    rewrite exp_plus. ring. }
  pose proof (total_pos u x l) as T. fold pool in T.
  assert (N : W * exp (- reference) <> 0) by (apply Rgt_not_eq, Rmult_lt_0_compat; [exact HW|apply exp_pos]).
  rewrite !X. replace (sum (fun i => exp (u i) * 1) pool) with (total u pool)
    by (unfold total; apply sum_ext; intros; ring).
  rewrite (sum_ext (fun '(y, r) => exponential u y r * f y)
    (fun q => / total u pool * (let '(y, _) := q in exp (u y) * f y))).
  - rewrite sum_scale, (sum_picked (fun y => exp (u y) * f y)). field.
    repeat split; try lra. apply Rgt_not_eq, exp_pos.
  - intros [y r] H. apply picks_permutation in H. unfold exponential. rewrite <- (total_permutation u _ _ H).
    unfold Rdiv. ring.
Qed.
