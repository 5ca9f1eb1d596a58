(* What the theorems about the engine ask for can be had: an engine on the scores 0, 1, 2 whose closed root is opened by
   the first rejection. *)
From Coq Require Import Reals Lra List Permutation ZArith Lia Bool.
From Discreet.framework Require Import range_distance.
From Discreet.samplers Require Import decisions.
From Discreet.mechanisms Require Import top_k_bounded_range.
From Discreet.selection.reference Require Import permute_and_flip_round.
From Discreet.selection.reference Require peel.
From Discreet.selection Require Import proposal hits permute_and_flip_round chain tree engine.
Import ListNotations.
Open Scope R_scope.

Definition score (i : nat) : Z := Z.of_nat (Nat.min i 2).
Definition weight (reference v : Z) : nat := 2.
Definition worst : Z := 0.

Definition root : tree 3 := exist _ [Closed [0; 1; 2]%nat] (Permutation_refl _).
Definition opened : tree 3 := exist _ [Block [0; 1; 2]%nat] (Permutation_refl _).

(* Who is out, and the tree. *)
Definition state : Type := (nat -> bool) * (tree 3 * unit).
Definition reference (e : state) : Z := 2.
Definition with_nodes (e : state) (t : tree 3 * unit) : state := (fst e, t).
Definition remove (e : state) (x : nat) : state := (fun i => fst e i || (i =? x)%nat, snd e).
Definition learn (e : state) (t : tree 3 * unit) (rejected : list nat) : tree 3 * unit :=
  match rejected with
  | [] => t
  | _ => (opened, tt)
  end.
Definition all_in_play : state := (fun _ => false, (root, tt)).

Lemma left_small e i : In i (left 3 state fst e) -> (score i <= 2)%Z.
Proof. intros _. unfold score. lia. Qed.

Lemma enough e i : In i (left 3 state fst e) ->
  theta score 2 1 (reference e) i <= INR (weigh_by weight state reference e (score i)).
Proof.
  intros Hi. apply left_small in Hi. unfold theta, scaled, weigh_by, weight, reference. simpl INR.
  assert (H : exp (IZR (score i) / 1 - 2 / 1) <= 1); [|lra].
  apply IZR_le in Hi. apply Rle_trans with (exp 0); [apply sums.exp_le; lra|rewrite exp_0; lra].
Qed.

Lemma score_is_nonneg i : 0 <= IZR (score i).
Proof. apply IZR_le. unfold score. lia. Qed.

Example three_by_the_exponential_mechanism k f : (forall w, 0 <= f w) ->
  Un_cv (fun turns => E (fun '(e, c) => below_theta (theta score 2 1 (reference e)) c)
      (engine_top_k (left 3 state fst) remove
         (round_of 3 score weight worst state unit fst reference snd with_nodes (fun _ _ => 1%nat) learn turns)
         k all_in_play) (peel.when_some f))
    (peel.peeled (exponential (scaled 1 score)) k [0; 1; 2]%nat f).
Proof.
  intros Hf.
  apply (engine_exponential_top_k 3 score weight worst 2 2 1) with (least := exp (-2)) (e := all_in_play); auto.
  - lra.
  - apply enough.
  - intros b v. unfold weight. lia.
  - split; [apply exp_pos|]. rewrite <- exp_0. apply sums.exp_le. lra.
  - intros e H. destruct (left 3 state fst e) as [|i l] eqn:L; [congruence|]. exists i. split; [now left|].
    unfold theta, scaled, reference. pose proof (score_is_nonneg i).
    assert (exp (-2) <= exp (IZR (score i) / 1 - 2 / 1)) by (apply sums.exp_le; lra).
    pose proof (exp_pos (-2)). lra.
Qed.

(* Permute-and-flip, where the reference is the best in play, so that the coin's size is W, and whoever is behind owns
   no more than half of it where its block is open. *)
Definition rebased (e : state) : Z := best 3 score (fst e).
Definition falling (reference v : Z) : nat := if (v <? reference)%Z then 1 else 2.

Lemma enough_rebased e i : In i (left 3 state fst e) ->
  theta score 2 1 (rebased e) i <= INR (weigh_by falling state rebased e (score i)).
Proof.
  intros Hi. unfold theta, scaled, weigh_by, falling. destruct (best_is_best score (left 3 state fst e)) as [_ B];
    [intros N; now rewrite N in Hi|]. specialize (B i Hi). change (reference.permute_and_flip_round.best _ _) with
    (rebased e) in B. destruct (Z.ltb_spec (score i) (rebased e)) as [L|L]; simpl INR.
  - assert (H : exp (IZR (score i) / 1 - IZR (rebased e) / 1) <= exp (- (1))).
    { apply sums.exp_le. assert (D : (score i <= rebased e - 1)%Z) by lia. apply IZR_le in D.
      rewrite minus_IZR in D. lra. }
    assert (T : 2 < exp 1) by (pose proof (exp_ineq1 1); lra). rewrite exp_Ropp in H.
    assert (/ exp 1 < / 2) by (apply Rinv_lt_contravar; lra). lra.
  - apply IZR_le in B, L. replace (IZR (score i) / 1 - IZR (rebased e) / 1) with 0 by lra. rewrite exp_0. lra.
Qed.

Example three_by_permute_and_flip turns k f :
  E (fun '(e, c) => flip_heads 3 score 1 state fst (fun _ => 2%nat) e c)
    (engine_top_k (left 3 state fst) remove
       (flip_round_of 3 score falling worst state unit fst rebased snd with_nodes (fun _ _ => 2%nat) learn turns
          (fun _ => 2%nat)) k all_in_play)
    (peel.when_some f) = peel.peeled (flip_law 1 score) k [0; 1; 2]%nat f.
Proof.
  apply (engine_permute_and_flip_top_k 3 score falling worst 2 2 1) with (e := all_in_play); auto.
  - lra.
  - apply enough_rebased.
  - intros b v v' H. unfold falling. destruct (Z.ltb_spec v b), (Z.ltb_spec v' b); lia.
  - intros b v. unfold falling. destruct (v <? b)%Z; lia.
  - intros e _. unfold rebased. rewrite Rminus_diag_eq, exp_0 by reflexivity. simpl INR. lra.
Qed.
