(* Twin of proofs/selection/permute_and_flip_round.md: the engine's whole round by permute-and-flip as one program.
   Pairs of a candidate and an offset below the coin's size are asked in a random order; only those are drawn that
   positions of the structure stand for. All others show tails, and whether they have asked somebody is decided when
   that one's coin shows heads. Positions are drawn in batches, judged in order, and may change the structure between
   batches; after so many batches there is a coin for everyone. Whatever the structures, the law is
   permute-and-flip's. *)
(* stamp: proofs/selection/permute_and_flip_round.md 969f905d63f6475c *)
From Coq Require Import Reals Lra List Permutation Lia Bool.
From Discreet.basics Require Import sums members clamps retry.
From Discreet.samplers Require Import decisions.
From Discreet.selection.reference Require Import permute_and_flip_round.
From Discreet.selection Require Import proposal hits toss thinned skipped_draws drawn.
Import ListNotations.
Open Scope R_scope.

Section Round.
Variable S : Type.                                  (* the tree and what refinement remembers *)
Variable total : S -> nat.                          (* tree.total() *)
Variable resolve : S -> nat -> option (nat * nat).  (* a position's candidate and offset *)
Variable batch : S -> nat.                          (* how many positions are drawn at once *)
Variable learn : S -> list nat -> S.                (* what a batch's positions make of the structure *)
Variable size : nat.                                (* the coin's: offsets below it are asked *)
Variable in_play : nat -> bool.
Variable play : list nat.

(* The names of the coins: whether an offset of a candidate shows heads, and whether one of them all does. *)
Inductive coin :=
| Shows (i offset : nat)
| Late (i : nat).

(* How many of a candidate's offsets below the coin's size no position stands for: so often a skipped pair asks it. *)
Definition skipped (s : S) : nat -> nat := asks (total s) (resolve s) size.

Local Notation history := (list (S * nat)).
Local Notation asked := (asked S coin total skipped).
Local Notation untried := (untried play).

(* One position: the winner, or what is known now and who was tried. *)
Definition ask (s : S) (position : nat) (past : history) (tried : list nat)
  : program coin (nat + history * list nat) :=
  let past := past ++ [(s, 0%nat)] in
  match resolve s position with
  | None => Ret (inr (past, tried))
  | Some (i, o) =>
      if in_play i && negb (mem i tried) then
        Coin (Shows i o) (fun heads =>
          if heads then
            bind (asked i past) (fun '(yes, past) => Ret (if yes then inr (past, i :: tried) else inl i))
          else Ret (inr (past, if (o <? size)%nat then i :: tried else tried)))
      else Ret (inr (past, tried))
  end.

Fixpoint judge (s : S) (positions : list nat) (past : history) (tried : list nat)
  : program coin (nat + history * list nat) :=
  match positions with
  | [] => Ret (inr (past, tried))
  | position :: more =>
      bind (ask s position past tried) (fun o =>
        match o with
        | inl i => Ret (inl i)
        | inr (past, tried) => judge s more past tried
        end)
  end.

(* Everyone's coin in turn, of those whom no pair has asked, and one of those who show heads. *)
Fixpoint late (l : list nat) (past : history) (arrived : list nat) : program coin (option nat) :=
  match l with
  | [] => choose arrived
  | i :: l =>
      bind (asked i past) (fun '(yes, past) =>
        if yes then late l past arrived
        else Coin (Late i) (fun heads => late l past (if heads then arrived ++ [i] else arrived)))
  end.

(* At most so many batches, then everyone's coin: the winner, with the structure that was refined on the way. *)
Fixpoint round_from (turns : nat) (s : S) (past : history) (tried : list nat) : program coin (option (nat * S)) :=
  match turns with
  | O => bind (late (untried tried) past []) (fun o => Ret (option_map (fun x => (x, s)) o))
  | Datatypes.S turns =>
      bind (draw (total s) (batch s)) (fun positions =>
        bind (judge s positions past tried) (fun o =>
          match o with
          | inl i => Ret (Some (i, s))
          | inr (past, tried) => round_from turns (learn s positions) past tried
          end))
  end.

Definition permute_and_flip_round (turns : nat) (s : S) : program coin (option (nat * S)) := round_from turns s [] [].

(* ---- The law ---- *)

Variables (p : nat -> R) (w : S -> nat -> nat).

Definition heads (c : coin) : R :=
  match c with
  | Shows i o => clamp (INR size * p i - INR o)
  | Late i => p i
  end.

Hypothesis probabilities : forall i, In i play -> 0 <= p i <= 1.
Hypothesis play_once : NoDup play.
Hypothesis in_play_play : forall i, in_play i = true <-> In i play.
Hypothesis total_pos : forall s, (0 < total s)%nat.
Hypothesis owners : forall s, owns (total s) (resolve s) in_play (w s) play.
(* Whoever may show heads at an offset owns it. *)
Hypothesis enough : forall s i, In i play -> INR size * p i <= INR (w s i).

Local Notation unasked := (unasked S total skipped).

Section Winner.
Variable f : nat -> R.
Local Notation flips := (flips p f).
Let outcome (s : S) : list nat -> nat -> list nat -> R := outcome (resolve s) size in_play p f.

(* What is known is worth permute-and-flip on those who were not tried and whom no pair has asked. *)
Definition round_value (past : history) (tried : list nat) : R := thinned (unasked past) (untried tried) flips.
Definition value_after (o : nat + history * list nat) : R :=
  match o with
  | inl i => f i
  | inr (past, tried) => round_value past tried
  end.

(* A position that is drawn, by whom it leaves in play. *)
Theorem ask_law s position past tried :
  E heads (ask s position past tried) value_after
  = thinned (unasked (past ++ [(s, 0%nat)])) (untried tried) (outcome s tried position).
Proof.
  unfold ask, outcome, drawn.outcome. set (q := past ++ [(s, 0%nat)]).
  destruct (resolve s position) as [[i o]|]; [|reflexivity].
  destruct (in_play i && negb (mem i tried)) eqn:I; [|reflexivity].
  assert (Hi : In i (untried tried)).
  { apply (in_untried in_play); [exact in_play_play|]. apply andb_prop in I. destruct I as [I J]. split; [exact I|].
    rewrite <- mem_In. now destruct (mem i tried). }
  assert (Ni : ~ In i (untried (i :: tried))).
  { rewrite (in_untried in_play) by exact in_play_play. intros [_ X]. apply X. now left. }
  pose proof (untried_again play play_once tried i Hi) as Again.
  cbn [E]. set (h := heads (Shows i o)). rewrite E_bind.
  (* The heads of somebody whom a skipped pair has asked are none. *)
  rewrite (E_ext _ _ _ (fun o : bool * history =>
    let '(yes, past) := o in thinned (unasked past) (untried (i :: tried)) (if yes then flips else fun _ => f i))).
  2: { intros [[|] past']; cbn [E value_after]; [reflexivity|]. now rewrite thinned_const, unasked_nobody, Rmult_1_l. }
  rewrite asked_law by exact total_pos.
  set (go := if (o <? size)%nat then i :: tried else tried).
  transitivity (h * thinned (unasked q) (untried tried) (fun z => if mem i z then f i else flips z)
    + (1 - h) * thinned (unasked q) (untried tried)
                  (fun z => if (o <? size)%nat then flips (without i z) else flips z)).
  2: { rewrite <- !thinned_sum_scale, <- thinned_sum_plus. reflexivity. }
  assert (Perm : forall z z', Permutation z z' ->
    (if mem i z then f i else flips z) = (if mem i z' then f i else flips z')
    /\ flips (without i z) = flips (without i z')).
  { intros z z' P. split; [|now apply flips_permutation, filter_permutation].
    rewrite (flips_permutation p f _ _ P). replace (mem i z') with (mem i z); [reflexivity|].
    apply eq_true_iff_eq. rewrite !mem_In. now rewrite P. }
  assert (J : forall B B', Permutation B B' -> unasked q B = unasked q B') by now apply unasked_permutation.
  pose proof (untried_once play play_once (i :: tried)) as ND. f_equal; [f_equal|].
  - rewrite (thinned_permutation _ _ _ _ J (fun z z' P => proj1 (Perm z z' P)) Again).
    cbn [thinned]. f_equal; apply thinned_ext; auto.
    + intros z _ _. unfold mem. cbn [existsb]. now rewrite Nat.eqb_refl.
    + intros z _ Z. rewrite not_mem; [reflexivity|]. intros X. apply Ni. now apply Z.
  - f_equal. unfold round_value. unfold go. destruct (o <? size)%nat; [|reflexivity].
    rewrite (thinned_permutation _ _ _ _ J (fun z z' P => proj2 (Perm z z' P)) Again).
    cbn [thinned].
    rewrite <- (thinned_ext (fun B => unasked q (i :: B)) _ _ flips (fun z => flips (without i (i :: z))));
      [|exact ND|reflexivity|].
    2: { intros z _ Z. rewrite without_first; [reflexivity|]. intros X. apply Ni. now apply Z. }
    rewrite <- (thinned_ext (fun B => unasked q B - unasked q (i :: B)) _ _ flips (fun z => flips (without i z)));
      [|exact ND|reflexivity|].
    2: { intros z _ Z. rewrite without_stranger; [reflexivity|]. intros X. apply Ni. now apply Z. }
    rewrite <- thinned_plus. apply thinned_chances. intros B. ring.
Qed.

(* A position that is drawn keeps what is known at its value, on average. *)
Theorem one_position s past tried :
  / INR (total s) * sum (fun position => E heads (ask s position past tried) value_after) (seq 0 (total s))
  = round_value past tried.
Proof.
  pose proof (total_pos s) as P. apply lt_0_INR in P.
  apply (Rmult_eq_reg_l (INR (total s))); [|lra]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
  rewrite (sum_ext _ _ _ (fun position _ => ask_law s position past tried)), thinned_sum.
  set (q := past ++ [(s, 0%nat)]). unfold round_value. rewrite <- thinned_scale.
  rewrite (thinned_chances _ _ _ _ (unasked_next S total skipped total_pos past s)). fold q.
  rewrite thinned_plus, thinned_scale, thinned_rate, <- thinned_sum_scale, <- thinned_sum_plus.
  apply thinned_ext; [now apply untried_once|reflexivity|]. intros z ND Z.
  exact (outcomes_of_all _ _ _ _ play p f (w s) probabilities play_once in_play_play (owners s) (enough s)
    tried z ND Z).
Qed.

Lemma judge_law s b past tried :
  E heads (draw (total s) b) (fun positions => E heads (judge s positions past tried) value_after)
  = round_value past tried.
Proof.
  revert past tried. induction b as [|b IH]; intros past tried; [reflexivity|].
  rewrite draw_step, <- (one_position s past tried). f_equal. apply sum_ext. intros position _. cbn [judge].
  rewrite (E_ext _ _ _ (fun more => E heads (ask s position past tried) (fun o => E heads
    match o with inl i => Ret (inl i) | inr (past, tried) => judge s more past tried end value_after)))
    by (intros; apply E_bind).
  rewrite E_swap. apply E_ext. intros [i|[past' tried']]; [|apply IH]. cbn [E value_after].
  apply E_const, draw_sound, total_pos.
Qed.

(* Everyone's coin, of those whom no pair has asked. *)
Theorem late_law l past arrived :
  E heads (late l past arrived) (some f)
  = thinned (unasked past) l (fun z => E heads (toss Late z arrived) (some f)).
Proof.
  revert past arrived. induction l as [|i l IH]; intros past arrived; cbn [late thinned].
  { rewrite unasked_nobody by exact total_pos. cbn [toss]. ring. }
  rewrite E_bind, <- (asked_law _ _ _ _ total_pos heads). apply E_ext. intros [[|] past']; [apply IH|].
  cbn [E toss]. rewrite !IH, thinned_sum_plus, !thinned_sum_scale. reflexivity.
Qed.

Lemma round_from_law turns s past tried : E heads (round_from turns s past tried) (winner f) = round_value past tried.
Proof.
  revert s past tried. induction turns as [|turns IH]; intros s past tried; cbn [round_from]; rewrite E_bind.
  - rewrite (E_ext _ _ _ (some f)) by now intros [x|]. rewrite late_law. apply thinned_same; [reflexivity|].
    intros z. apply (toss_law heads Late).
  - rewrite <- (judge_law s (batch s)). apply E_ext. intros positions. rewrite E_bind. apply E_ext.
    intros [i|[past' tried']]; [reflexivity|apply IH].
Qed.

End Winner.

(* The whole round is permute-and-flip, however many batches come before everyone's coin. *)
Theorem permute_and_flip_round_law turns s f :
  E heads (permute_and_flip_round turns s) (winner f) = sum (fun '(x, r) => flip p x r * f x) (picks play).
Proof.
  unfold permute_and_flip_round. rewrite round_from_law. unfold round_value.
  replace (untried []) with play; [apply thinned_sure|]. unfold untried. clear.
  induction play as [|i l IH]; [reflexivity|].
  cbn [filter]. now rewrite <- IH.
Qed.

(* The round ends with a winner: the best one's p is 1. *)
Theorem permute_and_flip_round_wins turns s : In 1 (map p play) ->
  E heads (permute_and_flip_round turns s) (winner (fun _ => 1)) = 1.
Proof.
  intros H. rewrite permute_and_flip_round_law. transitivity (sum (fun '(x, r) => flip p x r) (picks play)).
  - apply sum_ext. intros [x r] _. ring.
  - now apply flip_total.
Qed.

(* Whoever wins is in play. *)
Lemma permute_and_flip_round_in_play turns s :
  always (fun o => match o with Some (x, _) => In x play | None => True end) (permute_and_flip_round turns s).
Proof.
  unfold permute_and_flip_round. generalize (@nil (S * nat)) as past, (@nil nat) as tried. revert s.
  induction turns as [|turns IH]; intros s past tried; cbn [round_from].
  - apply (always_bind (fun o => match o with Some x => In x play | None => True end)); [|now intros [x|]].
    assert (L : forall l past arrived, incl l play -> incl arrived play ->
      always (fun o => match o with Some x => In x play | None => True end) (late l past arrived)).
    { induction l as [|i l IHl]; intros q arrived Hl Ha; cbn [late].
      - destruct arrived as [|x more]; cbn [choose always]; [exact I|]. intros j. apply Ha.
        destruct (nth_in_or_default j (x :: more) x) as [H| ->]; [exact H|now left].
      - assert (Hl' : incl l play) by (intros y Hy; apply Hl; now right).
        apply (always_bind (fun _ => True)); [apply always_true|]. intros [[|] q'] _; [now apply IHl|]. cbn [always].
        intros b. apply IHl; [exact Hl'|]. destruct b; [|exact Ha]. intros y Hy. apply in_app_iff in Hy.
        destruct Hy as [Hy|[<-|[]]]; [now apply Ha|apply Hl; now left]. }
    apply L; [|intros y []]. intros y Hy. apply filter_In in Hy. apply Hy.
  - apply (always_bind (fun _ => True)); [apply always_true|]. intros positions _.
    apply (always_bind (fun o => match o with inl i => In i play | inr _ => True end)).
    + revert past tried. induction positions as [|position l IHl]; intros past tried;
        cbn [judge always]; [exact I|].
      apply (always_bind (fun o => match o with inl i => In i play | inr _ => True end)).
      * unfold ask. destruct (resolve s position) as [[i o]|]; [|exact I].
        destruct (in_play i && negb (mem i tried)) eqn:P; [|exact I]. apply andb_prop in P. destruct P as [P _].
        apply in_play_play in P. cbn [always]. intros [|]; [|exact I].
        apply (always_bind (fun _ => True)); [apply always_true|]. intros [[|] q] _; [exact I|exact P].
      * intros [i|[q t]] H; [exact H|apply IHl].
    + intros [i|[q t]] H; [exact H|apply IH].
Qed.

End Round.
