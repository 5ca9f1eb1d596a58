(* Both rounds on the tree itself, for proofs/selection/engine.md. Whatever is closed and whatever is open, and whatever
   refinement opens, they have their law. All that is asked of the weights is what proofs/selection/weight_rule.md
   promises, and of the coins of permute-and-flip that they are no larger. *)
From Coq Require Import Reals Lra List Permutation ZArith Lia Bool.
From Discreet.basics Require Import sums members retry.
From Discreet.framework Require Import range_distance.
From Discreet.samplers Require Import decisions.
From Discreet.mechanisms Require Import top_k_bounded_range.
From Discreet.selection.reference Require Import permute_and_flip_round.
From Discreet.selection Require Import proposal hits exponential_round permute_and_flip_round.
Import ListNotations.
Open Scope R_scope.

Section Tree.
Variables (n : nat) (score : nat -> Z) (removed : nat -> bool).
Variables (weight : Z -> nat) (worst : Z) (most : nat).
Variables (W scale : R) (reference : Z).
Hypothesis scale_pos : 0 < scale.
Hypothesis W_pos : 0 < W.

Definition in_play (i : nat) : bool := (i <? n)%nat && negb (removed i).
Definition play : list nat := filter in_play (seq 0 n).
Definition theta (i : nat) : R := W * exp (scaled scale score i - IZR reference / scale).

Lemma in_play_play i : in_play i = true <-> In i play.
Proof.
  clear. unfold play. rewrite filter_In, in_seq. split; [|tauto]. intros H. split; [|exact H]. unfold in_play in H.
  apply andb_prop in H. destruct H as [H _]. apply Nat.ltb_lt in H. lia.
Qed.

(* weight_rule.md: (1) the weight is at least theta, (2) it falls as scores get worse, (3) it is bounded both ways. *)
Hypothesis weight_enough : forall i, In i play -> theta i <= INR (weight (score i)).
Hypothesis weight_monotone : forall v v', (v <= v')%Z -> (weight v <= weight v')%nat.
Hypothesis weight_bounds : forall v, (0 < weight v <= most)%nat.

(* Visible nodes that hold every candidate once. *)
Definition tree := { front : list leaf | Permutation (flat_map members front) (seq 0 n) }.
Definition tree_total (t : tree) : nat := front_total score weight worst in_play (proj1_sig t).
Definition tree_resolve (t : tree) : nat -> option (nat * nat) := resolve score weight worst in_play (proj1_sig t).

Theorem tree_owns t : owns (tree_total t) (tree_resolve t) in_play (fun i => weight (score i)) play.
Proof.
  destruct t as [front P]. unfold tree_total, tree_resolve. cbn [proj1_sig].
  destruct (resolver_owns score weight worst in_play weight_monotone front) as [owned [O [M B]]].
  { apply (Permutation_NoDup (Permutation_sym P)). apply seq_NoDup. }
  exists owned. split; [exact O|]. split; [|exact B]. rewrite M. now apply filter_permutation.
Qed.

Lemma tree_total_pos t x : In x play -> (0 < tree_total t)%nat.
Proof.
  intros Hx. destruct (tree_owns t) as [owned [O [M B]]]. apply Nat.neq_0_lt_0. intros Z. rewrite Z in O.
  cbn [seq flat_map filter] in O. apply Permutation_nil in O.
  apply (Permutation_in _ (Permutation_sym M)) in Hx. apply in_map_iff in Hx. destruct Hx as [[i m] [_ Hi]].
  specialize (B i m Hi). pose proof (weight_bounds (score i)).
  assert (I : In (i, 0%nat) (flat_map (fun '(i, m) => offsets i m) owned)).
  { apply in_flat_map. exists (i, m). split; [exact Hi|]. apply in_map. apply in_seq. lia. }
  rewrite O in I. destruct I.
Qed.

Lemma leaf_weight_bound x : (leaf_weight score weight worst in_play x <= length (members x) * most)%nat.
Proof.
  destruct x as [l|l]; cbn [leaf_weight members].
  - destruct (two_best score worst in_play l) as [f s] eqn:T.
    pose proof (weight_bounds f). pose proof (weight_bounds s).
    destruct l as [|i l]; [injection T as <- <-; simpl; lia|]. cbn [length]. nia.
  - induction l as [|i l IH]; [simpl; lia|]. cbn [map length].
    change (list_sum (weight_in_block score weight in_play i :: map (weight_in_block score weight in_play) l))
      with (weight_in_block score weight in_play i + list_sum (map (weight_in_block score weight in_play) l))%nat.
    assert (weight_in_block score weight in_play i <= most)%nat.
    { unfold weight_in_block. pose proof (weight_bounds (score i)). destruct (in_play i); lia. }
    lia.
Qed.

Lemma tree_total_bound t : (tree_total t <= n * most)%nat.
Proof.
  destruct t as [front P]. unfold tree_total, front_total. cbn [proj1_sig].
  replace n with (length (flat_map members front)) by now rewrite (Permutation_length P), seq_length.
  clear P. induction front as [|x front IH]; [simpl; lia|]. cbn [map flat_map]. rewrite app_length.
  change (list_sum (leaf_weight score weight worst in_play x :: map (leaf_weight score weight worst in_play) front))
    with (leaf_weight score weight worst in_play x
          + list_sum (map (leaf_weight score weight worst in_play) front))%nat.
  pose proof (leaf_weight_bound x). lia.
Qed.

(* M is what refinement remembers beside the tree. *)
Variable M : Type.
Variable batch : tree * M -> nat.
Variable learn : tree * M -> list nat -> tree * M.
Hypothesis batch_pos : forall s, (0 < batch s)%nat.

Theorem tree_exponential_round x l s f : play = x :: l ->
  Un_cv (fun turns => E (below_theta theta)
      (exponential_round.exponential_round (tree * M) (fun s => tree_total (fst s)) (fun s => tree_resolve (fst s))
         batch learn in_play turns s) (winner f))
    (sum (fun '(y, r) => exponential (scaled scale score) y r * f y) (picks play)).
Proof.
  intros Hp. assert (Ix : In x play) by (rewrite Hp; now left).
  assert (T : forall i, 0 < theta i) by (intros; apply Rmult_lt_0_compat; [exact W_pos|apply exp_pos]).
  rewrite Hp, <- (engine_is_exponential W (IZR reference / scale)) by exact W_pos. rewrite <- Hp.
  change (fun i => W * exp (scaled scale score i - IZR reference / scale)) with theta.
  apply (exponential_round_limit (tree * M) _ _ _ _ in_play (fun i => weight (score i)) theta play) with (n * most)%nat.
  - intros s'. apply tree_owns.
  - intros i Hi. split; [left; apply T|now apply weight_enough].
  - intros s'. now apply (tree_total_pos _ x).
  - exact batch_pos.
  - intros s'. apply tree_total_bound.
  - apply sum_pos; [rewrite Hp; discriminate|]. intros i _. specialize (T i). lra.
Qed.

(* ---- Permute-and-flip ---- *)

Definition best : Z := reference.permute_and_flip_round.best score play.
Definition p (i : nat) : R := exp (scaled scale score i - IZR best / scale).

Variable size : nat.
(* The coin's: W e^lead, rounded down, lead being the gap of the best to the reference. *)
Hypothesis size_fits : INR size <= W * exp (IZR best / scale - IZR reference / scale).

Lemma p_is_a_probability i : In i play -> 0 <= p i <= 1.
Proof.
  intros Hi. unfold p. split; [left; apply exp_pos|]. rewrite <- exp_0. apply exp_le. unfold scaled.
  assert (IZR (score i) / scale <= IZR best / scale); [|lra].
  apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|]. apply IZR_le.
  destruct (best_is_best score play) as [_ B]; [intros N; now rewrite N in Hi|]. now apply B.
Qed.

Lemma size_is_owned i : In i play -> INR size * p i <= INR (weight (score i)).
Proof.
  intros Hi. apply Rle_trans with (2 := weight_enough i Hi).
  apply Rle_trans with (W * exp (IZR best / scale - IZR reference / scale) * p i).
  - apply Rmult_le_compat_r; [now apply p_is_a_probability|exact size_fits].
  - right. unfold p, theta. rewrite Rmult_assoc, <- exp_plus. f_equal. f_equal. ring.
Qed.

Theorem tree_permute_and_flip_round x l turns s f : play = x :: l ->
  E (permute_and_flip_round.heads size p)
    (permute_and_flip_round.permute_and_flip_round (tree * M) (fun s => tree_total (fst s))
       (fun s => tree_resolve (fst s)) batch learn size in_play play turns s) (winner f)
  = sum (fun '(y, r) => flip_law scale score y r * f y) (picks play).
Proof.
  intros Hp. assert (Ix : In x play) by (rewrite Hp; now left).
  rewrite (permute_and_flip_round_law (tree * M) _ _ batch learn size in_play play p
    (fun _ i => weight (score i))).
  - apply sum_ext. intros [y r] H. apply picks_permutation in H. unfold flip_law, p, best.
    now rewrite (best_permutation score _ _ H).
  - exact p_is_a_probability.
  - apply NoDup_filter, seq_NoDup.
  - exact in_play_play.
  - intros s'. now apply (tree_total_pos _ x).
  - intros s'. apply tree_owns.
  - intros _. exact size_is_owned.
Qed.

End Tree.
