(* Twin of proofs/selection/permute_and_flip_round.md: the engine's whole round by permute-and-flip as one program.
   A Poisson number of proposals for each segment of time, drawn in batches; one of those who arrived, or, where nobody
   did, the next segment on a structure that refinement has changed by the rejected positions; a coin for everyone at
   the end. However time is cut and whatever refinement does, the law is permute-and-flip's. *)
(* stamp: proofs/selection/permute_and_flip_round.md e562573f2feeeeed *)
From Coq Require Import Reals Lra List Permutation Lia Bool.
From Discreet.basics Require Import sums integrals clamps retry.
From Discreet.samplers Require Import decisions poisson.
From Discreet.selection.reference Require Import permute_and_flip_round.
From Discreet.selection Require Import proposal hits toss segments splitting.
Import ListNotations.
Open Scope R_scope.

Section Round.
Variables S T : Type.                               (* the tree and what refinement remembers; points of time *)
Variable total : S -> nat.                          (* tree.total() *)
Variable resolve : S -> nat -> option (nat * nat).  (* a position's candidate and offset *)
Variable mean : S -> nat.                           (* how many proposals a segment has on average *)
Variable cut : S -> T -> T.                         (* where the segment that starts at a point of time ends *)
Variable over : S -> T -> bool.                     (* whether the coins take over: little time is left *)
Variable batches : nat -> list nat.                 (* how many positions are drawn at once, of so many *)
Variable learn : S -> list nat -> S.                (* what rejected positions make of the structure *)
Variable in_play : nat -> bool.
Variable play : list nat.

(* The names of the coins: SegmentExcess, and LateArrival. *)
Inductive coin :=
| Arrives (from to : T) (total mean : nat) (i offset : nat)
| Late (from : T) (i : nat).

(* Who has arrived, and the positions that were rejected. *)
Local Notation arrivals := (list nat * list nat)%type.

Fixpoint judge (s : S) (from : T) (positions : list nat) (so_far : arrivals) : program coin arrivals :=
  match positions with
  | [] => Ret so_far
  | position :: more =>
      let '(arrived, rejected) := so_far in
      match resolve s position with
      | None => judge s from more (arrived, rejected ++ [position])
      | Some (i, o) =>
          Coin (Arrives from (cut s from) (total s) (mean s) i o) (fun below =>
            judge s from more
              (if below && in_play i then (arrive i arrived, rejected) else (arrived, rejected ++ [position])))
      end
  end.

Fixpoint propose (s : S) (from : T) (sizes : list nat) (so_far : arrivals) : program coin arrivals :=
  match sizes with
  | [] => Ret so_far
  | b :: sizes =>
      bind (draw (total s) b) (fun positions =>
        bind (judge s from positions so_far) (fun so_far => propose s from sizes so_far))
  end.

(* The winner, if there is one, with the structure that was refined on the way. *)
Definition with_structure (s : S) (o : option nat) : process coin (option (nat * S)) :=
  Return (option_map (fun x => (x, s)) o).

(* At most n segments, then a coin for everyone who is in play. *)
Fixpoint permute_and_flip_round (n : nat) (s : S) (from : T) : process coin (option (nat * S)) :=
  match n with
  | O => after (toss (Late from) play []) (with_structure s)
  | Datatypes.S n =>
      if over s from then after (toss (Late from) play []) (with_structure s)
      else
        Count (mean s) (fun k =>
          after (propose s from (batches k) ([], [])) (fun '(arrived, rejected) =>
            match arrived with
            | [] => permute_and_flip_round n (learn s rejected) (cut s from)
            | _ => after (choose arrived) (with_structure s)
            end))
  end.

(* ---- What the coins mean ---- *)

Variables (p : nat -> R) (time : T -> R) (w : S -> nat -> nat).

Definition theta (from to : T) (total mean i : nat) : R :=
  INR total / INR mean * ln ((1 - p i * time from) / (1 - p i * time to)).

Definition heads (c : coin) : R :=
  match c with
  | Arrives from to total mean i o => clamp (theta from to total mean i - INR o)
  | Late from i => arrives p (time from) 1 i
  end.

Hypothesis probabilities : forall i, In i play -> 0 <= p i <= 1.
Hypothesis play_once : NoDup play.
Hypothesis in_play_play : forall i, in_play i = true -> In i play.
Hypothesis cut_before_the_end : forall s a, time (cut s a) < 1.
Hypothesis mean_pos : forall s, (0 < mean s)%nat.
Hypothesis total_pos : forall s, (0 < total s)%nat.
Hypothesis batches_sum : forall k, list_sum (batches k) = k.
Hypothesis owners : forall s, owns (total s) (resolve s) in_play (w s) play.
(* Segments are so short that every theta stays at or below the candidate's weight. *)
Hypothesis enough : forall s a i, In i play -> 0 <= theta a (cut s a) (total s) (mean s) i <= INR (w s i).

Section Segment.
Variables (s : S) (from : T).
Let to := cut s from.
Let th (i : nat) : R := theta from to (total s) (mean s) i.
Let q (i : nat) : R := th i / INR (total s).

Let miss (B : list nat) (position : nat) : R :=
  1 - hit (resolve s) in_play th (fun i => if mem i B then 1 else 0) position.

Fixpoint misses (B positions : list nat) : R :=
  match positions with
  | [] => 1
  | position :: more => miss B position * misses B more
  end.

Lemma judge_void B positions so_far :
  E heads (judge s from positions so_far) (fun o => void B (fst o)) = void B (fst so_far) * misses B positions.
Proof.
  revert so_far. induction positions as [|position more IH]; intros [arrived rejected]; cbn [judge misses].
  { simpl. ring. }
  unfold miss, hit. destruct (resolve s position) as [[i o]|]; [|rewrite IH; cbn [fst]; ring].
  cbn [E]. rewrite !IH. cbn [andb].
  change (heads (Arrives from (cut s from) (total s) (mean s) i o)) with (below_theta th (i, o)).
  set (c := below_theta th (i, o)). destruct (in_play i); cbn [fst]; [|ring].
  rewrite void_arrived. destruct (mem i B); ring.
Qed.

Lemma draw_misses B b : E heads (draw (total s) b) (misses B) = (1 - weight q play B) ^ b.
Proof.
  pose proof (total_pos s) as P. assert (0 < INR (total s)) by now apply lt_0_INR.
  induction b as [|b IH]; [reflexivity|]. rewrite draw_step.
  rewrite (sum_ext _ (fun position => (1 - weight q play B) ^ b * miss B position)).
  - rewrite sum_scale. unfold miss. rewrite sum_minus, sum_const, seq_length.
    rewrite (hits_of_all _ _ _ _ (w s) play) by (auto; intros; now apply enough).
    cbn [pow]. replace (weigh th play (fun i => if mem i B then 1 else 0)) with (INR (total s) * weight q play B).
    + field. lra.
    + unfold weigh, weight. rewrite <- sum_scale. apply sum_ext. intros i _. unfold q.
      destruct (mem i B); field; lra.
  - intros position _. cbn [misses]. rewrite E_scale, IH. ring.
Qed.

Lemma propose_void B sizes so_far :
  E heads (propose s from sizes so_far) (fun o => void B (fst o))
  = void B (fst so_far) * (1 - weight q play B) ^ list_sum sizes.
Proof.
  revert so_far. induction sizes as [|b sizes IH]; intros so_far; cbn [propose list_sum fold_right].
  { simpl. ring. }
  rewrite E_bind. rewrite (E_ext _ _ _ (fun positions =>
    (void B (fst so_far) * (1 - weight q play B) ^ list_sum sizes) * misses B positions)).
  - rewrite E_scale, draw_misses. change (b + fold_right Init.Nat.add 0%nat sizes)%nat with (b + list_sum sizes)%nat.
    rewrite pow_add. ring.
  - intros positions. rewrite E_bind.
    rewrite (E_ext _ _ _ (fun o => (1 - weight q play B) ^ list_sum sizes * void B (fst o)))
      by (intros; rewrite IH; ring).
    rewrite E_scale, judge_void. ring.
Qed.

(* Everyone who arrives is in play, and arrives once. *)
Let proper (o : arrivals) : Prop := NoDup (fst o) /\ incl (fst o) play.

Lemma judge_proper positions so_far : proper so_far -> always proper (judge s from positions so_far).
Proof.
  revert so_far. induction positions as [|position more IH]; intros [arrived rejected] [N I]; cbn [judge always].
  { now split. }
  destruct (resolve s position) as [[i o]|]; [|apply IH; now split]. cbn [always]. intros b. apply IH.
  destruct b; [|now split]. destruct (in_play i) eqn:P; [|now split].
  split; [now apply arrive_once|]. apply arrive_in; [now apply in_play_play|exact I].
Qed.

Lemma propose_proper sizes so_far : proper so_far -> always proper (propose s from sizes so_far).
Proof.
  revert so_far. induction sizes as [|b sizes IH]; intros so_far H; cbn [propose always]; [exact H|].
  apply (always_bind (fun _ => True)).
  - generalize b. clear. induction b as [|b IH]; cbn [draw always]; auto. intros j.
    apply (always_bind (fun _ => True)); simpl; auto.
  - intros positions _. apply (always_bind proper); [now apply judge_proper|]. exact IH.
Qed.

(* The chance to arrive in the segment, of whoever has not arrived before. *)
Lemma chance_of_segment i : time from < 1 -> In i play ->
  1 - exp (- (INR (mean s) * q i)) = arrives p (time from) (time to) i.
Proof.
  intros Hf Hi. pose proof (mean_pos s) as Pm. pose proof (total_pos s) as Pt.
  apply lt_0_INR in Pm. apply lt_0_INR in Pt.
  assert (Ha : 0 < 1 - p i * time from) by (apply (still_out p play); auto).
  assert (Hb : 0 < 1 - p i * time to) by (apply (still_out p play); auto; apply cut_before_the_end).
  unfold q, th, theta, arrives.
  replace (INR (mean s) * (INR (total s) / INR (mean s) * ln ((1 - p i * time from) / (1 - p i * time to))
           / INR (total s))) with (ln ((1 - p i * time from) / (1 - p i * time to))) by (field; lra).
  rewrite exp_Ropp, exp_ln by now apply Rdiv_lt_0_compat. field. lra.
Qed.

(* A segment: one of those who arrive in it, or the value v where nobody does. *)
Lemma segment_law f v : time from < 1 ->
  mixes (INR (mean s))
    (fun k => E heads (propose s from (batches k) ([], []))
                (fun o => chosen (fun o => match o with Some x => f x | None => v end) (fst o)))
    (sum (fun '(x, r) => flip (arrives p (time from) (time to)) x r * f x) (picks play)
     + v * product (map (arrives p (time from) (time to)) play) 1).
Proof.
  intros Hf. rewrite <- coins_chosen.
  rewrite (coins_ext _ (fun i => 1 - exp (- (INR (mean s) * q i))) play _
    (chosen (fun o => match o with Some x => f x | None => v end)))
    by (auto; intros; symmetry; now apply chance_of_segment).
  eapply mixes_ext; [|apply (splitting heads (fun k => propose s from (batches k) ([], [])) fst)].
  - intros k. apply (E_always heads proper).
    + apply propose_proper. split; [constructor|]. intros i [].
    + intros o [N I]. apply chosen_permutation. now apply arrived_of_permutation.
  - exact play_once.
  - intros B k. rewrite propose_void, batches_sum. cbn [fst]. unfold void.
    replace (existsb (fun i => mem i []) B) with false; [ring|]. induction B; simpl; auto.
Qed.

End Segment.

(* What is left to do at a point of time has the law that the point's past leaves. *)
Lemma means_with_structure s o f : means heads (with_structure s o) (winner f) (some f o).
Proof. now destruct o. Qed.

Lemma round_future n s from f : time from < 1 ->
  means heads (permute_and_flip_round n s from) (winner f)
    (sum (fun '(x, r) => future p (time from) x r * f x) (picks play)).
Proof.
  assert (I : forall x r, In (x, r) (picks play) -> incl (x :: r) play).
  { intros x r Hin i Hi. apply picks_permutation in Hin. now rewrite Hin. }
  assert (L : forall s from, time from < 1 ->
    means heads (after (toss (Late from) play []) (with_structure s)) (winner f)
    (sum (fun '(x, r) => future p (time from) x r * f x) (picks play))).
  { clear s from. intros s from Hf. replace (sum _ (picks play)) with (E heads (toss (Late from) play []) (some f)).
    - apply means_after. intros o. apply means_with_structure.
    - rewrite toss_law. apply sum_ext. intros [x r] Hin. f_equal. now apply (future_ends p play); auto. }
  revert s from. induction n as [|n IH]; intros s from Hf; cbn [permute_and_flip_round].
  - now apply L.
  - destruct (over s from); [now apply L|].
    set (a' := time (cut s from)). assert (Ha' : a' < 1) by apply cut_before_the_end.
    set (v := sum (fun '(x, r) => future p a' x r * f x) (picks play)).
    cbn [means]. exists (fun k => E heads (propose s from (batches k) ([], []))
      (fun o => chosen (fun o => match o with Some x => f x | None => v end) (fst o))). split.
    + intros k. apply means_after. intros [arrived rejected]. cbn [fst].
      destruct arrived as [|x more]; [now apply IH|].
      change (chosen (fun o => match o with Some x => f x | None => v end) (x :: more))
        with (chosen (some f) (x :: more)). rewrite <- (choose_law heads).
      apply means_after. intros o. apply means_with_structure.
    + replace (sum (fun '(x, r) => future p (time from) x r * f x) (picks play)) with
        (sum (fun '(x, r) => flip (arrives p (time from) a') x r * f x) (picks play)
         + v * product (map (arrives p (time from) a') play) 1); [now apply segment_law|].
      unfold v. rewrite Rmult_comm, <- sum_scale, <- sum_plus. apply sum_ext. intros [x r] Hin.
      rewrite <- (future_splits p play probabilities (time from) a' x r Hf Ha') by auto.
      apply picks_permutation in Hin.
      rewrite (product_permutation _ _ 1 (Permutation_map (arrives p (time from) a') Hin)). ring.
Qed.

(* Whoever wins is in play. *)
Lemma permute_and_flip_round_in_play n s from :
  surely (fun o => match o with Some (x, _) => In x play | None => True end) (permute_and_flip_round n s from).
Proof.
  set (good := fun o : option nat => match o with Some x => In x play | None => True end).
  assert (W : forall s o, good o ->
    surely (fun o => match o with Some (x, _) => In x play | None => True end) (with_structure s o)).
  { now intros s' [x|]. }
  assert (Ch : forall arrived, incl arrived play -> always good (choose (C := coin) arrived)).
  { intros [|x more] I; cbn [choose always]; [exact Logic.I|]. intros j. cbn [good].
    apply I. destruct (nth_in_or_default j (x :: more) x) as [H| ->]; [exact H|now left]. }
  assert (To : forall a l arrived, incl l play -> incl arrived play -> always good (toss (Late a) l arrived)).
  { intros a l. induction l as [|i l IH]; intros arrived Hl Ha; cbn [toss always]; [now apply Ch|].
    intros b. apply IH; [intros y Hy; apply Hl; now right|]. destruct b; [|exact Ha].
    intros y Hy. apply in_app_iff in Hy. destruct Hy as [Hy|[<-|[]]]; [now apply Ha|apply Hl; now left]. }
  assert (L : forall s a, surely (fun o => match o with Some (x, _) => In x play | None => True end)
    (after (toss (Late a) play []) (with_structure s))).
  { intros s' a. apply (surely_after good); [|now apply W]. apply To; [apply incl_refl|]. intros y []. }
  revert s from. induction n as [|n IH]; intros s from; cbn [permute_and_flip_round surely]; [apply L|].
  destruct (over s from); [apply L|]. cbn [surely]. intros k.
  apply (surely_after (fun o => NoDup (fst o) /\ incl (fst o) play)).
  - apply propose_proper. split; [constructor|]. intros y [].
  - intros [arrived rejected] [_ I]. destruct arrived as [|x more]; [apply IH|].
    apply (surely_after good); [now apply Ch|now apply W].
Qed.

(* The whole round, from the start of time: permute-and-flip. *)
Theorem permute_and_flip_round_law n s start f : time start = 0 ->
  means heads (permute_and_flip_round n s start) (winner f) (sum (fun '(x, r) => flip p x r * f x) (picks play)).
Proof.
  intros H0. replace (sum _ (picks play)) with (sum (fun '(x, r) => future p (time start) x r * f x) (picks play)).
  - apply round_future. lra.
  - rewrite H0. apply sum_ext. intros [x r] _. unfold future, flip. rewrite area_at_0.
    replace (product (map p (x :: r)) 0) with 1; [field|].
    induction (x :: r) as [|i k IH]; simpl; [reflexivity|]. rewrite <- IH. ring.
Qed.

(* The round ends with a winner: the best one's p is 1. *)
Theorem permute_and_flip_round_wins n s start : time start = 0 -> In 1 (map p play) ->
  means heads (permute_and_flip_round n s start) (winner (fun _ => 1)) 1.
Proof.
  intros H0 H1. pose proof (permute_and_flip_round_law n s start (fun _ => 1) H0) as L. cbv beta in L.
  replace (sum (fun '(x, r) => flip p x r * 1) (picks play)) with 1 in L; [exact L|].
  transitivity (sum (fun '(x, r) => flip p x r) (picks play)); [symmetry; now apply flip_total|].
  apply sum_ext. intros [x r] _. ring.
Qed.

End Round.
