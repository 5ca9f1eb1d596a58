(* Twin of proofs/selection/flat_round.md: a round of permute-and-flip that first draws scores uniformly, all of them
   alike, and hands over to the tree if none has won after so many draws. Who was drawn is out for the round. However
   many draws there are, the law is permute-and-flip's. *)
(* stamp: proofs/selection/flat_round.md 86f982908f88eb9c *)
From Coq Require Import Reals Lra List Permutation ZArith Lia Bool.
From Discreet.basics Require Import sums members clamps retry.
From Discreet.samplers Require Import decisions.
From Discreet.selection Require Import drawn tree engine small_pool.
From Discreet.selection.reference Require Import permute_and_flip_round peel.
Import ListNotations.
Open Scope R_scope.

Section Round.
Variables (n : nat) (score : nat -> Z) (W : nat) (scale : R) (removed : nat -> bool).
(* Coins are small_pool.v's, named by gap and offset; what follows may have others. *)
Variables (C : Type) (chance : C -> R) (coin : Z * nat -> C).
Let top : Z := best score (play n removed).

(* Who is out for the rest of the round. *)
Definition gone (tried : list nat) (i : nat) : bool := removed i || mem i tried.

(* The winner, if there is one, and who was drawn before. The coin of a score that is out decides nothing, whatever its
   gap. *)
Fixpoint flat_walk (m : nat) (tried : list nat) : program C (option nat * list nat) :=
  match m with
  | O => Ret (None, tried)
  | S m =>
      Below n (fun i => Below W (fun offset => Coin (coin (top - score i, offset)%Z) (fun heads =>
        if heads && in_play n (gone tried) i then Ret (Some i, tried) else flat_walk m (i :: tried))))
  end.

(* The structure that a winner leaves, and what follows without one, may depend on who was drawn. *)
Definition flat_round {A} (m : nat) (learn : list nat -> A) (rest : list nat -> program C (option (nat * A)))
  : program C (option (nat * A)) :=
  bind (flat_walk m []) (fun '(o, tried) =>
    match o with
    | Some i => Ret (Some (i, learn tried))
    | None => rest tried
    end).

Let p (i : nat) : R := heads scale (top - score i).

(* The mean of f over the winner, by permute-and-flip on l with gaps to the best of the round. *)
Definition flips (f : nat -> R) (l : list nat) : R := drawn.flips p f l.

Lemma gone_again i tried j : gone (i :: tried) j = gone tried j || (j =? i)%nat.
Proof.
  unfold gone. cbn [mem existsb]. fold (mem j tried). destruct (removed j), (j =? i)%nat, (mem j tried); reflexivity.
Qed.

Lemma in_play_in tried i : in_play n (gone tried) i = true <-> In i (play n (gone tried)).
Proof.
  unfold play. rewrite filter_In, in_seq. split; [|intros [_ H]; exact H]. intros H. split; [|exact H].
  apply andb_prop in H. destruct H as [H _]. apply Nat.ltb_lt in H. split; [apply Nat.le_0_l|exact H].
Qed.

Lemma drawn_in_vain i tried : in_play n (gone tried) i = false -> play n (gone (i :: tried)) = play n (gone tried).
Proof.
  intros H. apply filter_ext. intros j. unfold in_play in *. rewrite gone_again.
  destruct (Nat.eqb_spec j i) as [->|_]; [|now rewrite orb_false_r]. rewrite H. now rewrite orb_true_r, andb_false_r.
Qed.

Lemma none_gone : play n (gone []) = play n removed.
Proof. apply filter_ext. intros i. unfold in_play, gone. cbn [mem existsb]. now rewrite orb_false_r. Qed.

(* A uniform draw among all, in vain where it is of someone who is out. *)
Lemma flips_of_draw f tried : (0 < n)%nat ->
  / INR n * sum (fun i => if in_play n (gone tried) i then p i * f i + (1 - p i) * flips f (play n (gone (i :: tried)))
                          else flips f (play n (gone tried))) (seq 0 n)
  = flips f (play n (gone tried)).
Proof.
  intros Hn. apply lt_0_INR in Hn. set (l := play n (gone tried)). set (v := flips f l).
  assert (X : forall (q : nat -> bool) a l, sum (fun i => if q i then a i else v) l
    = sum a (filter q l) + (INR (length l) - INR (length (filter q l))) * v).
  { intros q a l'. induction l' as [|i l' IH]; cbn [sum filter]; [simpl; ring|]. rewrite IH.
    destruct (q i); cbn [sum length]; rewrite !S_INR; ring. }
  rewrite X, seq_length. fold (play n (gone tried)) l. rewrite <- (sum_picked _ l).
  rewrite (sum_ext _ (fun '(x, r) => p x * f x + (1 - p x) * flips f r)).
  - rewrite <- flips_recursion. change (drawn.flips p f l) with v. field. lra.
  - intros [i r] H. apply (remove_takes_out n _ gone (fun t i => i :: t)) in H; [|intros; apply gone_again].
    unfold left in H. unfold flips. now rewrite (flips_permutation p f _ _ H).
Qed.

Hypothesis scale_pos : 0 < scale.
Hypothesis W_pos : (0 < W)%nat.
Hypothesis coins : forall c, chance (coin c) = small_heads W scale c.

(* Offset and coin together are heads with the probability p. *)
Lemma flat_coin i a c :
  / INR W * sum (fun o => let h := chance (coin (top - score i, o)%Z) in h * a + (1 - h) * c) (seq 0 W)
  = p i * a + (1 - p i) * c.
Proof.
  assert (P : 0 < INR W) by now apply lt_0_INR.
  rewrite (sum_ext _ (fun o => c + (a - c) * clamp (INR W * p i - INR o))).
  - rewrite sum_plus, sum_scale, sum_const, seq_length, sum_clamps; [field; lra|].
    pose proof (heads_is_a_probability scale scale_pos (top - score i)) as H. fold (p i) in H.
    split; [apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_r (INR W)) at 2. apply Rmult_le_compat_l; lra.
  - intros o _. rewrite coins. unfold small_heads. fold (p i). ring.
Qed.

Lemma flat_walk_flips m tried f g b : In b (play n (gone tried)) -> score b = top ->
  (forall tried, In b (play n (gone tried)) -> g tried = flips f (play n (gone tried))) ->
  E chance (flat_walk m tried) (fun '(o, tried) => match o with Some i => f i | None => g tried end)
  = flips f (play n (gone tried)).
Proof.
  intros Hb Top G. revert tried Hb. induction m as [|m IH]; intros tried Hb; [now apply G|].
  assert (Hn : (0 < n)%nat) by (apply filter_In in Hb; destruct Hb as [H _]; apply in_seq in H; lia).
  rewrite <- (flips_of_draw f tried Hn). cbn [flat_walk E andb]. f_equal. apply sum_ext. intros i _.
  rewrite flat_coin. destruct (in_play n (gone tried) i) eqn:I; cbn [E].
  - destruct (Nat.eq_dec b i) as [<-|D].
    + (* The best one's coin shows heads. *)
      replace (p b) with 1; [ring|]. unfold p, heads. rewrite Top, Z.sub_diag. simpl Z.abs.
      replace (- 0 / scale) with 0 by (field; lra). now rewrite exp_0.
    + rewrite IH; [reflexivity|]. apply in_play_in. apply in_play_in in Hb. unfold in_play in *. rewrite gone_again.
      destruct (Nat.eqb_spec b i); [contradiction|]. now rewrite orb_false_r.
  - rewrite IH; rewrite drawn_in_vain by exact I; [ring|exact Hb].
Qed.

Lemma flips_of_all f :
  flips f (play n removed) = sum (fun '(x, r) => flip_law scale score x r * f x) (picks (play n removed)).
Proof.
  apply sum_ext. intros [x r] H. apply picks_permutation in H. f_equal. apply flip_ext. intros i Hi. unfold p, top.
  rewrite (best_permutation score _ _ H). now apply heads_of_score.
Qed.

(* So many draws, and permute-and-flip on those in play who were not drawn, with the same gaps: permute-and-flip. *)
Theorem flat_walk_law m f : play n removed <> [] ->
  E chance (flat_walk m [])
    (fun '(o, tried) => match o with Some i => f i | None => flips f (play n (gone tried)) end)
  = sum (fun '(x, r) => flip_law scale score x r * f x) (picks (play n removed)).
Proof.
  intros N. destruct (best_is_best score (play n removed) N) as [[b [Hb Top]] _].
  rewrite <- none_gone in Hb. rewrite <- flips_of_all, <- none_gone. now apply flat_walk_flips with b.
Qed.

(* The same with any program that has this law if someone of the best was not drawn; elsewhere is nowhere. *)
Theorem flat_round_law {A} m (learn : list nat -> A) rest f : play n removed <> [] ->
  (forall tried b, In b (play n (gone tried)) -> score b = top ->
     E chance (rest tried) (winner f) = flips f (play n (gone tried))) ->
  E chance (flat_round m learn rest) (winner f)
  = sum (fun '(x, r) => flip_law scale score x r * f x) (picks (play n removed)).
Proof.
  intros N V. destruct (best_is_best score (play n removed) N) as [[b [Hb Top]] _].
  rewrite <- none_gone in Hb. rewrite <- flips_of_all, <- none_gone.
  rewrite <- (flat_walk_flips m [] f (fun tried => E chance (rest tried) (winner f)) b); auto.
  - unfold flat_round. rewrite E_bind. apply E_ext. now intros [[i|] tried].
  - intros tried H. now apply (V tried b).
Qed.

(* The best, or each of them, is still there when the draws end. *)
Theorem best_is_not_drawn m b : In b (play n removed) -> score b = top ->
  E chance (flat_walk m [])
    (fun '(o, tried) => match o with Some _ => 0 | None => if in_play n (gone tried) b then 0 else 1 end) = 0.
Proof.
  intros Hb Top. rewrite <- none_gone in Hb. assert (None : forall l, flips (fun _ => 0) l = 0).
  { intros l. unfold flips, drawn.flips. rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_const; ring|].
    intros [x r] _. ring. }
  etransitivity; [apply (flat_walk_flips m [] (fun _ => 0) _ b Hb Top)|apply None].
  intros tried H. apply in_play_in in H. now rewrite H, None.
Qed.

End Round.
