(* Rounds with flat draws in a chain, and the tree that goes on after them: what proofs/selection/flat_round.md asks of
   what follows. *)
From Coq Require Import Reals Lra List Permutation ZArith Lia Bool.
From Discreet.basics Require Import sums retry.
From Discreet.samplers Require Import decisions poisson.
From Discreet.selection Require Import proposal splitting permute_and_flip_round chain tree engine small_pool.
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

Lemma kept_permutation {A} (keep : A -> bool) l l' : Permutation l l' -> Permutation (filter keep l) (filter keep l').
Proof.
  intros P. induction P as [|x l l' P IH|x y l|l l' l'' P1 IH1 P2 IH2]; cbn [filter].
  - reflexivity.
  - destruct (keep x); [now constructor|exact IH].
  - destruct (keep x), (keep y); auto. apply perm_swap.
  - now rewrite IH1.
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
        (flat_map (named resolve) (seq 0 total)))); [now apply kept_permutation|].
      clear P. induction (flat_map (named resolve) (seq 0 total)) as [|c l IH]; [reflexivity|]. cbn [filter].
      rewrite K, <- IH. unfold kept. destruct (in_play n removed (fst c)); [|reflexivity]. cbn [filter andb].
      now destruct (keep (fst c)).
    + clear. unfold kept. induction owned as [|[i m] owned IH]; [reflexivity|]. cbn [flat_map filter fst].
      rewrite filter_app, IH. pose proof (playing_offsets keep i m) as X. unfold playing in X. rewrite X.
      now destruct (keep i).
  - replace (map fst (kept owned)) with (filter keep (map fst owned)).
    + rewrite (kept_permutation keep _ _ M). unfold play. clear - K.
      induction (seq 0 n) as [|i l IH]; [reflexivity|]. cbn [filter]. rewrite K.
      destruct (in_play n removed i); [|exact IH]. cbn [filter andb]. destruct (keep i); [now constructor|exact IH].
    + clear. unfold kept. induction owned as [|[i m] owned IH]; [reflexivity|]. cbn [map filter fst]. rewrite IH.
      now destruct (keep i).
  - intros i m H. apply filter_In in H. now apply B.
Qed.

(* The engine's round on the tree as it was for those in play, where positions of those who were drawn are rejected. *)
Theorem tree_goes_on scale S T total resolve mean cut over batches learn time w tried m s start f :
  0 < scale -> time start = 0 ->
  let p i := heads scale (best score (play n removed) - score i) in
  (forall s a, time (cut s a) < 1) -> (forall s, (0 < mean s)%nat) -> (forall s, (0 < total s)%nat) ->
  (forall k, list_sum (batches k) = k) ->
  (forall s, owns (total s) (resolve s) (in_play n removed) (w s) (play n removed)) ->
  (forall s a i, In i (play n removed) ->
     0 <= selection.permute_and_flip_round.theta T p time a (cut s a) (total s) (mean s) i <= INR (w s i)) ->
  means (selection.permute_and_flip_round.heads T p time)
    (selection.permute_and_flip_round.permute_and_flip_round S T total resolve mean cut over batches learn
       (in_play n (gone tried)) (play n (gone tried)) m s start)
    (winner f) (flips n score scale removed f (play n (gone tried))).
Proof.
  intros Hs H0 p Cut Mean Total Batches Owns Enough.
  apply (selection.permute_and_flip_round.permute_and_flip_round_law S T total resolve mean cut over batches learn _ _ p
    time w); auto.
  - intros i _. now apply heads_is_a_probability.
  - apply NoDup_filter, seq_NoDup.
  - intros i. apply (in_play_in n removed tried i).
  - intros s'. now apply owns_without_drawn.
  - intros s' a i H. apply Enough. unfold play in *. apply filter_In in H. apply filter_In. destruct H as [Hi H].
    split; [exact Hi|]. unfold in_play, flat_round.gone in *. now destruct (i <? n)%nat, (removed i).
Qed.

End Rest.

Section Rounds.
Variables (n : nat) (score : nat -> Z) (W : nat) (scale : R) (engine C : Type) (out : engine -> nat -> bool).
Variables (remove : engine -> nat -> engine) (chance : engine -> C -> R) (coin : Z * nat -> C).
Variables (draws : engine -> nat) (learn : engine -> list nat -> engine).
Variable rest : engine -> list nat -> process C (option (nat * engine)).
Hypothesis scale_pos : 0 < scale.
Hypothesis W_pos : (0 < W)%nat.
Hypothesis coins : forall e c, chance e (coin c) = small_heads W scale c.
Hypothesis remove_out : forall e x i, out (remove e x) i = out e i || (i =? x)%nat.
Hypothesis learn_left : forall e tried, left n engine out (learn e tried) = left n engine out e.
(* What follows has permute-and-flip's law on those who were not drawn, if someone of the best is among them. *)
Hypothesis rest_law : forall e f, exists v, forall tried, means (chance e) (rest e tried) (winner f) (v tried)
  /\ forall b, In b (play n (gone (out e) tried)) -> score b = best score (left n engine out e) ->
     v tried = flips n score scale (out e) f (play n (gone (out e) tried)).
Hypothesis rest_keeps : forall e tried, surely (keeps (left n engine out) e) (rest e tried).

(* k such rounds, with however many draws each. *)
Theorem flat_round_top_k k e f :
  means (fun '(e, c) => chance e c)
    (engine_peel (left n engine out) remove
       (fun e => flat_round n score W (out e) C coin (draws e) (learn e) (rest e)) k e) (when_some f)
    (peeled (flip_law scale score) k (left n engine out e) f).
Proof.
  apply (engine_peel_law (left n engine out) remove chance _ (flip_law_fair scale score)
    (remove_takes_out n engine out remove remove_out)); clear e f.
  - intros e f N. destruct (rest_law e f) as [v H].
    apply (flat_round_law n score W scale (out e) C (chance e) coin scale_pos W_pos (coins e) _ _ _ _ v N); apply H.
  - intros e _. unfold flat_round. eapply surely_after; [apply flat_walk_in_play|].
    intros [[i|] tried] H; [split; [exact H|apply learn_left]|apply rest_keeps].
Qed.

End Rounds.
