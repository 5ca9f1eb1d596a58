(* Rounds that ask those near the best in a chain with others, and one on the slots and positions of near_slots.v: what
   proofs/selection/near_round.md asks can be had. *)
From Coq Require Import Reals Lra List Permutation ZArith Lia Bool.
From Discreet.basics Require Import sums retry.
From Discreet.samplers Require Import decisions poisson.
From Discreet.selection Require Import proposal splitting permute_and_flip_round chain tree engine small_pool.
From Discreet.selection Require Import flat_round flat_chain near_slots near_walk near_heads near_round.
From Discreet.selection.reference Require Import permute_and_flip_round peel.
Import ListNotations.
Open Scope R_scope.

Section Rounds.
Variables (n : nat) (score : nat -> Z) (W : nat) (scale : R) (engine C : Type) (out : engine -> nat -> bool).
Variables (remove : engine -> nat -> engine) (chance : engine -> C -> R) (coin : Z * nat -> C).
(* Scores asked at random before, as in flat_round.v. *)
Variables (draws : engine -> nat) (learn : engine -> list nat -> engine).
(* Which rounds ask those near, and how; and what others do. *)
Variables (settled : engine -> bool) (slots : engine -> list (option nat)) (M : engine -> nat).
Variables (resolve : engine -> nat -> option (nat * nat)) (w : engine -> nat -> nat).
Variables (arrival : selection.permute_and_flip_round.coin bool -> C) (flipped : Z -> C).
Variables (asks : engine -> list nat -> nat) (near_learn : engine -> list nat -> list nat -> engine).
Variable other : engine -> list nat -> process C (option (nat * engine)).
Hypothesis scale_pos : 0 < scale.
Hypothesis W_pos : (0 < W)%nat.
Hypothesis remove_out : forall e x i, out (remove e x) i = out e i || (i =? x)%nat.
Hypothesis learn_left : forall e tried, left n engine out (learn e tried) = left n engine out e.
Hypothesis near_learn_left : forall e heads tried, left n engine out (near_learn e heads tried) = left n engine out e.

Let p (e : engine) (i : nat) : R := heads scale (best score (left n engine out e) - score i).
Let far (e : engine) (i : nat) : bool := out e i || near (slots e) i.

Hypothesis coins : forall e c, chance e (coin c) = small_heads W scale c.
Hypothesis arrivals : forall e c, settled e = true ->
  chance e (arrival c) = selection.permute_and_flip_round.heads bool (p e) time c.
Hypothesis flipped_heads : forall e gap, settled e = true -> chance e (flipped gap) = heads scale gap.

(* near_slots.md, of the rounds that ask those near. *)
Hypothesis one_slot : forall e, settled e = true -> NoDup (filter (in_play n (out e)) (seated (slots e))).
Hypothesis M_pos : forall e, settled e = true -> (0 < M e)%nat.
Hypothesis owners : forall e, settled e = true ->
  owns (M e) (resolve e) (in_play n (far e)) (w e) (play n (far e)).
Hypothesis room : forall e i, settled e = true -> In i (play n (far e)) ->
  INR W * p e i <= INR (w e i) /\ (w e i + M e <= W)%nat.

(* What other rounds do is asked what flat_chain.v asks. *)
Hypothesis other_law : forall e f, settled e = false -> exists v, forall tried,
  means (chance e) (other e tried) (winner f) (v tried)
  /\ forall b, In b (play n (gone (out e) tried)) -> score b = best score (left n engine out e) ->
     v tried = flips n score scale (out e) f (play n (gone (out e) tried)).
Hypothesis other_keeps : forall e tried, settled e = false -> surely (keeps (left n engine out) e) (other e tried).

Definition round_of (e : engine) (tried : list nat) : process C (option (nat * engine)) :=
  if settled e then
    near_round n score W (out e) (slots e) (M e) (resolve e) C coin arrival (asks e) (near_learn e)
      (walk_near n score (out e) (slots e) C flipped (near_learn e)) tried
  else other e tried.

(* k rounds, of which some ask those near and others do not: the law of the peel. *)
Theorem near_round_top_k k e f :
  means (fun '(e, c) => chance e c)
    (engine_peel (left n engine out) remove
       (fun e => flat_round n score W (out e) C coin (draws e) (learn e) (round_of e)) k e) (when_some f)
    (peeled (flip_law scale score) k (left n engine out e) f).
Proof.
  apply flat_round_top_k; auto; clear e f.
  - intros e f. unfold round_of. destruct (settled e) eqn:S; [|now apply other_law].
    exists (fun tried => flips n score scale (out e) f (play n (gone (out e) tried))). intros tried.
    split; [|reflexivity]. apply near_goes_on with (w := w e); auto.
    + intros c. now apply arrivals.
    + now apply owners.
    + intros i Hi. now apply room.
  - intros e tried. unfold round_of. destruct (settled e) eqn:S; [|now apply other_keeps].
    apply near_round_in_play; [exact Logic.I|]. intros x heads tried' H. split; [exact H|apply near_learn_left].
Qed.

End Rounds.

(* ---- On the slots and positions of near_slots.v, with nothing left to suppose ---- *)

Inductive near_coin :=
| Slot (c : Z * nat)
| Arrival (c : selection.permute_and_flip_round.coin bool)
| Walk (gap : Z).

Definition near_heads (W : nat) (scale : R) (p : nat -> R) (c : near_coin) : R :=
  match c with
  | Slot c => small_heads W scale c
  | Arrival c => selection.permute_and_flip_round.heads bool p time c
  | Walk gap => heads scale gap
  end.

Theorem near_slots_round {A} n score W scale removed slots listed f b m (learn : list nat -> list nat -> A) tried x g :
  let p i := heads scale (best score (play n removed) - score i) in
  let far i := removed i || near slots i in
  0 < scale ->
  NoDup (filter (in_play n removed) (seated slots)) ->
  NoDup listed -> (forall i, In i listed -> (i < n)%nat /\ near slots i = false) ->
  (listed = [] -> f = 0%nat) -> (listed <> [] -> (0 < f)%nat) -> (0 < b)%nat ->
  (4 * (length listed * f) <= W)%nat -> (2 * (b * (n + 1)) <= W)%nat ->
  (forall i, In i (play n far) -> INR W * p i <= INR (near_weight listed f b i)) ->
  In x (play n (gone removed tried)) -> score x = best score (play n removed) ->
  means (near_heads W scale p)
    (near_round n score W removed slots (W - Nat.max f b) (near_owner n (near slots) listed f b) near_coin Slot Arrival
       m learn (walk_near n score removed slots near_coin Walk learn) tried)
    (winner g) (sum (fun '(y, r) => flip_law scale score y r * g y) (picks (play n (gone removed tried)))).
Proof.
  intros p far Hs Once L1 L2 F P B R1 R2 Enough Hx Top. assert (W_pos : (0 < W)%nat) by nia.
  destruct (near_slots_room n listed f b W B F R1 R2) as [M_pos [Own Room]].
  apply near_round_walks with (w := near_weight listed f b) (b := x); auto.
  - now apply near_slots_own.
  - intros i Hi. split; [now apply Enough|apply Room].
Qed.
