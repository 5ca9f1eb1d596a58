(* What one position that is drawn makes of a round of permute-and-flip, for
   proofs/selection/permute_and_flip_round.md: together with the pairs that no position stands for, all positions leave
   the round at its value. *)
From Coq Require Import Reals Lra List Permutation Lia Bool.
From Discreet.basics Require Import sums members clamps.
From Discreet.selection.reference Require Import permute_and_flip_round.
From Discreet.selection Require Import proposal hits toss.
Import ListNotations.
Open Scope R_scope.

Section Flips.
Variables (p f : nat -> R).

(* The mean of f over the winner, by permute-and-flip on l. *)
Definition flips (l : list nat) : R := sum (fun '(x, r) => flip p x r * f x) (picks l).

Lemma flips_permutation l l' : Permutation l l' -> flips l = flips l'.
Proof.
  apply (sum_picks_permutation (fun x r => flip p x r * f x)). intros x r r' P. now rewrite (flip_permutation p x r r').
Qed.

(* The first of a uniform order wins by its coin, or the others go on without it. *)
Lemma flips_recursion l : INR (length l) * flips l = sum (fun '(x, r) => p x * f x + (1 - p x) * flips r) (picks l).
Proof.
  unfold flips. rewrite <- value_of_flips, <- (map_length (with_chance p) l), value_recursion, picks_map, sum_map.
  apply sum_ext. intros [x r] _. cbn [with_chance]. now rewrite value_of_flips.
Qed.

End Flips.

Section Positions.
Variables (total : nat) (resolve : nat -> option (nat * nat)).
Variable size : nat.  (* the coin's: pairs of a candidate and an offset below it are asked *)
Variables (in_play : nat -> bool) (play : list nat).

(* How many of its offsets below the coin's size no position stands for. *)
Definition asks (i : nat) : nat := size - owned total resolve i.

(* Of those in play. *)
Definition untried (tried : list nat) : list nat := filter (fun i => negb (mem i tried)) play.

Variables (p f : nat -> R) (w : nat -> nat).
Hypothesis probabilities : forall i, In i play -> 0 <= p i <= 1.
Hypothesis play_once : NoDup play.
Hypothesis in_play_play : forall i, in_play i = true <-> In i play.
Hypothesis owners : owns total resolve in_play w play.
(* Whoever may show heads at an offset owns it. *)
Hypothesis enough : forall i, In i play -> INR size * p i <= INR (w i).

Lemma untried_once tried : NoDup (untried tried).
Proof. now apply NoDup_filter. Qed.

Lemma in_untried tried i : In i (untried tried) <-> in_play i = true /\ ~ In i tried.
Proof.
  clear - in_play_play. unfold untried. rewrite filter_In, in_play_play, <- (mem_In i tried).
  destruct (mem i tried); cbn [negb]; intuition congruence.
Qed.

Lemma untried_again tried i : In i (untried tried) -> Permutation (untried tried) (i :: untried (i :: tried)).
Proof.
  intros H. assert (X : untried (i :: tried) = without i (untried tried)).
  { unfold untried, without. clear. induction play as [|j l IH]; [reflexivity|]. cbn [filter].
    assert (M : mem j (i :: tried) = (j =? i)%nat || mem j tried) by reflexivity. rewrite M.
    destruct (mem j tried); rewrite ?orb_true_r, ?orb_false_r; cbn [negb filter]; [exact IH|].
    destruct (j =? i)%nat; cbn [negb]; now rewrite IH. }
  rewrite X. apply in_split in H as H'. destruct H' as [l1 [l2 E]].
  assert (P : Permutation (untried tried) (i :: l1 ++ l2)) by (rewrite E; symmetry; apply Permutation_middle).
  rewrite P at 1. constructor. symmetry. apply without_permutation; [apply untried_once|exact P].
Qed.

Let flips := flips p f.
Let shows (i o : nat) : R := clamp (INR size * p i - INR o).

(* What a position that is drawn makes of those whom no pair has asked: z. *)
Definition outcome (tried : list nat) (position : nat) (z : list nat) : R :=
  match resolve position with
  | Some (i, o) =>
      if in_play i && negb (mem i tried) then
        let h := shows i o in
        h * (if mem i z then f i else flips z) + (1 - h) * (if (o <? size)%nat then flips (without i z) else flips z)
      else flips z
  | None => flips z
  end.

(* What the offsets of somebody whom no pair has asked are worth: those that no position stands for count as drawn. *)
Lemma offsets_of_one i v v' : In i play ->
  sum (fun o => let h := shows i o in h * v + (if (o <? size)%nat then (1 - h) * v' else 0))
    (seq 0 (owned total resolve i))
  = INR size * (p i * v + (1 - p i) * v') - INR (asks i) * v'.
Proof.
  intros Hi. destruct (worth_of_all _ _ _ _ _ owners play_once (fun i => proj2 (in_play_play i))) as [Own _].
  specialize (Own i Hi). specialize (probabilities i Hi). specialize (enough i Hi). set (m := owned _ _ i) in *.
  set (c := INR size * p i). pose proof (pos_INR size) as C0.
  assert (C : 0 <= c <= INR size).
  { split; [apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_r (INR size)). apply Rmult_le_compat_l; lra. }
  assert (Tails : forall o, (if (o <? size)%nat then (1 - clamp (c - INR o)) * v' else 0)
    = v' * ((if (o <? size)%nat then 1 else 0) - clamp (c - INR o))).
  { intros o. destruct (Nat.ltb_spec o size) as [L|L]; [ring|]. apply le_INR in L. rewrite clamp_below by lra. ring. }
  rewrite (sum_ext _ (fun o => v * clamp (c - INR o)
    + v' * ((if (o <? size)%nat then 1 else 0) - clamp (c - INR o)))).
  2: { intros o _. unfold shows. fold c. cbv zeta. rewrite Tails. ring. }
  rewrite sum_plus, !sum_scale, sum_minus.
  apply le_INR in Own. rewrite sum_clamps by (fold c in enough; lra).
  assert (L : sum (fun o => if (o <? size)%nat then 1 else 0) (seq 0 m) = INR size - INR (asks i)).
  { unfold asks. fold m. destruct (Nat.le_ge_cases size m) as [G|G].
    - replace m with (size + (m - size))%nat at 1 by lia. rewrite sum_below.
      replace (size - m)%nat with 0%nat by lia. simpl INR. ring.
    - rewrite minus_INR by lia. rewrite (sum_ext _ (fun _ => 1)), sum_const, seq_length; [ring|].
      intros o Ho. apply in_seq in Ho. now destruct (Nat.ltb_spec o size); [|lia]. }
  rewrite L. unfold c. ring.
Qed.

(* All positions of the structure, of which each is drawn alike, leave a set z at its value, but for what skipped pairs
   take from it. *)
Theorem outcomes_of_all tried z : NoDup z -> incl z (untried tried) ->
  sum (fun position => outcome tried position z) (seq 0 total)
  = INR total * flips z + sum (fun '(i, r) => INR (asks i) * (flips z - flips r)) (picks z).
Proof.
  intros ND Z. set (v := flips z).
  set (phi := fun i o => if mem i z then
    let h := shows i o in
    h * (f i - v) + (if (o <? size)%nat then (1 - h) * (flips (without i z) - v) else 0) else 0).
  rewrite (sum_ext _ (fun position => v + worth resolve in_play phi position)).
  2: { intros position _. unfold outcome, worth. destruct (resolve position) as [[i o]|]; [|fold v; ring].
       fold v. destruct (in_play i) eqn:I; cbn [andb]; [|ring]. unfold phi. cbv zeta.
       assert (M : mem i z = true -> mem i tried = false).
       { intros M. apply mem_In, Z, in_untried in M. destruct M as [_ M]. now apply not_mem. }
       destruct (mem i z) eqn:Mz.
       - rewrite M by reflexivity. cbn [negb]. destruct (o <? size)%nat; ring.
       - assert (W : flips (without i z) = v).
         { rewrite without_stranger; [reflexivity|]. rewrite <- mem_In. congruence. }
         rewrite W. destruct (mem i tried), (o <? size)%nat; cbn [negb]; ring. }
  rewrite sum_plus, sum_const, seq_length. f_equal.
  destruct (worth_of_all _ _ _ _ _ owners play_once (fun i => proj2 (in_play_play i))) as [_ All].
  rewrite All. clear All.
  transitivity (sum (fun i => INR size * (p i * (f i - v) + (1 - p i) * (flips (without i z) - v))
    - INR (asks i) * (flips (without i z) - v)) z).
  - assert (X : Permutation (filter (fun i => mem i z) play) z).
    { apply NoDup_Permutation; [now apply NoDup_filter|exact ND|]. intros i. rewrite filter_In, mem_In.
      split; [tauto|]. intros H. split; [|exact H]. apply Z, in_untried in H. now apply in_play_play. }
    rewrite <- (sum_permutation _ _ _ X). clear X.
    rewrite (sum_ext _ (fun i => if mem i z then INR size * (p i * (f i - v) + (1 - p i) * (flips (without i z) - v))
      - INR (asks i) * (flips (without i z) - v) else 0)).
    + clear. induction play as [|i l IH]; [reflexivity|]. cbn [sum filter]. rewrite IH.
      destruct (mem i z); cbn [sum]; ring.
    + intros i Hi. unfold phi. destruct (mem i z); [now apply offsets_of_one|]. rewrite sum_const. ring.
  - rewrite <- (sum_picked _ z).
    rewrite (sum_ext _ (fun a => (INR size * (let '(i, r) := a in p i * f i + (1 - p i) * flips r) + - (INR size * v))
      + (let '(i, r) := a in INR (asks i) * (v - flips r)))).
    + rewrite !sum_plus, sum_scale, <- flips_recursion, sum_const, length_picks.
      change (drawn.flips p f z) with v. ring.
    + intros [i r] H. apply picks_permutation, (without_permutation i z r ND) in H. unfold flips.
      rewrite (flips_permutation p f _ _ H). ring.
Qed.

End Positions.
