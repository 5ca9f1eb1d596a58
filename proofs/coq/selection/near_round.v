(* Twin of proofs/selection/near_round.md, of what it says on permute-and-flip: those near the best have a slot each.
   The coins of all others are tossed first, by a Poisson number of positions. Then slots are drawn uniformly, and with
   them those others who showed heads; after so many draws in vain what is left is walked in a random order. Whoever has
   a slot, and however many draws there are, the law is permute-and-flip's. *)
(* stamp: proofs/selection/near_round.md f3c6b75aed3458f9 *)
From Coq Require Import Reals Lra List Permutation ZArith Lia Bool.
From Discreet.basics Require Import sums retry.
From Discreet.samplers Require Import decisions poisson.
From Discreet.selection Require Import proposal toss splitting permute_and_flip_round chain tree engine small_pool.
From Discreet.selection Require Import flat_round near_slots tossed_first near_walk near_heads.
From Discreet.selection.reference Require Import permute_and_flip_round peel.
Import ListNotations.
Open Scope R_scope.

Section Round.
Variables (n : nat) (score : nat -> Z) (W : nat) (scale : R) (removed : nat -> bool) (slots : list (option nat)).
Variables (M : nat) (resolve : nat -> option (nat * nat)) (C : Type) (chance : C -> R).
(* Of slots, of positions without one, and of the last walk, named by the gap. What follows may have others. *)
Variables (coin : Z * nat -> C) (arrival : selection.permute_and_flip_round.coin bool -> C) (flipped : Z -> C).
Notation far_left := (far_left n removed slots).
Notation near_left := (near_left n removed slots).
Notation near_walk := (near_walk n score W removed slots C coin).
Notation other_heads := (other_heads n removed slots M resolve C arrival).
Notation known := (known n score scale removed).
Notation near_flips := (near_flips n score scale removed slots).
Notation pool := (pool n score scale removed slots).
Let top : Z := best score (play n removed).

(* How many draws there are at most, the structure that a winner leaves, and what follows without one may depend on who
   showed heads. *)
Definition near_round {A} (m : list nat -> nat) (learn : list nat -> list nat -> A)
    (rest : list nat -> list nat -> process C (option (nat * A))) (tried : list nat) : process C (option (nat * A)) :=
  Count 1 (fun k => after (other_heads tried k) (fun '(heads, _) =>
    after (near_walk heads (m heads) tried) (fun '(o, tried) =>
      match o with
      | Some i => Return (Some (i, learn heads tried))
      | None => rest heads tried
      end))).

(* walk_near: what is left in a random order, until somebody is sure or shows heads. Here it is taken from the beginning
   of a list, in the C++ code from the end. *)
Fixpoint walk_left (heads : list nat) (m : nat) (left : list nat) : program C (option nat) :=
  match m, left with
  | S m, h :: t =>
      Below (length left) (fun j =>
        let '(x, left) := swap_first j h t in
        if mem x heads then Ret (Some x)
        else Coin (flipped (top - score x)%Z) (fun won => if won then Ret (Some x) else walk_left heads m left))
  | _, _ => Ret None
  end.

Definition walk_near {A} (learn : list nat -> list nat -> A) (heads tried : list nat) : process C (option (nat * A)) :=
  let left := heads ++ near_left tried in
  after (walk_left heads (length left) left) (fun o => Return (option_map (fun x => (x, learn heads tried)) o)).

Let p (i : nat) : R := heads scale (top - score i).

Hypothesis one_slot : NoDup (filter (in_play n removed) (seated slots)).
Hypothesis scale_pos : 0 < scale.
Hypothesis W_pos : (0 < W)%nat.
Hypothesis coins : forall c, chance (coin c) = small_heads W scale c.
Hypothesis arrivals : forall c, chance (arrival c) = selection.permute_and_flip_round.heads bool p time c.
(* Whoever has no slot owns positions: near_heads.v. *)
Variable w : nat -> nat.
Let far (i : nat) : bool := removed i || near slots i.
Hypothesis M_pos : (0 < M)%nat.
Hypothesis owners : owns M resolve (in_play n far) w (play n far).
Hypothesis room : forall i, In i (play n far) -> INR W * p i <= INR (w i) /\ (w i + M <= W)%nat.

Lemma near_round_flips {A} (P : list nat -> Prop) m (learn : list nat -> list nat -> A) rest tried f v :
  (forall tried i, P tried -> (in_play n (gone removed tried) i = true -> p i <> 1) -> P (i :: tried)) -> P tried ->
  (forall heads tried, means chance (rest heads tried) (winner f) (v heads tried)) ->
  (forall heads tried', incl heads (far_left tried) -> P tried' -> v heads tried' = near_flips f heads tried') ->
  means chance (near_round m learn rest tried) (winner f)
    (flips n score scale removed f (play n (gone removed tried))).
Proof.
  intros Next Now M_rest V. cbn [near_round means].
  exists (fun k => E chance (other_heads tried k) (fun '(heads, _) => E chance (near_walk heads (m heads) tried)
    (fun '(o, tried) => match o with Some i => f i | None => v heads tried end))). split.
  - intros k. apply means_after. intros [heads rejected]. apply means_after.
    intros [[i|] tried']; [reflexivity|apply M_rest].
  - rewrite <- (coins_of_others n score scale removed slots). eapply mixes_ext.
    2: { apply (other_heads_law n score W scale removed slots M resolve C chance arrival w) with
           (tried := tried) (G := fun heads => value_of f (pool heads tried)); auto.
         intros a a'. apply pool_permutation. }
    intros k. apply (E_always chance (fun o => NoDup (fst o) /\ incl (fst o) (far_left tried)));
      [apply other_heads_proper|]. intros [heads rejected] [_ I]. cbn [fst] in I. symmetry.
    apply (near_walk_pool n score W scale removed slots C chance coin) with (P := P); auto.
    intros tried' H. rewrite V by auto. symmetry. apply pool_of_known.
    intros i. now apply (heads_are_far n removed slots heads tried).
Qed.

Lemma best_among l l' b : incl l' l -> In b l' -> score b = best score l -> best score l' = best score l.
Proof.
  intros I H Top. apply Z.le_antisymm.
  - destruct (best_is_best score l') as [[c [Hc <-]] _]; [intros ->; destruct H|].
    apply best_is_best; [|now apply I]. intros ->. now apply I in H.
  - rewrite <- Top. apply best_is_best; [|exact H]. intros ->. destruct H.
Qed.

Lemma flips_of_left f tried b : In b (play n (gone removed tried)) -> score b = top ->
  flips n score scale removed f (play n (gone removed tried))
  = sum (fun '(x, r) => flip_law scale score x r * f x) (picks (play n (gone removed tried))).
Proof.
  intros Hb Top. assert (B : best score (play n (gone removed tried)) = top).
  { apply (best_among _ _ b); [|exact Hb|exact Top]. intros i. unfold play. rewrite !filter_In. unfold in_play, gone.
    intros [H K]. split; [exact H|]. destruct (i <? n)%nat, (removed i); cbn in *; congruence. }
  apply sum_ext. intros [x r] H. apply picks_permutation in H. f_equal. apply flip_ext. intros i Hi.
  fold top. rewrite <- B, (best_permutation score _ _ H). now apply heads_of_score.
Qed.

(* Permute-and-flip on the scores in play that were not tried, if one of the best is among them: the others' heads, so
   many draws, and any program that has permute-and-flip's law on what is left while someone of the best is there.
   Elsewhere, which has probability 0, it must have some mean. *)
Theorem near_round_law {A} m (learn : list nat -> list nat -> A) rest tried b f v :
  In b (play n (gone removed tried)) -> score b = top ->
  (forall heads tried, means chance (rest heads tried) (winner f) (v heads tried)) ->
  (forall heads tried', incl heads (far_left tried) -> In b (near_left tried') ->
     v heads tried' = near_flips f heads tried') ->
  means chance (near_round m learn rest tried) (winner f)
    (sum (fun '(x, r) => flip_law scale score x r * f x) (picks (play n (gone removed tried)))).
Proof.
  intros Hb Top M_rest V. rewrite <- (flips_of_left f tried b) by assumption.
  apply (near_round_flips (fun tried => In b (near_left tried)) m learn rest tried f v); auto;
    [|now apply (best_is_near n score W scale removed slots M w)].
  intros tried' i H D. apply in_near_again. split; [exact H|]. intros <-. apply in_near in H.
  apply (D (proj1 H)).
  unfold p, heads. rewrite Top, Z.sub_diag. simpl Z.abs. replace (- 0 / scale) with 0 by (field; lra). apply exp_0.
Qed.

(* ---- The walk of what is left ---- *)

Hypothesis flipped_heads : forall gap, chance (flipped gap) = heads scale gap.

Lemma walk_left_law heads m l f : length l = m ->
  E chance (walk_left heads m l) (some f) = value_of f (map (with_chance (known heads)) l).
Proof.
  revert l. induction m as [|m IH]; intros l L; [now destruct l|]. destruct l as [|h t]; [discriminate|].
  cbn [walk_left E]. set (l := h :: t) in *. assert (N : INR (length l) <> 0) by now apply not_0_INR.
  apply (Rmult_eq_reg_l (INR (length l))); [|exact N]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by exact N.
  rewrite <- (map_length (with_chance (known heads)) l) at 2. rewrite value_recursion, picks_map, sum_map.
  set (F := fun x r => known heads x * f x + (1 - known heads x) * value_of f (map (with_chance (known heads)) r)).
  transitivity (sum (fun '(x, r) => F x r) (picks l)); [|apply sum_ext; now intros [x r] _].
  unfold l. rewrite <- sum_swap_first.
  - apply sum_ext. intros j Hj. apply in_seq in Hj. pose proof (swap_first_permutation j h t (proj2 Hj)) as P.
    destruct (swap_first j h t) as [x r]. unfold F, known at 1 2. destruct (mem x heads); cbn [E some]; [ring|].
    rewrite flipped_heads, IH; [reflexivity|].
    apply Permutation_length in P. unfold l in L. cbn [length] in *. congruence.
  - intros x r r' P. unfold F. do 2 f_equal. apply value_of_permutation. now apply Permutation_map.
Qed.

Lemma walk_near_law {A} (learn : list nat -> list nat -> A) heads tried f :
  means chance (walk_near learn heads tried) (winner f) (near_flips f heads tried).
Proof.
  unfold near_flips. rewrite <- value_of_flips.
  rewrite <- (walk_left_law heads (length (heads ++ near_left tried))) by reflexivity.
  apply means_after. now intros [x|].
Qed.

(* The whole round, with whoever was tried before: gaps are to the best in play. *)
Theorem near_goes_on {A} m (learn : list nat -> list nat -> A) tried f :
  means chance (near_round m learn (walk_near learn) tried) (winner f)
    (flips n score scale removed f (play n (gone removed tried))).
Proof.
  apply (near_round_flips (fun _ => True)) with (v := near_flips f); auto. intros. apply walk_near_law.
Qed.

(* Where one of the best was not tried it is permute-and-flip on those who were not. *)
Theorem near_round_walks {A} m (learn : list nat -> list nat -> A) tried b f :
  In b (play n (gone removed tried)) -> score b = top ->
  means chance (near_round m learn (walk_near learn) tried) (winner f)
    (sum (fun '(x, r) => flip_law scale score x r * f x) (picks (play n (gone removed tried)))).
Proof. intros Hb Top. rewrite <- (flips_of_left f tried b) by assumption. apply near_goes_on. Qed.

(* ---- Whoever wins is in play ---- *)

Let good (o : option nat) : Prop := match o with Some i => In i (play n removed) | None => True end.

Lemma swapped_in {A} j (h : A) t : let '(x, r) := swap_first j h t in In x (h :: t) /\ incl r (h :: t).
Proof.
  destruct j as [|j]; cbn [swap_first]; [split; [now left|now right]|]. split.
  - destruct (nth_in_or_default j t h) as [H| ->]; [now right|now left].
  - revert j. induction t as [|y t IH]; intros j x H; [now destruct j|]. destruct j as [|j]; cbn [replace] in H.
    + destruct H as [<-|H]; [now left|now do 2 right].
    + destruct H as [<-|H]; [right; now left|]. apply IH in H. destruct H as [H|H]; [now left|now do 2 right].
Qed.

Lemma walk_left_in_play heads m l : incl l (play n removed) -> always good (walk_left heads m l).
Proof.
  revert l. induction m as [|m IH]; intros [|h t] I; cbn [walk_left always]; auto; try exact Logic.I. intros j.
  pose proof (swapped_in j h t) as S. destruct (swap_first j h t) as [x r]. destruct S as [X R].
  assert (G : good (Some x)) by now apply I.
  destruct (mem x heads); [exact G|]. intros [|]; [exact G|]. apply IH. intros y Y. now apply I, R.
Qed.

Lemma near_round_in_play {A} (Q : option (nat * A) -> Prop) m (learn : list nat -> list nat -> A) tried :
  Q None -> (forall x heads tried, In x (play n removed) -> Q (Some (x, learn heads tried))) ->
  surely Q (near_round m learn (walk_near learn) tried).
Proof.
  intros Nobody Somebody. cbn [near_round surely]. intros k. eapply surely_after; [apply other_heads_proper|].
  intros [heads rejected] [_ I]. cbn [fst] in I.
  assert (H : incl heads (play n removed)).
  { intros i Hi. apply I, in_far in Hi. now apply (gone_in_play n removed tried). }
  eapply surely_after; [now apply near_walk_in_play|]. intros [[i|] tried'] G; [now apply Somebody|].
  unfold walk_near. eapply surely_after; [apply walk_left_in_play|].
  - intros i Hi. apply in_app_iff in Hi. destruct Hi as [Hi|Hi]; [now apply H|].
    apply in_near in Hi. now apply (gone_in_play n removed tried').
  - intros [x|] X; cbn [option_map surely]; [now apply Somebody|exact Nobody].
Qed.

End Round.
