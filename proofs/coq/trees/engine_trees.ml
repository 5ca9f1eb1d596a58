(* The engine's structures on the shapes of tests/support/tiny_shapes.hpp: what the theorems leave open. They hold for
   any front of closed nodes and open blocks, any opening and any cut; these are the C++ code's. *)
open Programs

let bits = 1
let width = 2. ** float bits  (* W *)
let block = 2
let mean = 1
let worst = -1000

(* WeightRule::weight at scale 1 *)
let weight reference score =
  let x = Float.min (Float.max (float (reference - score) /. log 2.) 0.) (float (bits + 2)) in
  let whole = Float.of_int (int_of_float x) in
  int_of_float ((2. -. (x -. whole)) *. (1. +. (2. ** -40.)) *. (2. ** (float (bits - 1) -. whole))) + 1

type state = {
  score : int -> int;
  n : int;
  gone : int list;
  reference : int;
  front : (leaf * (int * int)) list;  (* with the node's level and number *)
  batch : int;
}

let rec count n level = if level = 0 then (n + block - 1) / block else (count n (level - 1) + 1) / 2
let rec top n level = if count n level > 1 then top n (level + 1) else level

let members_of n (level, node) =
  let span = block lsl level in
  List.init (min span (n - (node * span))) (fun j -> (node * span) + j)

let in_play s i = i < s.n && not (List.mem i s.gone)
let play s = List.filter (in_play s) (List.init s.n Fun.id)
let best s = List.fold_left (fun b i -> max b (s.score i)) worst (play s)
let leaves s = List.map Stdlib.fst s.front
let total s = front_total s.score (weight s.reference) worst (in_play s) (leaves s)
let resolved s = resolve s.score (weight s.reference) worst (in_play s) (leaves s)

let closed n node = (Closed (members_of n node), node)

(* rebase, and the beginning *)
let close s = { s with reference = best s; front = [ closed s.n (top s.n 0, 0) ] }

(* Refinement::learn where every node is heavy and there is no patience: what rejects is opened. *)
let opened s (level, node) =
  let replaced = function
    | Closed l, at when at = (level, node) ->
        if level = 0 then [ (Block l, at) ]
        else
          List.filter_map
            (fun child -> if child < count s.n (level - 1) then Some (closed s.n (level - 1, child)) else None)
            [ 2 * node; (2 * node) + 1 ]
    | other -> [ other ]
  in
  { s with front = List.concat_map replaced s.front }

let node_at s position =
  let rec find position = function
    | (leaf, at) :: rest ->
        let w = leaf_weight s.score (weight s.reference) worst (in_play s) leaf in
        if position < w then at else find (position - w) rest
    | [] -> assert false
  in
  find position s.front

let learn s rejected = List.fold_left opened s (List.map (node_at s) rejected)

(* tree.remove, and rebase where the best in play has changed: with weights this small that is at once *)
let remove s x =
  let s = { s with gone = x :: s.gone; batch = 1 } in
  if best s <> s.reference then close s
  else
    let emptied = function
      | Closed l, (0, node) when not (List.exists (in_play s) l) -> (Block l, (0, node))
      | other -> other
    in
    { s with front = List.map emptied s.front }

let start score n = close { score; n; gone = []; reference = 0; front = []; batch = 1 }

(* A coin's chance in place of its name, which means something in its round only. *)
let rec with_chances chance = function
  | Ret a -> Ret a
  | Below (n, next) -> Below (n, fun j -> with_chances chance (next j))
  | Coin (c, next) -> Coin (chance c, fun heads -> with_chances chance (next heads))

(* The gap has no sign: for those out of play, who may be better than the reference, it is what the C++ code asks. *)
let excess s (i, o) = (width *. exp (-.float (abs (s.reference - s.score i)))) -. float o

let exponential turns most score k n =
  let round s =
    let grow s positions = { (learn s positions) with batch = min (2 * s.batch) most } in
    with_chances (excess s)
      (engine_exponential_round total resolved (fun s -> s.batch) grow (in_play s) turns s)
  in
  engine_top_k round remove (min k n) (start score n)

(* SmallPool: one open block, whose places swap when one is taken out *)
let small turns score k n =
  let pool s = { s with reference = best s } in
  let places s = match s.front with [ (Block l, _) ] -> l | _ -> assert false in
  let take s x =
    let l = Array.of_list (places s) in
    let last = Array.length l - 1 in
    Array.iteri (fun j y -> if y = x then l.(j) <- l.(last)) l;
    pool { s with gone = x :: s.gone; front = [ (Block (Array.to_list (Array.sub l 0 last)), (0, 0)) ] }
  in
  let first = pool { (start score n) with front = [ (Block (List.init n Fun.id), (0, 0)) ] } in
  let round s =
    with_chances (excess s) (engine_exponential_round total resolved (fun _ -> 1) (fun s _ -> s) (in_play s) turns s)
  in
  engine_top_k round take (min k n) first

(* Time is told by what is left of it, as in the C++ code. *)
let arrival s =
  let p i = exp (float (s.score i - best s)) in
  let never i left = 1. -. p i +. (p i *. left) in
  function
  | Arrives (from, till, total, mean, i, o) ->
      (float total /. float mean *. log (never i from /. never i till)) -. float o
  | Late (from, i) -> p i *. from /. never i from

let permute_and_flip most segments score k n =
  let cut s left = left *. exp (-.(float mean *. width /. float (total s))) in
  let rec batches k = if k = 0 then [] else min k most :: batches (k - min k most) in
  let round s =
    engine_permute_and_flip_round total resolved (fun _ -> mean) cut batches learn (in_play s) (play s) segments s 1.
  in
  engine_peel play round remove (min k n) (start score n)
