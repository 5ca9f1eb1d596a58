(* Twin of proofs/selection/small_pool.md: permute-and-flip on a pool so small that it needs no tree. The best one's
   coin is not tossed; another's is an offset below W and a coin for what is left of W e^-gap. The pool's exponential
   rounds are those of selection/engine.v on one open block. *)
(* stamp: proofs/selection/small_pool.md 8da8d11470ffe84f *)
From Coq Require Import Reals Lra List Permutation ZArith Lia.
From Discreet.basics Require Import sums clamps.
From Discreet.framework Require Import range_distance measures.
From Discreet.samplers Require Import decisions.
From Discreet.mechanisms Require Import top_k_max_divergence.
From Discreet.selection.reference Require Import permute_and_flip_round peel.
Import ListNotations.
Open Scope R_scope.

(* A coin has as its name the gap to the best and the offset. *)
Fixpoint small_walk (W : nat) (score : nat -> Z) (best : Z) (n : nat) (seen rest : list nat)
  : program (Z * nat) (option (nat * list nat)) :=
  match n, rest with
  | S n, h :: t =>
      Below (length rest) (fun j =>
        let '(x, rest) := swap_first j h t in
        if (score x =? best)%Z then Ret (Some (x, without_winner seen rest))
        else
          Below W (fun offset =>
            Coin (best - score x, offset)%Z (fun heads =>
              if heads then Ret (Some (x, without_winner seen rest))
              else small_walk W score best n (seen ++ [x]) rest)))
  | _, _ => Ret None
  end.

Definition small_round (W : nat) (score : nat -> Z) (pool : list nat) : program (Z * nat) (option (nat * list nat)) :=
  small_walk W score (best score pool) (length pool) [] pool.

Section Law.
Variables (W : nat) (scale : R).
Hypothesis W_pos : (0 < W)%nat.
Hypothesis scale_pos : 0 < scale.

(* offset + V < W e^-gap, for a fresh uniform V. *)
Definition small_heads (c : Z * nat) : R := let '(gap, offset) := c in clamp (INR W * heads scale gap - INR offset).

Lemma small_walk_law score b n seen rest f :
  E small_heads (small_walk W score b n seen rest) f = E (heads scale) (walk score b n seen rest) f.
Proof.
  assert (P : 0 < INR W) by now apply lt_0_INR.
  revert seen rest. induction n as [|n IH]; intros seen [|h t]; cbn [small_walk walk]; try reflexivity.
  cbn [E]. f_equal. apply sum_ext. intros j _. destruct (swap_first j h t) as [x r]. cbn [E].
  destruct (Z.eqb_spec (score x) b) as [->|D].
  - replace (heads scale (b - b)) with 1; [simpl; ring|]. rewrite Z.sub_diag. unfold heads. simpl Z.abs.
    replace (- 0 / scale) with 0 by (field; lra). now rewrite exp_0.
  - cbn [E]. rewrite IH. set (a := f _). set (c := E _ (walk _ _ _ _ _) f).
    rewrite (sum_ext _ (fun o => c + (a - c) * clamp (INR W * heads scale (b - score x) - INR o)))
      by (intros o _; simpl; ring).
    rewrite sum_plus, sum_scale, sum_const, seq_length, sum_clamps; [field; lra|].
    pose proof (heads_is_a_probability scale scale_pos (b - score x)) as H. split; [apply Rmult_le_pos; lra|].
    rewrite <- (Rmult_1_r (INR W)) at 2. apply Rmult_le_compat_l; lra.
Qed.

(* k rounds on a small pool have the law of the reference's k rounds, with whatever W ... *)
Theorem small_pool_law score k pool f :
  E small_heads (peel (small_round W score) k pool) f = E (heads scale) (peel (permute_and_flip_round score) k pool) f.
Proof. apply peel_ext. intros. apply small_walk_law. Qed.

(* ... and its privacy. *)
Theorem small_pool_private d score score' k pool :
  neighbours d score score' pool -> 0 <= d ->
  within small_heads (INR k * (d / scale)) (peel (small_round W score) k pool) (peel (small_round W score') k pool).
Proof. intros H Hd f Hf. rewrite !small_pool_law. now apply permute_and_flip_top_k_private. Qed.

End Law.
