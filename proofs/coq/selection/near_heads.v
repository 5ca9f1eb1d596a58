(* The coins of those who are not near the best, for proofs/selection/near_round.md: tossed all at once, by a Poisson
   number of positions. *)
From Coq Require Import Reals Lra List Permutation ZArith Lia Bool.
From Discreet.basics Require Import sums.
From Discreet.samplers Require Import decisions poisson.
From Discreet.selection Require Import proposal toss splitting permute_and_flip_round tree flat_round flat_chain.
From Discreet.selection Require Import near_slots near_walk.
From Discreet.selection.reference Require Import permute_and_flip_round.
Import ListNotations.
Open Scope R_scope.

(* A program whose coins have other names. *)
Fixpoint renamed {C D A} (name : C -> D) (m : program C A) : program D A :=
  match m with
  | Ret a => Ret a
  | Below n next => Below n (fun j => renamed name (next j))
  | Coin c next => Coin (name c) (fun b => renamed name (next b))
  end.

Lemma E_renamed {C D A} (chance : D -> R) (heads : C -> R) (name : C -> D) (m : program C A) f :
  (forall c, chance (name c) = heads c) -> E chance (renamed name m) f = E heads m f.
Proof.
  intros H. induction m as [a|n next IH|c next IH]; cbn [renamed E]; [reflexivity| |now rewrite H, !IH].
  f_equal. apply sum_ext. intros j _. apply IH.
Qed.

Lemma always_renamed {C D A} (P : A -> Prop) (name : C -> D) (m : program C A) :
  always P m -> always P (renamed name m).
Proof. intros H. induction m as [a|n next IH|c next IH]; simpl in *; auto. Qed.

Section Heads.
Variables (n : nat) (score : nat -> Z) (W : nat) (scale : R) (removed : nat -> bool) (slots : list (option nat)).
Variables (M : nat) (resolve : nat -> option (nat * nat)).  (* the positions of all without a slot *)
(* Coins are SegmentExcess, from the start of time, which is false, to its end, true; what follows may have others. *)
Variables (C : Type) (chance : C -> R) (arrival : selection.permute_and_flip_round.coin bool -> C).
Notation near := (near slots).
Notation far_out := (far_out removed slots).
Notation far_left := (far_left n removed slots).
Notation near_left := (near_left n removed slots).
Let top : Z := best score (play n removed).

(* sample_other_heads: one segment that is all of time, and k positions in it, each judged before the next is drawn. The
   coin of somebody who has a slot, was tried or is out decides nothing. *)
Definition other_heads (tried : list nat) (k : nat) : program C (list nat * list nat) :=
  renamed arrival
    (selection.permute_and_flip_round.propose unit bool (fun _ => M) (fun _ => resolve) (fun _ => 1%nat)
       (fun _ _ => true) (in_play n (far_out tried)) tt false (repeat 1%nat k) ([], [])).

Let p (i : nat) : R := heads scale (top - score i).
Definition time (end_of_round : bool) : R := if end_of_round then 1 else 0.
Variable w : nat -> nat.
Hypothesis scale_pos : 0 < scale.
Hypothesis W_pos : (0 < W)%nat.
Hypothesis arrivals : forall c, chance (arrival c) = selection.permute_and_flip_round.heads bool p time c.
Hypothesis M_pos : (0 < M)%nat.
(* near_slots.md: those without a slot own at least W p offsets each, all of them by positions below M, and M leaves
   room below W for one of them more. So their p are below 1: whoever is best has a slot. *)
Let far (i : nat) : bool := removed i || near i.
Hypothesis owners : owns M resolve (in_play n far) w (play n far).
Hypothesis room : forall i, In i (play n far) -> INR W * p i <= INR (w i) /\ (w i + M <= W)%nat.

Lemma far_left_far tried i : In i (far_left tried) -> In i (play n far).
Proof.
  unfold far_left, play. rewrite !filter_In. unfold far_out. rewrite in_play_gone. intros [H I]. split; [exact H|].
  now destruct (in_play n _ i).
Qed.

Lemma far_chance i : In i (play n far) -> 0 <= p i < 1 /\ (INR M + INR (w i)) * p i <= INR (w i).
Proof.
  intros H. destruct (room i H) as [R L]. pose proof (heads_is_a_probability scale scale_pos (top - score i)) as Q.
  fold (p i) in Q. apply le_INR in L. rewrite plus_INR in L.
  pose proof (lt_0_INR _ W_pos). pose proof (lt_0_INR _ M_pos). pose proof (pos_INR (w i)).
  assert (B : (INR M + INR (w i)) * p i <= INR W * p i) by (apply Rmult_le_compat_r; lra).
  split; [|lra]. split; [lra|]. apply Rnot_le_lt. intros N. assert (p i = 1) as E by lra. rewrite E in B, R. lra.
Qed.

Let theta (i : nat) : R := selection.permute_and_flip_round.theta bool p time false true M 1 i.

Lemma theta_is i : theta i = INR M * ln (/ (1 - p i)).
Proof.
  unfold theta, selection.permute_and_flip_round.theta, time. simpl INR.
  replace ((1 - p i * 0) / (1 - p i * 1)) with (/ (1 - p i)); [unfold Rdiv; now rewrite Rinv_1, Rmult_1_r|].
  unfold Rdiv. now rewrite Rmult_0_r, Rmult_1_r, Rminus_0_r, Rmult_1_l.
Qed.

(* All of a round's time at once: theta is at most what a score owns. *)
Lemma theta_owned i : In i (play n far) -> 0 <= theta i <= INR (w i).
Proof.
  intros H. destruct (far_chance i H) as [Q B]. rewrite theta_is. pose proof (lt_0_INR _ M_pos).
  assert (Y : 1 <= / (1 - p i)) by (rewrite <- Rinv_1 at 1; apply Rinv_le_contravar; lra).
  assert (L : 0 <= ln (/ (1 - p i))).
  { rewrite <- ln_1. destruct Y as [Y| <-]; [left; apply ln_increasing; lra|lra]. }
  split; [apply Rmult_le_pos; lra|].
  pose proof (exp_ineq1_le (ln (/ (1 - p i)))) as X. rewrite exp_ln in X by lra.
  apply Rle_trans with (INR M * (/ (1 - p i) - 1)); [apply Rmult_le_compat_l; lra|].
  apply (Rmult_le_reg_r (1 - p i)); [lra|].
  replace (INR M * (/ (1 - p i) - 1) * (1 - p i)) with (INR M * p i) by (field; lra). lra.
Qed.

Lemma chance_of_other i : In i (play n far) -> 1 - exp (- (INR 1 * (theta i / INR M))) = p i.
Proof.
  intros H. destruct (far_chance i H) as [Q _]. pose proof (lt_0_INR _ M_pos). rewrite theta_is. simpl INR.
  replace (- (1 * (INR M * ln (/ (1 - p i)) / INR M))) with (- ln (/ (1 - p i))) by (field; lra).
  rewrite ln_Rinv, Ropp_involutive, exp_ln by lra. ring.
Qed.

Lemma other_heads_proper tried k :
  always (fun o => NoDup (fst o) /\ incl (fst o) (far_left tried)) (other_heads tried k).
Proof.
  apply always_renamed, (selection.permute_and_flip_round.propose_proper unit bool).
  - intros i H. now apply in_play_in.
  - split; [constructor|intros i []].
Qed.

(* By a Poisson number of positions the others' coins are tossed, independently. *)
Theorem other_heads_law tried (G : list nat -> R) :
  (forall a a', Permutation a a' -> G a = G a') ->
  mixes (INR 1) (fun k => E chance (other_heads tried k) (fun '(heads, _) => G heads))
    (toss.coins p (far_left tried) G).
Proof.
  intros HG. set (H := selection.permute_and_flip_round.heads bool p time).
  set (propose := fun k => selection.permute_and_flip_round.propose unit bool (fun _ => M) (fun _ => resolve)
    (fun _ => 1%nat) (fun _ _ => true) (in_play n (far_out tried)) tt false (repeat 1%nat k) ([], [])).
  rewrite (coins_ext p (fun i => 1 - exp (- (INR 1 * (theta i / INR M)))) (far_left tried) G G);
    [|intros i Hi; symmetry; apply chance_of_other; now apply far_left_far in Hi|reflexivity].
  eapply mixes_ext; [|apply (splitting H propose fst (INR 1) (fun i => theta i / INR M) (far_left tried))].
  - intros k. cbv beta. unfold other_heads. rewrite (E_renamed chance H) by exact arrivals.
    apply (E_always H (fun o => NoDup (fst o) /\ incl (fst o) (far_left tried))).
    + apply (selection.permute_and_flip_round.propose_proper unit bool); [intros i X; now apply in_play_in|].
      split; [constructor|intros i []].
    + intros [heads rejected] [N I]. apply HG. apply arrived_of_permutation; [exact N|apply left_once|exact I].
  - apply left_once.
  - intros B k. unfold propose, H.
    rewrite (selection.permute_and_flip_round.propose_void unit bool (fun _ => M) (fun _ => resolve) (fun _ => 1%nat)
      (fun _ _ => true) (in_play n (far_out tried)) (far_left tried) p time (fun _ => w)).
    + cbn [fst]. replace (list_sum (repeat 1%nat k)) with k by (induction k; simpl; congruence).
      unfold void. replace (existsb (fun i => mem i []) B) with false by (induction B; simpl; auto). apply Rmult_1_l.
    + intros _. exact M_pos.
    + intros _. now apply owns_without_drawn.
    + intros _ a i Hi. apply far_left_far in Hi. destruct a; [|now apply theta_owned].
      destruct (far_chance i Hi) as [Q _]. unfold selection.permute_and_flip_round.theta, time. cbv beta iota.
      replace ((1 - p i * 1) / (1 - p i * 1)) with 1 by (field; lra). rewrite ln_1, Rmult_0_r.
      split; [lra|apply pos_INR].
Qed.

(* Whoever is best has a slot. *)
Lemma best_is_near b tried : In b (play n (gone removed tried)) -> score b = top -> In b (near_left tried).
Proof.
  intros Hb Top. apply in_play_in in Hb. apply in_near. split; [exact Hb|]. destruct (near b) eqn:F; [reflexivity|].
  assert (H : In b (play n far)) by (apply (far_left_far tried), in_far; now split).
  apply far_chance in H. destruct H as [H _]. unfold p, heads in H. rewrite Top, Z.sub_diag in H. simpl Z.abs in H.
  replace (- 0 / scale) with 0 in H by (field; lra). rewrite exp_0 in H. lra.
Qed.

End Heads.
