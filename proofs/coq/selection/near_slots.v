(* Twin of proofs/selection/near_slots.md, of its paragraphs on positions and room: who owns the positions of a round
   that has slots for those near the best. *)
(* stamp: proofs/selection/near_slots.md 67dbddb216a0b471 *)
From Coq Require Import Reals List Permutation ZArith Lia Bool.
From Discreet.basics Require Import members.
From Discreet.selection Require Import proposal tree.
Import ListNotations.
Open Scope R_scope.

Lemma split_by {A} (f g h : A -> bool) l :
  (forall x, f x = g x || h x) -> (forall x, g x && h x = false) ->
  Permutation (filter f l) (filter g l ++ filter h l).
Proof.
  intros F D. induction l as [|x l IH]; [reflexivity|]. cbn [filter]. rewrite F. specialize (D x).
  destruct (g x), (h x); try discriminate; cbn [orb app]; [now constructor| |exact IH].
  rewrite IH. apply Permutation_middle.
Qed.

Lemma left_once n out : NoDup (play n out).
Proof. apply NoDup_filter, seq_NoDup. Qed.

(* Scores that are listed but not near own f positions each; then there are b for everyone, which name nobody where the
   score is listed, near or not. (A winner's name nobody in the C++ code and a winner here: that decides as little.) *)
Definition near_owner (n : nat) (near : nat -> bool) (listed : list nat) (f b position : nat) : option (nat * nat) :=
  let i := ((position - length listed * f) / b)%nat in
  let offset := ((position - length listed * f) mod b)%nat in
  if (position <? length listed * f)%nat then Some (nth (position / f) listed 0, position mod f)%nat
  else if (position - length listed * f <? n * b)%nat then
    if near i || mem i listed then None else Some (i, offset)
  else None.

Definition near_weight (listed : list nat) (f b i : nat) : nat := if mem i listed then f else b.

Section Slots.
Variables (n : nat) (removed near : nat -> bool) (listed : list nat) (f b : nat).
Hypothesis f_pos : listed <> [] -> (0 < f)%nat.
Hypothesis b_pos : (0 < b)%nat.
Hypothesis listed_once : NoDup listed.
Hypothesis listed_far : forall i, In i listed -> (i < n)%nat /\ near i = false.
Let far (i : nat) : bool := removed i || near i.
Let free (i : nat) : bool := negb (near i || mem i listed).

(* Whoever has a slot has none of these positions. *)
Lemma near_owner_far position i o : near_owner n near listed f b position = Some (i, o) -> near i = false.
Proof.
  unfold near_owner. destruct (Nat.ltb_spec position (length listed * f)) as [L|L].
  - intros H. injection H as <- _. apply listed_far, nth_In. apply Nat.div_lt_upper_bound; nia.
  - destruct (_ <? n * b)%nat; [|discriminate]. set (j := ((position - length listed * f) / b)%nat).
    destruct (near j) eqn:J; [discriminate|]. destruct (mem j listed); cbn; congruence.
Qed.

Lemma listed_found : flat_map (fun x => [(nth (x / f) listed 0, x mod f)%nat]) (seq 0 (length listed * f))
  = flat_map (fun i => offsets i f) listed.
Proof.
  destruct listed as [|i l]; [reflexivity|]. apply grid_found. now apply f_pos.
Qed.

(* Behind those who are listed. *)
Lemma others_found k : (k <= n * b)%nat ->
  flat_map (fun x => named (near_owner n near listed f b) (length listed * f + x)) (seq 0 k)
  = filter (fun c => free (fst c)) (flat_map (fun x => [(nth (x / b) (seq 0 n) 0, x mod b)%nat]) (seq 0 k)).
Proof.
  intros K. assert (L : forall x, In x (seq 0 k) -> (x < n * b)%nat) by (intros x Hx; apply in_seq in Hx; lia).
  induction (seq 0 k) as [|x l IH]; [reflexivity|]. cbn [flat_map].
  rewrite filter_app, IH by (intros; apply L; now right). f_equal.
  specialize (L x (or_introl eq_refl)). unfold named, near_owner.
  destruct (Nat.ltb_spec (length listed * f + x) (length listed * f)); [lia|].
  replace (length listed * f + x - length listed * f)%nat with x by lia.
  destruct (Nat.ltb_spec x (n * b)); [|lia]. rewrite seq_nth by (apply Nat.div_lt_upper_bound; lia).
  cbn [filter fst Nat.add]. unfold free. now destruct (near (x / b)%nat || mem (x / b)%nat listed).
Qed.

Lemma nobody_found k :
  flat_map (fun x => named (near_owner n near listed f b) (length listed * f + x)) (seq (n * b) k) = [].
Proof.
  rewrite (flat_map_ext_in _ (fun _ => [])); [now induction (seq (n * b) k)|]. intros x Hx. apply in_seq in Hx.
  unfold named, near_owner. destruct (Nat.ltb_spec (length listed * f + x) (length listed * f)); [lia|].
  replace (length listed * f + x - length listed * f)%nat with x by lia. now destruct (Nat.ltb_spec x (n * b)); [lia|].
Qed.

Lemma listed_and_free :
  Permutation (filter (in_play n far) listed ++ filter (in_play n far) (filter free (seq 0 n))) (play n far).
Proof.
  symmetry. unfold play. rewrite (split_by _ (fun i => in_play n far i && mem i listed)
    (fun i => in_play n far i && negb (mem i listed))).
  - apply Permutation_app.
    + apply NoDup_Permutation; [now apply NoDup_filter, seq_NoDup|now apply NoDup_filter|]. intros i.
      rewrite !filter_In, andb_true_iff, mem_In, in_seq. split; [tauto|]. intros [H I]. apply listed_far in H as L.
      repeat split; auto; lia.
    + induction (seq 0 n) as [|i l IH]; [reflexivity|]. cbn [filter].
      assert (X : in_play n far i = true -> free i = negb (mem i listed)).
      { unfold in_play, far, free. destruct (i <? n)%nat, (removed i), (near i); try discriminate. reflexivity. }
      destruct (in_play n far i) eqn:P; [rewrite X by reflexivity|now destruct (free i); cbn [filter]; rewrite ?P].
      destruct (mem i listed); cbn [andb negb filter]; [exact IH|]. rewrite P. now constructor.
  - intros i. now destruct (in_play n far i), (mem i listed).
  - intros i. now destruct (in_play n far i), (mem i listed).
Qed.

(* Whoever has no slot owns offsets from 0 on, each by one position. *)
Theorem near_slots_own M : (length listed * f + n * b <= M)%nat ->
  owns M (near_owner n near listed f b) (in_play n far) (near_weight listed f b) (play n far).
Proof.
  intros Room. set (own := fun m l => map (fun i : nat => (i, m : nat)) (filter (in_play n far) l)).
  assert (Own : forall m l, playing (in_play n far) (flat_map (fun i => offsets i m) l)
    = flat_map (fun '(i, m) => offsets i m) (own m l)).
  { intros m l. rewrite playing_rows. unfold own. rewrite !flat_map_concat_map, map_map. reflexivity. }
  exists (own f listed ++ own b (filter free (seq 0 n))). split; [|split].
  - replace M with (length listed * f + (n * b + (M - length listed * f - n * b)))%nat by lia.
    change (flat_map (named ?r) (seq 0 ?k)) with (found r k).
    rewrite (found_split _ (fun x => Some (nth (x / f) listed 0, x mod f)%nat)).
    2: { intros x Hx. unfold near_owner. now destruct (Nat.ltb_spec x (length listed * f)); [|lia]. }
    rewrite seq_app, !flat_map_app, filter_app, filter_app. apply Permutation_app.
    + rewrite <- Own, <- listed_found. reflexivity.
    + rewrite nobody_found, others_found by apply le_n. cbn [filter]. rewrite app_nil_r, <- Own.
      rewrite <- (seq_length n 0) at 1. rewrite grid_found by exact b_pos.
      change (filter (fun c => free (fst c))) with (playing free). rewrite playing_rows. reflexivity.
  - rewrite map_app. unfold own. rewrite !map_map. cbn [fst]. rewrite !map_id. apply listed_and_free.
  - intros i m H. apply in_app_iff in H. unfold near_weight. destruct H as [H|H]; apply in_map_iff in H;
      destruct H as [j [E H]]; injection E as <- <-; apply filter_In in H; destruct H as [H _].
    + apply mem_In in H. rewrite H. apply le_n.
    + apply filter_In in H. destruct H as [_ H]. unfold free in H.
      destruct (near j), (mem j listed); try discriminate. apply le_n.
Qed.

End Slots.

(* What settle has seen to leaves room below W for all of them. *)
Theorem near_slots_room n (listed : list nat) f b W :
  (4 * (length listed * f) <= W)%nat -> (2 * (b * (n + 1)) <= W)%nat ->
  (length listed * f + n * b <= W)%nat.
Proof. nia. Qed.
