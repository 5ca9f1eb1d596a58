(* The programs that the theorems speak of, as OCaml: trees/print_trees.ml prints their decision trees, and
   tools/coq_trees.py compares these with the C++ code's. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt ZArith List.
From Discreet.samplers Require Import decisions poisson.
From Discreet.selection.reference Require permute_and_flip_round exponential_round peel.
From Discreet.selection Require proposal exponential_round permute_and_flip_round engine.
Import ListNotations.

(* reference::peel *)
Definition permute_and_flip_top_k (score : nat -> Z) (k n : nat) :=
  peel.peel (reference.permute_and_flip_round.permute_and_flip_round score) k (seq 0 n).
Definition exponential_top_k (proposals : nat) (score : nat -> Z) (k n : nat) :=
  peel.peel (reference.exponential_round.exponential_round proposals score) k (seq 0 n).

(* engine_top_k: a round, the winner's removal, and the next round on whatever structure they left *)
Fixpoint engine_top_k {C S} (round : S -> program C (option nat)) (remove : S -> nat -> S) (k : nat) (s : S)
  : program C (option (list nat)) :=
  match k with
  | O => Ret (Some [])
  | S k => bind (round s) (fun o =>
      match o with
      | None => Ret None
      | Some x => bind (engine_top_k round remove k (remove s x)) (fun w => Ret (option_map (cons x) w))
      end)
  end.

Definition engine_exponential_round := @selection.exponential_round.exponential_round.
Definition engine_permute_and_flip_round := @selection.permute_and_flip_round.permute_and_flip_round.
Extraction Language OCaml.
Extraction "programs.ml" permute_and_flip_top_k exponential_top_k engine_top_k engine_exponential_round
  engine_permute_and_flip_round engine.engine_peel proposal.resolve proposal.front_total.
