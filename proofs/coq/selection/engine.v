(* Twin of proofs/selection/engine.md: k rounds on the tree, in a chain. Whatever is closed and whatever is open,
   whatever refinement opens and whatever a removal rebuilds, they have the law of the peel. All that is asked of the
   weights is what proofs/selection/weight_rule.md promises, and of the coins of permute-and-flip that they are no
   larger. *)
(* stamp: proofs/selection/engine.md ebd5a85420fc4882 *)
From Coq Require Import Reals Lra List Permutation ZArith Lia Bool.
From Discreet.basics Require Import sums members retry.
From Discreet.framework Require Import range_distance.
From Discreet.samplers Require Import decisions.
From Discreet.mechanisms Require Import top_k_bounded_range top_k_max_divergence.
From Discreet.selection.reference Require Import permute_and_flip_round.
From Discreet.selection.reference Require peel.
From Discreet.selection Require Import proposal hits exponential_round permute_and_flip_round chain tree.
Import ListNotations.
Open Scope R_scope.

Section Engine.
Variables (n : nat) (score : nat -> Z) (weight : Z -> Z -> nat) (worst : Z) (most : nat) (W scale : R).
Hypothesis scale_pos : 0 < scale.
Hypothesis W_pos : 0 < W.

(* What an engine is between two rounds: who is out of play, the reference, the tree and what refinement remembers. *)
Variables (engine M : Type) (out : engine -> nat -> bool) (reference : engine -> Z) (nodes : engine -> tree n * M).
Variable with_nodes : engine -> tree n * M -> engine.
Variable remove : engine -> nat -> engine.    (* and rebase, if that pays *)
Hypothesis with_nodes_out : forall e t, out (with_nodes e t) = out e.
Hypothesis remove_out : forall e x i, out (remove e x) i = out e i || (i =? x)%nat.

Definition left (e : engine) : list nat := play n (out e).
Definition weigh_by (e : engine) : Z -> nat := weight (reference e).

Hypothesis weight_enough : forall e i, In i (left e) ->
  theta score W scale (reference e) i <= INR (weigh_by e (score i)).
Hypothesis weight_monotone : forall b v v', (v <= v')%Z -> (weight b v <= weight b v')%nat.
Hypothesis weight_bounds : forall b v, (0 < weight b v <= most)%nat.

Lemma remove_takes_out e x r : In (x, r) (picks (left e)) -> Permutation (left (remove e x)) r.
Proof.
  intros H. apply picks_permutation in H.
  assert (X : left (remove e x) = filter (fun i => negb (i =? x)%nat) (left e)).
  { unfold left, play. induction (seq 0 n) as [|i l IH]; [reflexivity|]. cbn [filter]. rewrite IH.
    unfold in_play. rewrite remove_out, negb_orb.
    destruct (i <? n)%nat, (out e i); cbn [andb negb filter]; reflexivity. }
  assert (D : NoDup (x :: r)) by (apply (Permutation_NoDup H); apply NoDup_filter, seq_NoDup).
  rewrite X, (filter_permutation _ _ _ H). cbn [filter]. rewrite Nat.eqb_refl. cbn [negb].
  inversion D as [|? ? Nx _]; subst. clear - Nx. induction r as [|i r IH]; [reflexivity|]. cbn [filter].
  destruct (Nat.eqb_spec i x) as [E|_]; [exfalso; apply Nx; left; exact E|]. constructor. apply IH. intros I.
  apply Nx. now right.
Qed.

Definition refined {A} (e : engine) (o : option (A * (tree n * M))) : option (A * engine) :=
  option_map (fun '(x, t) => (x, with_nodes e t)) o.

Lemma left_refined e t : left (with_nodes e t) = left e.
Proof. unfold left. now rewrite with_nodes_out. Qed.

Lemma not_empty e : left e <> [] -> exists x l, left e = x :: l.
Proof. destruct (left e) as [|x l]; [congruence|]. intros _. now exists x, l. Qed.

Lemma in_play_left e x : in_play n (out e) x = true <-> In x (left e).
Proof. apply in_play_play. Qed.

(* ---- Exponential mechanism ---- *)

Variables (batch : engine -> tree n * M -> nat) (learn : engine -> tree n * M -> list nat -> tree n * M).
Hypothesis batch_pos : forall e t, (0 < batch e t)%nat.
Variable least : R.
Hypothesis least_pos : 0 < least <= 1.
(* Rebasing sees to it that somebody in play weighs something. *)
Hypothesis best_weighs : forall e, left e <> [] ->
  exists i, In i (left e) /\ least <= theta score W scale (reference e) i.

Definition round_of (turns : nat) (e : engine) : program (nat * nat) (option (nat * engine)) :=
  bind (exponential_round.exponential_round (tree n * M)
          (fun t => tree_total n score (out e) (weigh_by e) worst (fst t))
          (fun t => tree_resolve n score (out e) (weigh_by e) worst (fst t))
          (batch e) (learn e) (in_play n (out e)) turns (nodes e))
       (fun o => Ret (refined e o)).

(* k rounds of the engine by the exponential mechanism, from whatever structure. *)
Theorem engine_exponential_top_k k e f : (forall w, 0 <= f w) ->
  Un_cv (fun turns => E (fun '(e, c) => below_theta (theta score W scale (reference e)) c)
                        (engine_top_k left remove (round_of turns) k e) (peel.when_some f))
        (peel.peeled (exponential (scaled scale score)) k (left e) f).
Proof.
  set (bound := INR (Datatypes.S (n * most))).
  assert (B : 1 <= bound) by (change 1 with (INR 1); apply le_INR; lia).
  assert (Q : 0 < least / bound <= 1).
  { split; [apply Rdiv_lt_0_compat; lra|]. apply (Rmult_le_reg_r bound); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  apply (engine_top_k_law left remove (fun e => below_theta (theta score W scale (reference e))) _) with
    (failed := fun turns => (1 - least / bound) ^ turns).
  - intros x r r' P. now apply exponential_permutation.
  - exact remove_takes_out.
  - intros. apply below_theta_is_a_probability.
  - intros. apply exponential_nonneg.
  - intros turns. apply pow_probability. lra.
  - intros eps He. destruct (pow_lt_1_zero (1 - least / bound)) with (y := eps) as [N HN];
      [rewrite Rabs_right; lra|exact He|]. exists N. intros m Hm. unfold R_dist. rewrite Rminus_0_r. now apply HN.
  - clear e f. intros turns e f Ne Hf. cbv zeta. set (th := theta score W scale (reference e)).
    assert (T : forall i, 0 < th i) by (intros; apply Rmult_lt_0_compat; [exact W_pos|apply exp_pos]).
    destruct (not_empty e Ne) as [x [l Hp]]. assert (Ix : In x (left e)) by (rewrite Hp; now left).
    unfold round_of. rewrite E_bind. cbn [E].
    rewrite (E_ext _ _ _ (winner f)) by now intros [[y t]|].
    set (all := weigh th (left e) (fun _ => 1)).
    assert (A : least <= all).
    { destruct (best_weighs e Ne) as [i [Hi Li]]. apply Rle_trans with (1 := Li). fold th. unfold all, weigh.
      apply in_split in Hi. destruct Hi as [l1 [l2 ->]]. rewrite sum_app. cbn [sum].
      assert (N : forall l, 0 <= sum (fun i => th i * 1) l)
        by (intros; apply sum_nonneg; intros j _; specialize (T j); lra).
      pose proof (N l1). pose proof (N l2). lra. }
    assert (V : sum (fun '(y, r) => exponential (scaled scale score) y r * f y) (picks (left e))
      = weigh th (left e) f / all).
    { unfold all. rewrite Hp. symmetry. now apply (engine_is_exponential W (IZR (reference e) / scale)). }
    rewrite V. clear V.
    assert (Own : forall t : tree n * M, owns (tree_total n score (out e) (weigh_by e) worst (fst t))
      (tree_resolve n score (out e) (weigh_by e) worst (fst t)) (in_play n (out e))
      (fun i => weigh_by e (score i)) (left e)).
    { intros t. apply tree_owns. intros v v'. apply weight_monotone. }
    assert (En : forall i, In i (left e) -> 0 <= th i <= INR (weigh_by e (score i)))
      by (intros i Hi; split; [left; apply T|now apply weight_enough]).
    assert (Tp : forall t : tree n * M, (0 < tree_total n score (out e) (weigh_by e) worst (fst t))%nat).
    { intros t. apply (tree_total_pos n score (out e) (weigh_by e) worst most) with (x := x); auto;
        intros; apply weight_monotone || apply weight_bounds; auto. }
    pose proof (exponential_round_law (tree n * M) _ _ (batch e) (learn e) (in_play n (out e))
      (fun i => weigh_by e (score i)) th (left e) Own En Tp turns (nodes e) f) as L.
    destruct (exponential_round_ends (tree n * M) _ _ (batch e) (learn e) (in_play n (out e))
      (fun i => weigh_by e (score i)) th (left e) Own En Tp (batch_pos e) (Datatypes.S (n * most)) turns (nodes e))
      as [L0 L1].
    { intros t. apply Nat.le_trans with (n * most)%nat; [|lia]. apply tree_total_bound. intros. apply weight_bounds. }
    fold all in L, L1. set (none := E _ _ on_none) in *. set (got := E _ _ (winner f)) in *.
    assert (NN : none <= (1 - least / bound) ^ turns).
    { apply (Rle_trans _ _ _ L1). apply pow_incr. fold bound.
      assert (X : least / bound <= / bound * all).
      { unfold Rdiv. rewrite Rmult_comm. apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; lra|exact A]. }
      split; [|lra].
      pose proof (exponential_round_ends (tree n * M) _ _ (batch e) (learn e) (in_play n (out e))
        (fun i => weigh_by e (score i)) th (left e) Own En Tp (batch_pos e) (Datatypes.S (n * most)) 1 (nodes e)) as Y.
      destruct Y as [Y0 Y1].
      { intros t. apply Nat.le_trans with (n * most)%nat; [|lia]. apply tree_total_bound. intros. apply weight_bounds. }
      fold all bound in Y1. rewrite pow_1 in Y1. lra. }
    assert (G : got = weigh th (left e) f / all * (1 - none)).
    { apply (Rmult_eq_reg_l all); [|lra]. rewrite L. field. lra. }
    assert (F : 0 <= weigh th (left e) f / all).
    { apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; lra]. apply sum_nonneg. intros i _.
      apply Rmult_le_pos; [left; apply T|apply Hf]. }
    rewrite G. assert (0 <= weigh th (left e) f / all * none) by (apply Rmult_le_pos; lra).
    assert (weigh th (left e) f / all * none <= weigh th (left e) f / all * (1 - least / bound) ^ turns)
      by (apply Rmult_le_compat_l; lra). lra.
  - clear e f. intros turns e _. unfold round_of.
    eapply always_bind; [apply exponential_round_in_play|]. intros [[x t]|] H; cbn [refined option_map always keeps].
    + split; [now apply in_play_left|apply left_refined].
    + exact I.
Qed.

(* ---- Permute-and-flip ---- *)

Variables (turns : nat) (size : engine -> nat).
(* W where the reference is the best in play, else W e^-(reference - best), rounded down. *)
Hypothesis size_fits : forall e, left e <> [] ->
  INR (size e) <= W * exp (IZR (best n score (out e)) / scale - IZR (reference e) / scale).

Definition flip_round_of (e : engine) : program coin (option (nat * engine)) :=
  bind (permute_and_flip_round.permute_and_flip_round (tree n * M)
           (fun t => tree_total n score (out e) (weigh_by e) worst (fst t))
           (fun t => tree_resolve n score (out e) (weigh_by e) worst (fst t))
           (batch e) (learn e) (size e) (in_play n (out e)) (left e) turns (nodes e))
        (fun o => Ret (refined e o)).

Definition flip_heads (e : engine) : coin -> R :=
  permute_and_flip_round.heads (size e) (p n score (out e) scale).

(* k rounds of the engine by permute-and-flip, however many batches each of them has before everyone's coin. *)
Theorem engine_permute_and_flip_top_k k e f :
  E (fun '(e, c) => flip_heads e c) (engine_top_k left remove flip_round_of k e) (peel.when_some f)
  = peel.peeled (flip_law scale score) k (left e) f.
Proof.
  apply (engine_peel_law left remove flip_heads _ (flip_law_fair scale score) remove_takes_out).
  - clear e f. intros e f Ne. destruct (not_empty e Ne) as [x [l Hp]]. unfold flip_round_of. rewrite E_bind.
    rewrite (E_ext _ _ _ (winner f)) by now intros [[y t]|].
    apply (tree_permute_and_flip_round n score (out e) (weigh_by e) worst most W scale (reference e))
      with (x := x) (l := l); auto; intros; unfold weigh_by; auto.
  - clear e f. intros e _. unfold flip_round_of. eapply always_bind; [apply permute_and_flip_round_in_play|].
    + exact (in_play_left e).
    + intros [[x t]|] H; cbn [refined option_map always keeps]; [|exact I]. split; [exact H|apply left_refined].
Qed.

End Engine.

(* ---- What neighbours learn ---- *)

(* Two programs that have the law of k rounds of permute-and-flip on neighbours' scores, as
   engine_permute_and_flip_top_k says of two engines, whatever their structures: the whole release is k d / scale
   private. *)
Theorem engine_top_k_private {C C'} scale d score score' k pool
    (heads : C -> R) (m : program C (option (list nat)))
    (heads' : C' -> R) (m' : program C' (option (list nat))) f :
  0 < scale -> 0 <= d -> neighbours d score score' pool ->
  (forall f, E heads m (peel.when_some f) = peel.peeled (flip_law scale score) k pool f) ->
  (forall f, E heads' m' (peel.when_some f) = peel.peeled (flip_law scale score') k pool f) ->
  (forall w, 0 <= f w) ->
  E heads m (peel.when_some f) <= exp (INR k * (d / scale)) * E heads' m' (peel.when_some f).
Proof. intros Hs Hd H L L' Hf. rewrite L, L'. now apply permute_and_flip_peeled_private. Qed.
