(* The definitions say what they should on cases that can be worked out by hand. *)
From Coq Require Import Reals Lra List Permutation ZArith Lia.
From Discreet.basics Require Import sums integrals.
From Discreet.framework Require Import range_distance measures.
From Discreet.samplers Require Import decisions uniform_below.
From Discreet.mechanisms Require Import top_k_bounded_range top_k_max_divergence top_k_zcdp.
From Discreet.selection.reference Require Import permute_and_flip_round peel.
From Discreet.selection Require Import proposal.
Import ListNotations.
Open Scope R_scope.

(* Two candidates, the second behind: it wins with p / 2. *)
Example two p : flip (fun i => match i with O => 1 | _ => p end) 1 [0%nat] = p / 2.
Proof. unfold flip, area. simpl. field. Qed.

(* Scores 1 and 0 at scale 1, by the program itself. *)
Example two_by_the_program :
  E (heads 1) (peel (permute_and_flip_round (fun i => match i with O => 1 | _ => 0 end)%Z) 1 [0%nat; 1%nat])
    (fun o => match o with Some [1%nat] => 1 | _ => 0 end) = exp (-1) / 2.
Proof.
  simpl. unfold heads. simpl.
  replace (- 0 / 1) with 0 by field. replace (- (1) / 1) with (-1) by field. rewrite exp_0. field.
Qed.

(* Scores 2, 1, 1 with weights 4 and 2: a closed node names the best one's lead, then everyone's offsets in turn; the
   open block names each one's own. *)
Definition score (i : nat) : Z := match i with O => 2 | _ => 1 end%Z.
Definition weight (v : Z) : nat := if (v <? 2)%Z then 2%nat else 4%nat.

Example closed_node : flat_map (named (resolve score weight 0 (fun _ => true) [Closed [0; 1; 2]%nat])) (seq 0 9)
  = [(0, 2); (0, 3); (0, 0); (0, 1); (1, 0); (1, 1); (2, 0); (2, 1)]%nat.
Proof. reflexivity. Qed.

Example open_block :
  flat_map (named (resolve score weight 0 (fun i => negb (i =? 1)%nat) [Block [0; 1; 2]%nat])) (seq 0 7)
  = [(0, 0); (0, 1); (0, 2); (0, 3); (2, 0); (2, 1)]%nat.
Proof. reflexivity. Qed.

(* A die of three sides from bits: the first two bits settle it, but for one of the four. *)
Example three_sides :
  E uniform_below.heads (sample_uniform_below 3 1 2 0) (on_some (fun j => match j with O => 1 | _ => 0 end)) = 1 / 4.
Proof. vm_compute (sample_uniform_below 3 1 2 0). simpl. field. Qed.

(* A person more or less in the count of candidate 0. Two winners of three at scale 2 cost twice a half, and k eta^2 / 8
   is a sixteenth. *)
Definition with_her (i : nat) : Z := match i with O => 5 | _ => 3 end.
Definition without_her (i : nat) : Z := match i with O => 4 | _ => 3 end.

Lemma she_counts_once l : neighbours 1 with_her without_her l.
Proof. apply monotonic_neighbours. intros [|i] _; simpl; lra. Qed.

Example two_winners_of_three :
  within (permute_and_flip_round.heads 2) 1
    (peel (permute_and_flip_round with_her) 2 [0; 1; 2]%nat)
    (peel (permute_and_flip_round without_her) 2 [0; 1; 2]%nat).
Proof.
  replace 1 with (INR 2 * (1 / 2)) by (simpl; field).
  apply permute_and_flip_top_k_private; [lra|apply she_counts_once|lra].
Qed.

Example two_winners_of_three_zcdp :
  zcdp (1 / 16) (chance (exponential (scaled 2 with_her)) 2 [0; 1; 2]%nat)
    (chance (exponential (scaled 2 without_her)) 2 [0; 1; 2]%nat)
    [[0; 1]; [0; 2]; [1; 0]; [1; 2]; [2; 0]; [2; 1]]%nat.
Proof.
  replace (1 / 16) with (INR 2 * ((1 / 2) ^ 2 / 8)) by (simpl; field).
  apply (exponential_winners_zcdp (1 / 2) _ _ 2 [0; 1; 2]%nat).
  - repeat constructor; simpl; intuition discriminate.
  - apply neighbours_scaled; [lra|apply she_counts_once].
Qed.
