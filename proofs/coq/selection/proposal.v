(* Twin of proofs/selection/proposal.md: who owns a position. The resolver of closed nodes and open blocks, and the
   invariant that both of the engine's rounds stand on. *)
(* stamp: proofs/selection/proposal.md f2c204fae0ca0ae8 *)
From Coq Require Import Reals Lra List Permutation ZArith Lia Bool.
From Discreet.basics Require Import sums clamps.
Import ListNotations.
Open Scope nat_scope.

(* ---- The invariant ---- *)

Definition named (resolve : nat -> option (nat * nat)) (position : nat) : list (nat * nat) :=
  match resolve position with
  | Some c => [c]
  | None => []
  end.

Definition offsets (i m : nat) : list (nat * nat) := map (pair i) (seq 0 m).

(* Each candidate in play owns the offsets 0 ... m - 1 by one position below the total each, m being at least its
   weight w. Other positions name candidates out of play, or nobody. *)
Definition owns (total : nat) (resolve : nat -> option (nat * nat)) (in_play : nat -> bool) (w : nat -> nat)
    (play : list nat) : Prop :=
  exists owned : list (nat * nat),
    Permutation (filter (fun c => in_play (fst c)) (flat_map (named resolve) (seq 0 total)))
                (flat_map (fun '(i, m) => offsets i m) owned)
    /\ Permutation (map fst owned) play /\ forall i m, In (i, m) owned -> w i <= m.

(* ---- The resolver ---- *)

Section Resolver.
Variables (score : nat -> Z) (weight : Z -> nat) (worst : Z) (in_play : nat -> bool).
Hypothesis weight_monotone : forall v v', (v <= v')%Z -> weight v <= weight v'.

(* A visible node: closed, or an open block. Open nodes above them only add up what is below. *)
Inductive leaf := Closed (members : list nat) | Block (members : list nat).

Definition members (x : leaf) : list nat := match x with Closed l => l | Block l => l end.

(* The two best scores in play; what is missing counts as the worst value. *)
Definition see (pair : Z * Z) (v : Z) : Z * Z := (Z.max (fst pair) v, Z.max (snd pair) (Z.min (fst pair) v)).

Fixpoint two_best (l : list nat) : Z * Z :=
  match l with
  | [] => (worst, worst)
  | i :: l => if in_play i then see (two_best l) (score i) else two_best l
  end.

(* Walks items by their weights, to the one whose interval holds the position. *)
Fixpoint find_owner {A B} (size : A -> nat) (within : A -> nat -> option B) (l : list A) (position : nat) : option B :=
  match l with
  | [] => None
  | x :: l => if position <? size x then within x position else find_owner size within l (position - size x)
  end.

Definition weight_in_block (i : nat) : nat := if in_play i then weight (score i) else 0.

Definition leaf_weight (x : leaf) : nat :=
  match x with
  | Closed l => let '(first, second) := two_best l in weight first - weight second + length l * weight second
  | Block l => list_sum (map weight_in_block l)
  end.

Definition find_first (l : list nat) (value : Z) : option nat := find (fun i => in_play i && (score i =? value)%Z) l.

Definition resolve_leaf (x : leaf) (rest : nat) : option (nat * nat) :=
  match x with
  | Closed l =>
      let '(first, second) := two_best l in
      let lead := weight first - weight second in
      if rest <? lead then option_map (fun i => (i, weight second + rest)) (find_first l first)
      else Some (nth ((rest - lead) / weight second) l 0, (rest - lead) mod weight second)
  | Block l => find_owner weight_in_block (fun i offset => Some (i, offset)) l rest
  end.

Definition resolve (front : list leaf) : nat -> option (nat * nat) := find_owner leaf_weight resolve_leaf front.
Definition front_total (front : list leaf) : nat := list_sum (map leaf_weight front).

(* ---- Each offset once ---- *)

Definition found (resolve : nat -> option (nat * nat)) (n : nat) := flat_map (named resolve) (seq 0 n).

Lemma flat_map_ext_in {A B} (f g : A -> list B) l : (forall x, In x l -> f x = g x) -> flat_map f l = flat_map g l.
Proof.
  induction l as [|x l IH]; simpl; intros H; [reflexivity|]. rewrite H by auto. f_equal. apply IH. auto.
Qed.

Lemma flat_map_shift {B} (f : nat -> list B) a n :
  flat_map f (seq a n) = flat_map (fun p => f (a + p)) (seq 0 n).
Proof.
  revert f a. induction n as [|n IH]; intros f a; [reflexivity|]. cbn [seq flat_map].
  rewrite (IH f (S a)), (IH _ 1), Nat.add_0_r. f_equal. apply flat_map_ext_in. intros p _. f_equal. lia.
Qed.

Lemma found_split f g a b :
  (forall p, p < a -> f p = g p) -> found f (a + b) = found g a ++ flat_map (fun p => named f (a + p)) (seq 0 b).
Proof.
  intros H. unfold found. rewrite seq_app, flat_map_app, (flat_map_shift _ (0 + a)). f_equal.
  apply flat_map_ext_in. intros p Hp. apply in_seq in Hp. unfold named. now rewrite H by lia.
Qed.

Lemma find_owner_found {A} (size : A -> nat) within l :
  found (find_owner size within l) (list_sum (map size l)) = flat_map (fun x => found (within x) (size x)) l.
Proof.
  induction l as [|x l IH]; [reflexivity|]. cbn [map flat_map].
  change (list_sum (size x :: map size l)) with (size x + list_sum (map size l)).
  rewrite (found_split _ (within x)).
  - f_equal. rewrite <- IH. apply flat_map_ext_in. intros p _. unfold named. cbn [find_owner].
    destruct (Nat.ltb_spec (size x + p) (size x)); [lia|]. now replace (size x + p - size x) with p by lia.
  - intros p Hp. cbn [find_owner]. now destruct (Nat.ltb_spec p (size x)); [|lia].
Qed.

(* The body of a closed node: s rows of b positions. *)
Lemma grid_found (l : list nat) b : 0 < b ->
  flat_map (fun p => [(nth (p / b) l 0, p mod b)]) (seq 0 (length l * b)) = flat_map (fun i => offsets i b) l.
Proof.
  intros Hb. induction l as [|i l IH]; [reflexivity|]. cbn [length flat_map].
  change (S (length l) * b) with (b + length l * b). rewrite seq_app, flat_map_app, (flat_map_shift _ (0 + b)). f_equal.
  - unfold offsets. rewrite flat_map_concat_map. rewrite (map_ext_in _ (fun p => [(i, p)])).
    + induction (seq 0 b) as [|p q IHq]; simpl; [reflexivity|]. now rewrite IHq.
    + intros p Hp. apply in_seq in Hp. rewrite Nat.div_small, Nat.mod_small by lia. reflexivity.
  - rewrite <- IH. apply flat_map_ext_in. intros p _.
    replace (0 + b + p) with (p + 1 * b) by lia. rewrite Nat.div_add, Nat.mod_add by lia.
    now rewrite Nat.add_1_r.
Qed.

Definition playing (l : list (nat * nat)) := filter (fun c : nat * nat => in_play (fst c)) l.

Lemma playing_offsets i m : playing (offsets i m) = if in_play i then offsets i m else [].
Proof.
  unfold playing, offsets. induction (seq 0 m) as [|o s IH]; simpl; [now destruct (in_play i)|].
  rewrite IH. now destruct (in_play i).
Qed.

Lemma playing_rows l m : playing (flat_map (fun i => offsets i m) l)
  = flat_map (fun i => offsets i m) (filter in_play l).
Proof.
  induction l as [|i l IH]; [reflexivity|]. cbn [flat_map filter]. unfold playing in *. rewrite filter_app, IH.
  pose proof (playing_offsets i m) as X. unfold playing in X. rewrite X. now destruct (in_play i).
Qed.

(* The pair knows the two best: every score in play is at most the second, but perhaps for one that is the first. *)
Lemma two_best_knows l : NoDup l -> let '(first, second) := two_best l in
  (second <= first)%Z /\
  ((first = second /\ forall i, In i l -> in_play i = true -> (score i <= second)%Z)
   \/ exists x, In x l /\ in_play x = true /\ score x = first
        /\ forall i, In i l -> in_play i = true -> i <> x -> (score i <= second)%Z).
Proof.
  induction l as [|x l IH]; intros ND; cbn [two_best].
  { split; [lia|]. left. split; [reflexivity|]. intros i []. }
  inversion ND as [|? ? Nx Nl]; subst. specialize (IH Nl). destruct (two_best l) as [f s]. destruct IH as [L IH].
  destruct (in_play x) eqn:Px; cbn [see fst snd].
  - split; [lia|]. destruct (Z.le_gt_cases f (score x)) as [G|G].
    + right. exists x. split; [now left|]. split; [exact Px|]. split; [lia|].
      intros i [<-|Hi] Pi Ne; [congruence|].
      destruct IH as [[E A]|[y [Hy [Py [Ey A]]]]]; [specialize (A i Hi Pi); lia|].
      destruct (Nat.eq_dec i y) as [->|D]; [lia|]. specialize (A i Hi Pi D). lia.
    + destruct IH as [[E A]|[y [Hy [Py [Ey A]]]]].
      * left. split; [lia|]. intros i [<-|Hi] Pi; [lia|]. specialize (A i Hi Pi). lia.
      * right. exists y. split; [now right|]. split; [exact Py|]. split; [lia|].
        intros i [<-|Hi] Pi Ne; [lia|]. specialize (A i Hi Pi Ne). lia.
  - split; [lia|]. destruct IH as [[E A]|[y [Hy [Py [Ey A]]]]].
    + left. split; [exact E|]. intros i [<-|Hi] Pi; [congruence|]. now apply A.
    + right. exists y. split; [now right|]. split; [exact Py|]. split; [exact Ey|].
      intros i [<-|Hi] Pi Ne; [congruence|]. now apply A.
Qed.

(* What a visible node makes its members own. *)
Definition owned_by (x : leaf) (owned : list (nat * nat)) : Prop :=
  Permutation (playing (found (resolve_leaf x) (leaf_weight x))) (flat_map (fun '(i, m) => offsets i m) owned)
  /\ map fst owned = filter in_play (members x) /\ forall i m, In (i, m) owned -> weight (score i) <= m.

Lemma block_owns l : owned_by (Block l) (map (fun i => (i, weight (score i))) (filter in_play l)).
Proof.
  split; [|split].
  - change (found (resolve_leaf (Block l)) (leaf_weight (Block l))) with
      (found (find_owner weight_in_block (fun i o => Some (i, o)) l) (list_sum (map weight_in_block l))).
    rewrite find_owner_found.
    assert (X : forall i, found (fun o => Some (i, o)) (weight_in_block i) = offsets i (weight_in_block i)).
    { intros i. unfold found, named, offsets. induction (seq 0 (weight_in_block i)); simpl; congruence. }
    rewrite (flat_map_ext_in _ (fun i => offsets i (weight_in_block i))) by (intros; apply X). clear X.
    induction l as [|i l IH]; [reflexivity|]. cbn [flat_map filter]. unfold playing in *. rewrite filter_app.
    pose proof (playing_offsets i (weight_in_block i)) as X. unfold playing in X. rewrite X.
    destruct (in_play i) eqn:Pi; [|exact IH]. cbn [map flat_map].
    replace (weight_in_block i) with (weight (score i)) by (unfold weight_in_block; now rewrite Pi).
    now apply Permutation_app_head.
  - cbn [members]. rewrite map_map. cbn [fst]. apply map_id.
  - intros i m H. apply in_map_iff in H. destruct H as [j [E _]]. injection E as <- <-. lia.
Qed.

Lemma rows_split x l b c :
  NoDup l -> In x l ->
  Permutation (map (pair x) (seq b c) ++ flat_map (fun i => offsets i b) l)
    (flat_map (fun '(i, m) => offsets i m) (map (fun i => (i, if i =? x then b + c else b)) l)).
Proof.
  intros ND Hx. apply in_split in Hx. destruct Hx as [l1 [l2 ->]].
  assert (O : forall l', ~ In x l' -> flat_map (fun '(i, m) => offsets i m)
              (map (fun i => (i, if i =? x then b + c else b)) l') = flat_map (fun i => offsets i b) l').
  { intros l' N. induction l' as [|j l' IH]; [reflexivity|]. cbn [map flat_map].
    destruct (Nat.eqb_spec j x) as [->|]; [exfalso; apply N; now left|]. f_equal.
    apply IH. intros H. apply N. now right. }
  apply NoDup_remove_2 in ND. rewrite map_app, !flat_map_app. cbn [map flat_map].
  rewrite (O l1), (O l2) by (intros H; apply ND; apply in_app_iff; tauto). rewrite Nat.eqb_refl.
  unfold offsets at 5. rewrite seq_app, map_app. cbn [Nat.add].
  change (map (pair x) (seq 0 b)) with (offsets x b). rewrite <- app_assoc.
  rewrite Permutation_app_comm. rewrite <- app_assoc. apply Permutation_app_head. rewrite <- app_assoc.
  apply Permutation_app_head. apply Permutation_app_comm.
Qed.

Lemma find_first_is x l : NoDup l -> In x l -> in_play x = true ->
  (forall i, In i l -> in_play i = true -> i <> x -> (score i < score x)%Z) -> find_first l (score x) = Some x.
Proof.
  intros _ Hx Px U. unfold find_first. induction l as [|i l IH]; [destruct Hx|]. cbn [find].
  destruct (Nat.eq_dec i x) as [->|D]; [now rewrite Px, Z.eqb_refl|].
  destruct (in_play i) eqn:Pi; cbn [andb].
  - specialize (U i (or_introl eq_refl) Pi D) as B. destruct (Z.eqb_spec (score i) (score x)); [lia|].
    apply IH; [destruct Hx; [congruence|assumption]|]. intros j Hj. apply U. now right.
  - apply IH; [destruct Hx; [congruence|assumption]|]. intros j Hj. apply U. now right.
Qed.

Lemma closed_owns l : NoDup l -> exists owned, owned_by (Closed l) owned.
Proof.
  intros ND. pose proof (two_best_knows l ND) as K. unfold owned_by, resolve_leaf, leaf_weight, members.
  destruct (two_best l) as [f s]. destruct K as [L K].
  set (a := weight f) in *. set (b := weight s) in *. set (lead := a - b).
  assert (AB : b <= a) by now apply weight_monotone.
  assert (NF : NoDup (filter in_play l)) by now apply NoDup_filter.
  (* The body gives every member the offsets below b. *)
  assert (Body : forall first, playing (found
      (fun rest => if rest <? lead then first rest else Some (nth ((rest - lead) / b) l 0, (rest - lead) mod b))
      (lead + length l * b))
    = playing (found first lead) ++ flat_map (fun i => offsets i b) (filter in_play l)).
  { intros first. rewrite (found_split _ first).
    - unfold playing. rewrite filter_app. f_equal. rewrite <- playing_rows. unfold playing. f_equal.
      destruct (Nat.eq_dec b 0) as [Z|Z].
      { rewrite Z, Nat.mul_0_r. cbn [seq flat_map]. clear. induction l as [|i l IH]; [reflexivity|exact IH]. }
      rewrite <- grid_found by lia. apply flat_map_ext_in. intros p _. unfold named.
      destruct (Nat.ltb_spec (lead + p) lead); [lia|]. now replace (lead + p - lead) with p by lia.
    - intros p Hp. now destruct (Nat.ltb_spec p lead); [|lia]. }
  rewrite Body. clear Body.
  destruct (Nat.eq_dec lead 0) as [Z|Z].
  - exists (map (fun i => (i, b)) (filter in_play l)). rewrite Z. split; [|split].
    + simpl. rewrite !flat_map_concat_map, map_map. reflexivity.
    + rewrite map_map. apply map_id.
    + intros i m H. apply in_map_iff in H. destruct H as [j [E H]]. injection E as <- <-.
      apply filter_In in H. destruct H as [Hj Pj]. assert (A : a = b) by lia. rewrite <- A. apply weight_monotone.
      destruct K as [[_ K]|[x [Hx [Px [Ex K]]]]]; [specialize (K j Hj Pj); lia|].
      destruct (Nat.eq_dec j x) as [->|D]; [lia|]. specialize (K j Hj Pj D). lia.
  - (* The lead is the unique best one's. *)
    destruct K as [[E _]|[x [Hx [Px [Ex K]]]]]; [subst s; lia|].
    assert (SF : (s < f)%Z).
    { destruct (Z.le_gt_cases f s) as [G|G]; [|exact G]. apply weight_monotone in G. lia. }
    assert (FF : find_first l f = Some x).
    { rewrite <- Ex. apply find_first_is; auto. intros i Hi Pi D. specialize (K i Hi Pi D). lia. }
    exists (map (fun i => (i, if i =? x then b + lead else b)) (filter in_play l)). split; [|split].
    + rewrite FF. cbn [option_map].
      replace (playing (found (fun rest => Some (x, b + rest)) lead)) with (map (pair x) (seq b lead)).
      * apply rows_split; [exact NF|]. now apply filter_In.
      * assert (X : forall n c, playing (flat_map (named (fun rest => Some (x, b + rest))) (seq c n))
                                = map (pair x) (seq (b + c) n)).
        { induction n as [|n IHn]; intros c; [reflexivity|]. cbn [seq flat_map map]. unfold playing in *.
          rewrite filter_app, IHn. cbn [named filter fst]. rewrite Px, Nat.add_succ_r. reflexivity. }
        unfold found. rewrite X. now rewrite Nat.add_0_r.
    + rewrite map_map. apply map_id.
    + intros i m H. apply in_map_iff in H. destruct H as [j [E H]]. injection E as <- <-.
      apply filter_In in H. destruct H as [Hj Pj]. destruct (Nat.eqb_spec j x) as [->|D].
      * rewrite Ex. fold a. lia.
      * apply weight_monotone. now apply K.
Qed.

Lemma NoDup_app_both (l l' : list nat) : NoDup (l ++ l') -> NoDup l /\ NoDup l'.
Proof.
  induction l as [|x l IH]; simpl; intros H; [split; [constructor|exact H]|].
  inversion H as [|? ? N D]; subst. destruct (IH D) as [A B]. split; [|exact B]. constructor; [|exact A].
  intros I. apply N. apply in_app_iff. now left.
Qed.

(* Whatever is closed and whatever is open, each offset has one position. *)
Theorem resolver_owns front : NoDup (flat_map members front) ->
  owns (front_total front) (resolve front) in_play (fun i => weight (score i))
    (filter in_play (flat_map members front)).
Proof.
  intros ND. unfold owns. change (flat_map (named (resolve front)) (seq 0 (front_total front))) with
    (found (find_owner leaf_weight resolve_leaf front) (list_sum (map leaf_weight front))).
  rewrite find_owner_found. induction front as [|x front IH].
  { exists []. split; [reflexivity|]. split; [reflexivity|]. intros i m []. }
  cbn [flat_map] in *. apply NoDup_app_both in ND. destruct ND as [Nx ND].
  destruct IH as [owned [P [M W]]]; [exact ND|].
  assert (O : exists o, owned_by x o).
  { destruct x as [l|l]; [now apply closed_owns|]. eexists. apply block_owns. }
  destruct O as [o [P' [M' W']]]. exists (o ++ owned). split; [|split].
  - rewrite filter_app, flat_map_app. now apply Permutation_app.
  - rewrite map_app, filter_app, M'. now apply Permutation_app_head.
  - intros i m H. apply in_app_iff in H. destruct H; eauto.
Qed.

End Resolver.
