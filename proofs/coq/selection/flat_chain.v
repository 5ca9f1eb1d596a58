(* Rounds with flat draws in a chain, and the tree that goes on after them: what proofs/selection/flat_round.md asks of
   what follows. *)
From Coq Require Import Reals Lra List Permutation ZArith Lia Bool.
From Discreet.basics Require Import sums members retry.
From Discreet.samplers Require Import decisions.
From Discreet.selection Require Import proposal drawn permute_and_flip_round chain tree engine small_pool.
From Discreet.selection Require Import flat_round.
From Discreet.selection.reference Require Import permute_and_flip_round peel.
Import ListNotations.
Open Scope R_scope.

Section Rest.
Variables (n : nat) (score : nat -> Z) (W : nat) (removed : nat -> bool) (C : Type) (coin : Z * nat -> C).
Notation gone := (gone removed).
Notation flat_walk := (flat_walk n score W removed C coin).

Lemma flat_walk_in_play m tried :
  always (fun '(o, _) => match o with Some i => In i (play n removed) | None => True end) (flat_walk m tried).
Proof.
  revert tried. induction m as [|m IH]; intros tried; cbn [flat_walk always]; [exact I|]. intros i _ [|]; [|apply IH].
  cbn [andb]. destruct (in_play n (gone tried) i) eqn:P; [|apply IH]. apply filter_In.
  unfold in_play, flat_round.gone in *. destruct (Nat.ltb_spec i n), (removed i); try discriminate.
  split; [apply in_seq; lia|reflexivity].
Qed.

(* The tree may go on as it stands: positions of those who were drawn decide nothing, and the others have theirs. *)
Theorem owns_without_drawn total resolve w tried :
  owns total resolve (in_play n removed) w (play n removed) ->
  owns total resolve (in_play n (gone tried)) w (play n (gone tried)).
Proof.
  set (keep := fun i => negb (mem i tried)). set (kept := filter (fun c : nat * nat => keep (fst c))).
  assert (K : forall i, in_play n (gone tried) i = in_play n removed i && keep i).
  { intros i. unfold in_play, flat_round.gone, keep. destruct (i <? n)%nat, (removed i), (mem i tried); reflexivity. }
  intros [owned [P [M B]]]. exists (kept owned). split; [|split].
  - replace (flat_map _ (kept owned)) with (kept (flat_map (fun '(i, m) => offsets i m) owned)).
    + replace (filter _ _) with (kept (filter (fun c => in_play n removed (fst c))
        (flat_map (named resolve) (seq 0 total)))); [now apply filter_permutation|].
      clear P. induction (flat_map (named resolve) (seq 0 total)) as [|c l IH]; [reflexivity|]. cbn [filter].
      rewrite K, <- IH. unfold kept. destruct (in_play n removed (fst c)); [|reflexivity]. cbn [filter andb].
      now destruct (keep (fst c)).
    + clear. unfold kept. induction owned as [|[i m] owned IH]; [reflexivity|]. cbn [flat_map filter fst].
      rewrite filter_app, IH. pose proof (playing_offsets keep i m) as X. unfold playing in X. rewrite X.
      now destruct (keep i).
  - replace (map fst (kept owned)) with (filter keep (map fst owned)).
    + rewrite (filter_permutation keep _ _ M). unfold play. clear - K.
      induction (seq 0 n) as [|i l IH]; [reflexivity|]. cbn [filter]. rewrite K.
      destruct (in_play n removed i); [|exact IH]. cbn [filter andb]. destruct (keep i); [now constructor|exact IH].
    + clear. unfold kept. induction owned as [|[i m] owned IH]; [reflexivity|]. cbn [map filter fst]. rewrite IH.
      now destruct (keep i).
  - intros i m H. apply filter_In in H. now apply B.
Qed.

(* The engine's round on the tree as it was for those in play, where positions of those who were drawn decide
   nothing. *)
Theorem tree_goes_on {A} scale S total resolve batch learn size w tried turns s (leave : S -> A) f :
  0 < scale ->
  let p i := heads scale (best score (play n removed) - score i) in
  (forall s, (0 < total s)%nat) ->
  (forall s, owns (total s) (resolve s) (in_play n removed) (w s) (play n removed)) ->
  (forall s i, In i (play n removed) -> INR size * p i <= INR (w s i)) ->
  E (selection.permute_and_flip_round.heads size p)
    (bind (selection.permute_and_flip_round.permute_and_flip_round S total resolve batch learn size
             (in_play n (gone tried)) (play n (gone tried)) turns s)
       (fun o => Ret (option_map (fun '(x, s) => (x, leave s)) o)))
    (winner f) = flips n score scale removed f (play n (gone tried)).
Proof.
  intros Hs p Total Owns Enough. unfold flips, drawn.flips. fold p.
  rewrite <- (selection.permute_and_flip_round.permute_and_flip_round_law S total resolve batch learn size
    (in_play n (gone tried)) _ p w) with (turns := turns) (s := s).
  - rewrite E_bind. apply E_ext. now intros [[x s']|].
  - intros i _. now apply heads_is_a_probability.
  - apply NoDup_filter, seq_NoDup.
  - intros i. apply in_play_play.
  - exact Total.
  - intros s'. now apply owns_without_drawn.
  - intros s' i H. apply Enough. unfold play in *. apply filter_In in H. apply filter_In. destruct H as [Hi H].
    split; [exact Hi|]. unfold in_play, flat_round.gone in *. now destruct (i <? n)%nat, (removed i).
Qed.

End Rest.

Section Rounds.
Variables (n : nat) (score : nat -> Z) (W : nat) (scale : R) (engine C : Type) (out : engine -> nat -> bool).
Variables (remove : engine -> nat -> engine) (chance : engine -> C -> R) (coin : Z * nat -> C).
Variables (draws : engine -> nat) (learn : engine -> list nat -> engine).
Variable rest : engine -> list nat -> program C (option (nat * engine)).
Hypothesis scale_pos : 0 < scale.
Hypothesis W_pos : (0 < W)%nat.
Hypothesis coins : forall e c, chance e (coin c) = small_heads W scale c.
Hypothesis remove_out : forall e x i, out (remove e x) i = out e i || (i =? x)%nat.
Hypothesis learn_left : forall e tried, left n engine out (learn e tried) = left n engine out e.
(* What follows has permute-and-flip's law on those who were not drawn, if someone of the best is among them. *)
Hypothesis rest_law : forall e f tried b,
  In b (play n (gone (out e) tried)) -> score b = best score (left n engine out e) ->
  E (chance e) (rest e tried) (winner f) = flips n score scale (out e) f (play n (gone (out e) tried)).
Hypothesis rest_keeps : forall e tried, always (keeps (left n engine out) e) (rest e tried).

(* k such rounds, with however many draws each. *)
Theorem flat_round_top_k k e f :
  E (fun '(e, c) => chance e c)
    (engine_top_k (left n engine out) remove
       (fun e => flat_round n score W (out e) C coin (draws e) (learn e) (rest e)) k e) (when_some f)
  = peeled (flip_law scale score) k (left n engine out e) f.
Proof.
  apply (engine_peel_law (left n engine out) remove chance _ (flip_law_fair scale score)
    (remove_takes_out n engine out remove remove_out)); clear e f.
  - intros e f N. apply (flat_round_law n score W scale (out e) C (chance e) coin scale_pos W_pos (coins e));
      [exact N|]. intros tried b. apply rest_law.
  - intros e _. unfold flat_round. eapply always_bind; [apply flat_walk_in_play|].
    intros [[i|] tried] H; [split; [exact H|apply learn_left]|apply rest_keeps].
Qed.

End Rounds.
