(* Twin of proofs/selection/near_round.md, of what it says on permute-and-flip: those near the best have a slot each,
   with all offsets of a coin, and all others have one slot together, whose offsets are the positions of near_slots.v.
   Slots and offsets are drawn as the positions of a tree are: it is the tree's round on a structure that stays as it
   is. *)
(* stamp: proofs/selection/near_round.md c0146c8def614b85 *)
From Coq Require Import Reals Lra List Permutation ZArith Lia Bool.
From Discreet.basics Require Import sums members retry.
From Discreet.samplers Require Import decisions.
From Discreet.selection Require Import proposal drawn permute_and_flip_round chain tree engine small_pool.
From Discreet.selection Require Import flat_round flat_chain near_slots.
From Discreet.selection.reference Require Import permute_and_flip_round peel.
Import ListNotations.
Open Scope R_scope.

Lemma best_among score l l' b : incl l' l -> In b l' -> score b = best score l -> best score l' = best score l.
Proof.
  intros I H Top. apply Z.le_antisymm.
  - destruct (best_is_best score l') as [[c [Hc <-]] _]; [intros ->; destruct H|].
    apply best_is_best; [|now apply I]. intros ->. now apply I in H.
  - rewrite <- Top. apply best_is_best; [|exact H]. intros ->. destruct H.
Qed.

Section Slots.
Variables (n : nat) (removed : nat -> bool) (W : nat).
Variable slots : list (option nat).                     (* who has each of them, if anybody has *)
Variable owner : nat -> option (nat * nat).             (* the last slot's *)

Definition seat (o : option nat) : list nat := match o with Some i => [i] | None => [] end.
Definition seated : list nat := flat_map seat slots.
Definition near (i : nat) : bool := mem i seated.
Definition far (i : nat) : bool := removed i || near i.

(* A slot and an offset, as one position. *)
Definition slot_total : nat := length slots * W + W.
Definition slot_owner (position : nat) : option (nat * nat) :=
  let slot := (position / W)%nat in
  let offset := (position mod W)%nat in
  if (slot <? length slots)%nat then option_map (fun i => (i, offset)) (nth slot slots None) else owner offset.

Definition slot_weight (w : nat -> nat) (i : nat) : nat := if near i then W else w i.

Hypothesis W_pos : (0 < W)%nat.
Hypothesis one_slot : NoDup (filter (in_play n removed) seated).
Hypothesis owner_far : forall x i o, (x < W)%nat -> owner x = Some (i, o) -> near i = false.
Variable w : nat -> nat.
Hypothesis owners : owns W owner (in_play n far) w (play n far).

Lemma seats_found l : flat_map (named (fun x => option_map (fun i => (i, x mod W)%nat) (nth (x / W) l None)))
    (seq 0 (length l * W))
  = flat_map (fun i => offsets i W) (flat_map seat l).
Proof.
  induction l as [|o l IH]; [reflexivity|]. cbn [length flat_map].
  change (S (length l) * W)%nat with (W + length l * W)%nat. rewrite seq_app, !flat_map_app, (flat_map_shift _ (0 + W)).
  f_equal.
  - rewrite (flat_map_ext_in _ (fun x => map (fun i => (i, x)) (seat o))).
    2: { intros x Hx. apply in_seq in Hx. unfold named. rewrite Nat.div_small, Nat.mod_small by lia.
         cbn [nth]. now destruct o. }
    destruct o as [i|]; cbn [seat map flat_map]; [|induction (seq 0 W); auto].
    rewrite app_nil_r. unfold offsets. induction (seq 0 W) as [|x q IHq]; simpl; [reflexivity|]. now rewrite IHq.
  - rewrite <- IH. apply flat_map_ext_in. intros x _. unfold named.
    replace (0 + W + x)%nat with (x + 1 * W)%nat by lia. rewrite Nat.div_add, Nat.mod_add by lia.
    now rewrite Nat.add_1_r.
Qed.

(* Whoever is in play owns offsets from 0 on, each by one slot and offset. *)
Theorem slots_own : owns slot_total slot_owner (in_play n removed) (slot_weight w) (play n removed).
Proof.
  destruct owners as [own [P [M B]]]. set (here := filter (in_play n removed) seated) in *.
  exists (map (fun i => (i, W)) here ++ own). split; [|split].
  - unfold slot_total. change (flat_map (named ?r) (seq 0 ?k)) with (found r k).
    rewrite (found_split _ (fun x => option_map (fun i => (i, x mod W)%nat) (nth (x / W) slots None))).
    2: { intros x Hx. unfold slot_owner.
         assert (L : (x / W < length slots)%nat) by (apply Nat.div_lt_upper_bound; lia).
         now destruct (Nat.ltb_spec (x / W) (length slots)); [|lia]. }
    unfold found. rewrite seats_found. fold seated. rewrite filter_app, flat_map_app. apply Permutation_app.
    + pose proof (playing_rows (in_play n removed) seated W) as X. unfold playing in X. rewrite X. fold here.
      rewrite !flat_map_concat_map, map_map. reflexivity.
    + rewrite <- P.
      assert (Same : forall a b : list (nat * nat), a = b -> Permutation a b) by now intros a b ->.
      apply Same.
      rewrite (flat_map_ext_in _ (named owner)).
      * assert (F : forall x, In x (seq 0 W) -> (x < W)%nat) by (intros x Hx; apply in_seq in Hx; lia).
        clear P. induction (seq 0 W) as [|x l IH]; [reflexivity|].
        change (flat_map (named owner) (x :: l)) with (named owner x ++ flat_map (named owner) l).
        rewrite !filter_app, IH by (intros; apply F; now right). f_equal. unfold named.
        specialize (F x (or_introl eq_refl)).
        destruct (owner x) as [[i o]|] eqn:O; [|reflexivity]. cbn [filter fst].
        assert (E : in_play n far i = in_play n removed i); [|now rewrite E].
        unfold in_play, far. now rewrite (owner_far x i o F O), orb_false_r.
      * intros x Hx. apply in_seq in Hx. unfold named, slot_owner.
        replace (length slots * W + x)%nat with (x + length slots * W)%nat by lia.
        rewrite Nat.div_add, Nat.mod_add, Nat.div_small, Nat.mod_small by lia.
        now destruct (Nat.ltb_spec (0 + length slots) (length slots)); [lia|].
  - rewrite map_app, map_map. cbn [fst]. rewrite map_id, M. apply NoDup_Permutation.
    + assert (D : forall i, In i here -> ~ In i (play n far)).
      { intros i Hi Hf. apply filter_In in Hi. destruct Hi as [Hi _]. apply mem_In in Hi. apply filter_In in Hf.
        destruct Hf as [_ Hf]. unfold in_play, far, near in Hf. rewrite Hi, orb_true_r, andb_false_r in Hf.
        discriminate. }
      clear - one_slot D. clearbody here. revert D. induction one_slot as [|i l Ni ND IH]; cbn [app]; intros D;
        [apply left_once|].
      constructor; [|apply IH; [exact ND|]; intros j Hj; apply D; now right]. intros H. apply in_app_iff in H.
      destruct H as [H|H]; [contradiction|]. apply (D i); [now left|exact H].
    + apply left_once.
    + intros i. rewrite in_app_iff. unfold here. rewrite filter_In, <- !in_play_play. rewrite <- (mem_In i seated).
      fold (near i). unfold in_play, far. destruct (i <? n)%nat, (removed i), (near i); cbn; intuition discriminate.
  - intros i m H. unfold slot_weight. apply in_app_iff in H. destruct H as [H|H].
    + apply in_map_iff in H. destruct H as [j [E H]]. injection E as <- <-. apply filter_In in H. destruct H as [H _].
      apply mem_In in H. unfold near. now rewrite H.
    + assert (Hi : In i (play n far)) by (rewrite <- M; now apply (in_map fst) in H).
      apply filter_In in Hi. destruct Hi as [_ Hi]. unfold in_play, far in Hi.
      destruct (near i); [rewrite orb_true_r, andb_false_r in Hi; discriminate|]. now apply B.
Qed.

End Slots.

Section Round.
Variables (n : nat) (score : nat -> Z) (W : nat) (scale : R) (removed : nat -> bool) (slots : list (option nat)).
Variables (owner : nat -> option (nat * nat)) (w : nat -> nat) (batch : nat).
Notation near := (near slots).
Notation far := (far removed slots).
Let top : Z := best score (play n removed).
Let p (i : nat) : R := heads scale (top - score i).

(* So many slots at once, so often, and then everyone's coin. What the winner leaves may depend on nothing else. *)
Definition near_round {A} (leave : A) (turns : nat) (tried : list nat)
  : program coin (option (nat * A)) :=
  bind (selection.permute_and_flip_round.permute_and_flip_round unit (fun _ => slot_total W slots)
          (fun _ => slot_owner W slots owner) (fun _ => batch) (fun s _ => s) W
          (in_play n (gone removed tried)) (play n (gone removed tried)) turns tt)
       (fun o => Ret (option_map (fun '(x, _) => (x, leave)) o)).

Hypothesis scale_pos : 0 < scale.
Hypothesis W_pos : (0 < W)%nat.
Hypothesis one_slot : NoDup (filter (in_play n removed) (seated slots)).
Hypothesis owner_far : forall x i o, (x < W)%nat -> owner x = Some (i, o) -> near i = false.
Hypothesis owners : owns W owner (in_play n far) w (play n far).
Hypothesis enough : forall i, In i (play n far) -> INR W * p i <= INR (w i).

(* The whole round, with whoever was tried before: gaps are to the best in play. *)
Theorem near_goes_on {A} (leave : A) turns tried f :
  E (selection.permute_and_flip_round.heads W p) (near_round leave turns tried) (winner f)
  = flips n score scale removed f (play n (gone removed tried)).
Proof.
  unfold near_round.
  rewrite <- (tree_goes_on n score removed scale unit (fun _ => slot_total W slots) (fun _ => slot_owner W slots owner)
    (fun _ => batch) (fun s _ => s) W (fun _ => slot_weight W slots w) tried turns tt (fun _ => leave)); auto.
  - intros _. unfold slot_total. lia.
  - intros _. now apply slots_own.
  - intros _ i Hi. unfold slot_weight. destruct (near i) eqn:N.
    + rewrite <- (Rmult_1_r (INR W)) at 2. apply Rmult_le_compat_l; [apply pos_INR|].
      now apply (heads_is_a_probability scale scale_pos).
    + apply enough. apply filter_In in Hi. apply filter_In. destruct Hi as [Hi Pi]. split; [exact Hi|].
      unfold in_play, near_round.far in *. now rewrite N, orb_false_r.
Qed.

(* Permute-and-flip on the scores in play that were not tried, if one of the best is among them. *)
Theorem near_round_law {A} (leave : A) turns tried b f :
  In b (play n (gone removed tried)) -> score b = top ->
  E (selection.permute_and_flip_round.heads W p) (near_round leave turns tried) (winner f)
  = sum (fun '(x, r) => flip_law scale score x r * f x) (picks (play n (gone removed tried))).
Proof.
  intros Hb Top. rewrite near_goes_on. assert (B : best score (play n (gone removed tried)) = top).
  { apply (best_among _ _ _ b); [|exact Hb|exact Top]. intros i. unfold play. rewrite !filter_In. unfold in_play, gone.
    intros [H K]. split; [exact H|]. destruct (i <? n)%nat, (removed i); cbn in *; congruence. }
  apply sum_ext. intros [x r] H. apply picks_permutation in H. f_equal. apply flip_ext. intros i Hi.
  fold top. rewrite <- B, (best_permutation score _ _ H). now apply heads_of_score.
Qed.

(* Whoever wins is in play. *)
Lemma near_round_in_play {A} (leave : A) turns tried :
  always (fun o => match o with Some (x, a) => In x (play n removed) /\ a = leave | None => True end)
    (near_round leave turns tried).
Proof.
  unfold near_round. eapply always_bind.
  - apply permute_and_flip_round_in_play. intros i. apply in_play_play.
  - intros [[x s]|] H; cbn [option_map always]; [|exact I]. split; [|reflexivity]. apply in_play_play in H.
    apply in_play_play. unfold in_play, gone in *. destruct (x <? n)%nat, (removed x); cbn in *; congruence.
Qed.

End Round.
