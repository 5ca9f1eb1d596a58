(* The engine's structures on the shapes of tests/trees/print_trees.cpp: what the theorems leave open. They hold for
   any tree of closed nodes and open blocks, any opening and rebasing; these are the C++ code's. *)
open Programs

let block = 2
let worst = -1000

type shape = {
  bits : int;  (* log2 of W *)
  drift : int;
  most : int;  (* proposals in a batch *)
}

let tiny = { bits = 1; drift = 1; most = 1 }
let pairs = { tiny with drift = 8; most = 2 }

(* What refinement remembers: the level and the number of every visible node, and how many positions come next. *)
type memory = { places : (int * int) list; batch : int }

type state = {
  shape : shape;
  score : int -> int;
  n : int;
  gone : int list;
  reference : int;
  nodes : leaf list * memory;
}

let width s = 2. ** float s.shape.bits

(* WeightRule::weight at scale 1 *)
let weight shape reference score =
  let x = Float.min (Float.max (float (reference - score) /. log 2.) 0.) (float (shape.bits + 2)) in
  let whole = Float.of_int (int_of_float x) in
  int_of_float ((2. -. (x -. whole)) *. (1. +. (2. ** -40.)) *. (2. ** (float (shape.bits - 1) -. whole))) + 1

let rec count n level = if level = 0 then (n + block - 1) / block else (count n (level - 1) + 1) / 2
let rec top n level = if count n level > 1 then top n (level + 1) else level

let members_of n (level, node) =
  let span = block lsl level in
  List.init (min span (n - (node * span))) (fun j -> (node * span) + j)

let out s i = List.mem i s.gone
let in_play s i = i < s.n && not (out s i)
let play s = List.filter (in_play s) (List.init s.n Fun.id)
let best s = List.fold_left (fun b i -> max b (s.score i)) worst (play s)
let total s (leaves, _) = tree_total s.n s.score (out s) (weight s.shape s.reference) worst leaves

let closed n node = (Closed (members_of n node), node)
let visible (leaves, memory) = List.combine leaves memory.places
let with_visible memory front = (List.map Stdlib.fst front, { memory with places = List.map Stdlib.snd front })
let with_nodes s nodes = { s with nodes }

let round_begins = { places = []; batch = 1 }

(* rebase, and the beginning *)
let close s = { s with reference = best s; nodes = with_visible round_begins [ closed s.n (top s.n 0, 0) ] }

(* Refinement::learn where every node is heavy and there is no patience: what rejects is opened. *)
let opened n front (level, node) =
  let replaced = function
    | Closed l, at when at = (level, node) ->
        if level = 0 then [ (Block l, at) ]
        else
          List.filter_map
            (fun child -> if child < count n (level - 1) then Some (closed n (level - 1, child)) else None)
            [ 2 * node; (2 * node) + 1 ]
    | other -> [ other ]
  in
  List.concat_map replaced front

let node_at s nodes position =
  let rec find position = function
    | (leaf, at) :: rest ->
        let w = leaf_weight s.score (weight s.shape s.reference) worst (in_play s) leaf in
        if position < w then at else find (position - w) rest
    | [] -> assert false
  in
  find position (visible nodes)

let learn s nodes rejected =
  let memory = Stdlib.snd nodes in
  let moved = { memory with batch = min (2 * memory.batch) s.shape.most } in
  with_visible moved (List.fold_left (opened s.n) (visible nodes) (List.map (node_at s nodes) rejected))

(* tree.remove, and rebase where that pays *)
let remove s x =
  let s = { s with gone = x :: s.gone } in
  let low = weight s.shape s.reference (best s) < s.shape.drift * s.n in
  if best s <> s.reference && low then close s
  else
    let emptied = function
      | Closed l, (0, node) when not (List.exists (in_play s) l) -> (Block l, (0, node))
      | other -> other
    in
    { s with nodes = with_visible round_begins (List.map emptied (visible s.nodes)) }

let start shape score n = close { shape; score; n; gone = []; reference = 0; nodes = ([], round_begins) }

(* A gap has no sign: for those out of play, who may be better than the reference, it is what the C++ code asks, and the
   outcome of their coins changes nothing. *)
let chance gap = exp (-.float (abs gap))
let excess (s, (i, o)) = (width s *. chance (s.reference - s.score i)) -. float o

let exponential shape turns score k n =
  engine_exponential_top_k n score (weight shape) worst out
    (fun s -> s.reference) (fun s -> s.nodes) with_nodes remove
    (fun _ (_, memory) -> memory.batch) learn turns (min k n) (start shape score n)

(* SmallPool: one open block, whose places swap when one is taken out *)
let small_exponential turns score k n =
  let block s l = { s with reference = best s; nodes = ([ Block l ], { round_begins with places = [ (0, 0) ] }) } in
  let take s x =
    let s = { s with gone = x :: s.gone } in
    let l = Array.of_list (match s.nodes with [ Block l ], _ -> l | _ -> assert false) in
    let last = s.n - List.length s.gone in
    Array.iteri (fun j y -> if y = x then (l.(j) <- l.(last); l.(last) <- x)) (Array.copy l);
    block s (Array.to_list l)
  in
  engine_exponential_top_k n score (weight tiny) worst out
    (fun s -> s.reference) (fun s -> s.nodes) with_nodes take (fun _ _ -> 1) (fun _ nodes _ -> nodes) turns (min k n)
    (block (start tiny score n) (List.init n Fun.id))

let small_permute_and_flip score k n = small_permute_and_flip_top_k (1 lsl tiny.bits) score k n
let small_excess (gap, o) = ((2. ** float tiny.bits) *. chance gap) -. float o

(* coin_size: offsets below it are asked *)
let size s = int_of_float (width s *. exp (float (best s - s.reference)))

(* A position's coin by its chance, or everyone's by its gap *)
let asked_coin (s, coin) =
  let gap i = best s - s.score i in
  match coin with
  | Shows (i, o) -> Either.Left ((float (size s) *. chance (gap i)) -. float o)
  | Late i -> Either.Right (gap i)

let permute_and_flip shape turns score k n =
  (* The round begins with a rebase where the best has lost all of its coin. *)
  let remove s x =
    let s = remove s x in
    if size s = 0 then close s else s
  in
  engine_permute_and_flip_top_k n score (weight shape) worst out
    (fun s -> s.reference) (fun s -> s.nodes) with_nodes remove
    (fun _ (_, memory) -> memory.batch) learn turns size (min k n) (start shape score n)
