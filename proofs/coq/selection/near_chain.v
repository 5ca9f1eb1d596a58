(* Rounds that ask those near the best in a chain with others, and one on the slots and positions of near_slots.v: what
   proofs/selection/near_round.md asks can be had. *)
From Coq Require Import Reals Lra List Permutation ZArith Lia Bool.
From Discreet.basics Require Import sums members retry.
From Discreet.samplers Require Import decisions.
From Discreet.selection Require Import proposal chain tree engine small_pool flat_round flat_chain near_slots.
From Discreet.selection Require Import near_round.
From Discreet.selection.reference Require Import permute_and_flip_round peel.
Import ListNotations.
Open Scope R_scope.

Section Rounds.
Variables (n : nat) (score : nat -> Z) (W : nat) (scale : R) (engine C : Type) (out : engine -> nat -> bool).
Variables (remove : engine -> nat -> engine) (chance : engine -> C -> R) (coin : Z * nat -> C).
(* Scores asked at random before, as in flat_round.v. *)
Variables (draws : engine -> nat) (learn : engine -> list nat -> engine).
(* Which rounds ask those near, and how; and what others do. *)
Variables (settled : engine -> bool) (slots : engine -> list (option nat)).
Variables (owner : engine -> nat -> option (nat * nat)) (w : engine -> nat -> nat) (batch turns : engine -> nat).
Variable name : selection.permute_and_flip_round.coin -> C.
Variable near_learn : engine -> engine.
Variable other : engine -> list nat -> program C (option (nat * engine)).
Hypothesis scale_pos : 0 < scale.
Hypothesis W_pos : (0 < W)%nat.
Hypothesis remove_out : forall e x i, out (remove e x) i = out e i || (i =? x)%nat.
Hypothesis learn_left : forall e tried, left n engine out (learn e tried) = left n engine out e.
Hypothesis near_learn_left : forall e, left n engine out (near_learn e) = left n engine out e.

Let p (e : engine) (i : nat) : R := heads scale (best score (left n engine out e) - score i).
Let far (e : engine) : nat -> bool := far (out e) (slots e).

Hypothesis coins : forall e c, chance e (coin c) = small_heads W scale c.
Hypothesis names : forall e c, settled e = true ->
  chance e (name c) = selection.permute_and_flip_round.heads W (p e) c.

(* near_slots.md, of the rounds that ask those near. *)
Hypothesis one_slot : forall e, settled e = true -> NoDup (filter (in_play n (out e)) (seated (slots e))).
Hypothesis owner_far : forall e x i o, settled e = true ->
  (x < W)%nat -> owner e x = Some (i, o) -> near (slots e) i = false.
Hypothesis owners : forall e, settled e = true -> owns W (owner e) (in_play n (far e)) (w e) (play n (far e)).
Hypothesis enough : forall e i, settled e = true -> In i (play n (far e)) -> INR W * p e i <= INR (w e i).

(* What other rounds do is asked what flat_chain.v asks. *)
Hypothesis other_law : forall e f tried b, settled e = false ->
  In b (play n (gone (out e) tried)) -> score b = best score (left n engine out e) ->
  E (chance e) (other e tried) (winner f) = flips n score scale (out e) f (play n (gone (out e) tried)).
Hypothesis other_keeps : forall e tried, settled e = false -> always (keeps (left n engine out) e) (other e tried).

Definition round_of (e : engine) (tried : list nat) : program C (option (nat * engine)) :=
  if settled e then
    renamed name (near_round n W (out e) (slots e) (owner e) (batch e) (near_learn e) (turns e) tried)
  else other e tried.

(* k rounds, of which some ask those near and others do not: the law of the peel. *)
Theorem near_round_top_k k e f :
  E (fun '(e, c) => chance e c)
    (engine_top_k (left n engine out) remove
       (fun e => flat_round n score W (out e) C coin (draws e) (learn e) (round_of e)) k e) (when_some f)
  = peeled (flip_law scale score) k (left n engine out e) f.
Proof.
  apply flat_round_top_k; auto; clear e f.
  - intros e f tried b Hb Top. unfold round_of. destruct (settled e) eqn:S; [|now apply (other_law e f tried b)].
    rewrite (E_renamed (chance e) (selection.permute_and_flip_round.heads W (p e))) by (intros c; now apply names).
    apply near_goes_on with (w := w e); auto.
    + intros x i o. now apply owner_far.
    + now apply owners.
    + intros i Hi. now apply enough.
  - intros e tried. unfold round_of. destruct (settled e) eqn:S; [|now apply other_keeps].
    apply always_renamed. eapply always_implied; [apply near_round_in_play|].
    intros [[x e']|]; [|trivial]. intros [H ->]. split; [exact H|apply near_learn_left].
Qed.

End Rounds.

(* ---- On the slots and positions of near_slots.v, with nothing left to suppose ---- *)

Theorem near_slots_round {A} n score W scale removed slots listed f b batch (leave : A) turns tried x g :
  let p i := heads scale (best score (play n removed) - score i) in
  0 < scale ->
  NoDup (filter (in_play n removed) (seated slots)) ->
  NoDup listed -> (forall i, In i listed -> (i < n)%nat /\ near slots i = false) ->
  (listed <> [] -> (0 < f)%nat) -> (0 < b)%nat -> (0 < W)%nat -> (length listed * f + n * b <= W)%nat ->
  (forall i, In i (play n (far removed slots)) -> INR W * p i <= INR (near_weight listed f b i)) ->
  In x (play n (gone removed tried)) -> score x = best score (play n removed) ->
  E (selection.permute_and_flip_round.heads W p)
    (near_round n W removed slots (near_owner n (near slots) listed f b) batch leave turns tried) (winner g)
  = sum (fun '(y, r) => flip_law scale score y r * g y) (picks (play n (gone removed tried))).
Proof.
  intros p Hs Once L1 L2 P B W_pos Room Enough Hx Top.
  apply near_round_law with (w := near_weight listed f b) (b := x); auto.
  - intros y i o _. now apply near_owner_far.
  - now apply near_slots_own.
Qed.
