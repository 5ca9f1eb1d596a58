(* Twin of proofs/selection/reference/exponential_round.md: one selection by the exponential mechanism as
   tests/oracle/peel.hpp makes it, with at most n proposals, and its law: in the
   limit of n, and up to a factor for every n, the exponential mechanism's. *)
(* stamp: proofs/selection/reference/exponential_round.md 51006f924dbca05e *)
From Coq Require Import Reals Lra List Permutation ZArith Lia Bool.
From Discreet.basics Require Import sums retry.
From Discreet.framework Require Import range_distance.
From Discreet.samplers Require Import decisions.
From Discreet.mechanisms Require Import top_k_bounded_range.
From Discreet.selection.reference Require Import permute_and_flip_round peel.
Import ListNotations.
Open Scope R_scope.

Definition proposal (score : nat -> Z) (pool : list nat) (_ : unit) : program Z (nat + unit) :=
  Below (length pool) (fun j =>
    Coin (best score pool - score (nth j pool 0%nat))%Z (fun heads =>
      Ret (if heads then inl j else inr tt))).

Definition winner_and_rest (pool : list nat) (j : nat) : nat * list nat :=
  (nth j pool 0%nat, without_winner (firstn j pool) (skipn (S j) pool)).

Definition exponential_round (n : nat) (score : nat -> Z) (pool : list nat)
  : program Z (option (nat * list nat)) :=
  bind (retry (proposal score pool) n tt) (fun o => Ret (option_map (winner_and_rest pool) o)).

Lemma sum_positions (F : nat -> list nat -> R) l :
  sum (fun j => F (nth j l 0%nat) (firstn j l ++ skipn (S j) l)) (seq 0 (length l))
  = sum (fun '(x, r) => F x r) (picks l).
Proof.
  revert F. induction l as [|y l IH]; intros F; [reflexivity|].
  cbn [length seq sum picks]. f_equal.
  rewrite sum_seq_S, sum_map. etransitivity.
  - apply (IH (fun x r => F x (y :: r))).
  - apply sum_ext. now intros [x r] _.
Qed.

Section Law.
Variable scale : R.
Hypothesis scale_pos : 0 < scale.
Notation E := (E (heads scale)).
Notation scaled := (scaled scale).
Notation coins := (heads_is_a_probability scale scale_pos).

Let law (score : nat -> Z) := exponential (scaled score).

Section Round.
Variables (score : nat -> Z) (x : nat) (l : list nat).
Let pool := x :: l.
Let b := IZR (best score pool) / scale.
Let theta (j : nat) : R := exp (scaled score (nth j pool 0%nat) - b).
Let positions := seq 0 (length pool).

Lemma in_positions j : In j positions -> In (nth j pool 0%nat) pool.
Proof. intros H. apply nth_In. apply in_seq in H. lia. Qed.

Lemma proposal_law s f :
  E (proposal score pool s) (accepted f) = / INR (length pool) * weigh theta positions f.
Proof.
  unfold proposal. cbn [decisions.E]. f_equal. apply sum_ext. intros j Hj.
  rewrite (heads_of_score scale scale_pos score x l) by now apply in_positions.
  fold pool b. unfold theta. simpl. lra.
Qed.

Lemma proposal_sound s : sound (proposal score pool s).
Proof. simpl. split; [lia|]. auto. Qed.

Lemma weigh_positions (F : nat -> list nat -> R) :
  weigh theta positions (fun j => F (nth j pool 0%nat) (firstn j pool ++ skipn (S j) pool))
  = weigh theta positions (fun _ => 1)
    * sum (fun '(x, r) => law score x r * F x r) (picks pool).
Proof.
  unfold weigh.
  assert (X : forall G, sum (fun j => theta j * G j) positions
                        = exp (- b) * sum (fun j => exp (scaled score (nth j pool 0%nat)) * G j) positions).
  { intros G. rewrite <- sum_scale. apply sum_ext. intros j _. unfold theta, Rminus.
    rewrite exp_plus. lra. }
  rewrite !X. clear X. rewrite Rmult_assoc. f_equal. unfold positions.
  rewrite (sum_positions (fun x r => exp (scaled score x) * F x r) pool).
  rewrite (sum_positions (fun x _ => exp (scaled score x) * 1) pool).
  assert (T : sum (fun '(x, _) => exp (scaled score x) * 1) (picks pool) = total (scaled score) pool).
  { rewrite (sum_picked (fun x => exp (scaled score x) * 1)). unfold total. apply sum_ext. intros; lra. }
  rewrite T, <- sum_scale. apply sum_ext. intros [y r] H. apply picks_permutation in H.
  unfold law, exponential. rewrite <- (total_permutation _ _ _ H). field.
  apply Rgt_not_eq. apply total_pos.
Qed.

Lemma best_has_weight : 1 <= weigh theta positions (fun _ => 1).
Proof.
  destruct (scaled_best scale scale_pos score x l) as [[i [Hi Ei]] _].
  fold pool in Hi. apply (In_nth _ _ 0%nat) in Hi. destruct Hi as [j [Hj Ej]].
  assert (Hin : In j positions) by (apply in_seq; unfold pool in *; lia).
  unfold weigh. apply in_split in Hin. destruct Hin as [l1 [l2 ->]].
  rewrite sum_app. cbn [sum]. unfold theta at 2. rewrite Ej, Ei. fold pool b.
  rewrite Rminus_diag_eq, exp_0 by reflexivity.
  assert (N : forall l, 0 <= sum (fun j => theta j * 1) l).
  { intros. apply sum_nonneg. intros i0 _. unfold theta. pose proof (exp_pos (scaled score (nth i0 pool 0%nat) - b)).
    lra. }
  pose proof (N l1). pose proof (N l2). lra.
Qed.

(* A fraction 1 - failed of the law, the same for all outcomes; failed vanishes as n grows. *)
Theorem exponential_round_law n :
  exists failed, 0 <= failed <= (1 - / INR (length pool)) ^ n /\
  forall F, fair F -> E (exponential_round n score pool) (lift F)
    = (1 - failed) * sum (fun '(x, r) => law score x r * F x r) (picks pool).
Proof.
  exists (E (retry (proposal score pool) n tt) on_none). split.
  - destruct (retry_ends (heads scale) coins (proposal score pool) proposal_sound theta positions
      (fun _ => / INR (length pool)) (/ INR (length pool)) proposal_law) with (n := n) (s := tt)
      as [L U].
    + intros; lra.
    + intros j _. left. apply exp_pos.
    + split; [exact L|]. apply (Rle_trans _ _ _ U).
      pose proof best_has_weight as W.
      assert (P : 0 < / INR (length pool)) by (apply Rinv_0_lt_compat, lt_0_INR; simpl; lia).
      apply pow_incr. split.
      * (* the rate is a probability *)
        pose proof (proposal_law tt (fun _ => 1)) as T.
        assert (E (proposal score pool tt) (accepted (fun _ => 1))
                <= E (proposal score pool tt) (fun _ => 1)).
        { apply E_le; [apply coins|]. intros [a|a]; simpl; lra. }
        rewrite E_const in * by apply proposal_sound. lra.
      * assert (/ INR (length pool) * 1 <= / INR (length pool) * weigh theta positions (fun _ => 1))
          by (apply Rmult_le_compat_l; lra). lra.
  - intros F HF. unfold exponential_round. rewrite E_bind. cbn [decisions.E].
    rewrite (E_ext _ _ _ (on_some (fun j => F (nth j pool 0%nat) (firstn j pool ++ skipn (S j) pool)))).
    + pose proof (retry_law (heads scale) (proposal score pool) proposal_sound theta positions
        (fun _ => / INR (length pool)) proposal_law n tt
        (fun j => F (nth j pool 0%nat) (firstn j pool ++ skipn (S j) pool))) as RL.
      rewrite weigh_positions in RL. pose proof best_has_weight as W.
      apply (Rmult_eq_reg_l (weigh theta positions (fun _ => 1))); [|lra]. rewrite RL. ring.
    + intros [j|]; [|reflexivity]. cbn [option_map lift winner_and_rest on_some].
      apply HF. apply without_winner_permutation.
Qed.

End Round.

End Law.
