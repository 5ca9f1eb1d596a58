(* What the theorems about the engine ask for can be had: an engine on the scores 0, 1, 2 whose closed root is opened by
   the first rejection, with segments of one length. *)
From Coq Require Import Reals Lra List Permutation ZArith Lia Bool.
From Discreet.framework Require Import range_distance.
From Discreet.samplers Require Import decisions poisson.
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

(* The segment that begins at the a-th point of time ends at the next; the sum of three weights is six at most. *)
Definition length : R := exp (-2) / 3.
Definition time (a : nat) : R := 1 - exp (- (INR a * length)).

Lemma length_pos : 0 < length.
Proof. unfold length. pose proof (exp_pos (-2)). lra. Qed.

Example three_by_permute_and_flip segments k f :
  means (fun '(e, c) => flip_heads 3 score 1 state fst nat time e c)
    (engine_peel (left 3 state fst) remove
       (flip_round_of 3 score weight worst state unit fst reference snd with_nodes learn nat 0%nat segments
          (fun _ _ => 1%nat) (fun _ _ a => Datatypes.S a) (fun _ _ a => (7 <? a)%nat) (fun k => [k])) k all_in_play)
    (peel.when_some f) (peel.peeled (flip_law 1 score) k [0; 1; 2]%nat f).
Proof.
  pose proof length_pos as P.
  apply (engine_permute_and_flip_top_k 3 score weight worst 2 2 1) with (e := all_in_play); auto.
  - lra.
  - apply enough.
  - intros b v. unfold weight. lia.
  - unfold time. simpl INR. rewrite Rmult_0_l, Ropp_0, exp_0. ring.
  - intros m. cbn [list_sum fold_right]. lia.
  - intros _ _ a. unfold time. rewrite S_INR. pose proof (pos_INR a) as A.
    assert (0 <= INR a * length) by (apply Rmult_le_pos; lra).
    assert (exp (- (INR a * length)) <= exp 0) by (apply sums.exp_le; lra). rewrite exp_0 in *.
    assert (exp (- ((INR a + 1) * length)) <= exp (- (INR a * length))) by (apply sums.exp_le; lra).
    pose proof (exp_pos (- ((INR a + 1) * length))). lra.
  - intros e t a H.
    assert (T : (tree_total 3 score (fst e) (weigh_by weight state reference e) worst (fst t) <= 3 * 2)%nat)
      by (apply tree_total_bound; intros; unfold weigh_by, weight; lia).
    apply le_INR in T. unfold time. rewrite (S_INR a). change (INR 1) with 1.
    replace ((1 - (1 - exp (- (INR a * length)))) / (1 - (1 - exp (- ((INR a + 1) * length))))) with (exp length).
    + rewrite ln_exp. unfold Rdiv at 1. rewrite Rinv_1, Rmult_1_r.
      assert (B : 0 <= IZR (best 3 score (fst e))).
      { unfold best. destruct (best_is_best score (play 3 (fst e))) as [[i [_ <-]] _]; [exact H|].
        apply score_is_nonneg. }
      apply Rle_trans with (INR (3 * 2) * length); [apply Rmult_le_compat_r; lra|].
      assert (exp (-2) <= exp (IZR (best 3 score (fst e)) / 1 - IZR (reference e) / 1))
        by (apply sums.exp_le; unfold reference; lra).
      unfold length. simpl INR. lra.
    + replace length with (- (INR a * length) + (INR a + 1) * length) at 1 by ring.
      rewrite exp_plus, exp_Ropp. pose proof (exp_pos ((INR a + 1) * length)). pose proof (exp_pos (INR a * length)).
      rewrite (exp_Ropp ((INR a + 1) * length)). field. lra.
Qed.
