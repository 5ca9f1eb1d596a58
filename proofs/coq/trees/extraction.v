(* The programs that the theorems speak of, as OCaml: trees/print_trees.ml prints their decision trees, and
   tools/coq_trees.py compares these with the C++ code's. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt ZArith List.
From Discreet.selection.reference Require permute_and_flip_round exponential_round peel.
From Discreet.selection Require proposal tree engine chain small_pool.

(* reference::peel *)
Definition permute_and_flip_top_k (score : nat -> Z) (k n : nat) :=
  peel.peel (reference.permute_and_flip_round.permute_and_flip_round score) k (seq 0 n).
Definition exponential_top_k (proposals : nat) (score : nat -> Z) (k n : nat) :=
  peel.peel (reference.exponential_round.exponential_round proposals score) k (seq 0 n).

(* small_top_k *)
Definition small_permute_and_flip_top_k (W : nat) (score : nat -> Z) (k n : nat) :=
  peel.peel (small_pool.small_round W score) k (seq 0 n).

(* tree_top_k, as engine_exponential_top_k and engine_permute_and_flip_top_k have it *)
Definition engine_exponential_top_k n score weight worst S M out reference nodes with_nodes remove batch learn turns :=
  chain.engine_top_k (engine.left n S out) remove
    (engine.round_of n score weight worst S M out reference nodes with_nodes batch learn turns).
Definition engine_permute_and_flip_top_k
    n score weight worst S M out reference nodes with_nodes remove batch learn turns size :=
  chain.engine_top_k (engine.left n S out) remove
    (engine.flip_round_of n score weight worst S M out reference nodes with_nodes batch learn turns size).

Extraction Language OCaml.
Extraction "programs.ml" permute_and_flip_top_k exponential_top_k small_permute_and_flip_top_k
  engine_exponential_top_k engine_permute_and_flip_top_k proposal.leaf_weight tree.tree_total.
