(* Prints the decision trees of the programs of proofs/coq on all small inputs, as tests/trees/print_trees.cpp prints
   those of the C++ code; see there what the words mean. *)
open Programs
open Engine_trees

let say = Buffer.add_string
let winners l = " [" ^ String.concat "," (List.map string_of_int l) ^ "]"

(* Tails, then heads; a coin whose outcome is certain is no node. *)
let toss node b c next =
  match node c with
  | None, outcome -> next outcome
  | Some text, _ ->
      say b text;
      next false;
      next true

let rec show node b = function
  | Ret None -> say b " none"
  | Ret (Some w) -> say b (winners w)
  | Below (n, next) ->
      say b (Printf.sprintf " below:%d" n);
      for j = 0 to n - 1 do show node b (next j) done
  | Coin (c, next) -> toss node b c (fun heads -> show node b (next heads))

let gap g = (Some (Printf.sprintf " gap:%d" g), false)

let negligible = 1e-9

let coin chance =
  if chance > 1. -. negligible || chance < negligible then (None, chance > 1. -. negligible)
  else (Some (Printf.sprintf " coin:%.6f" chance), false)

(* One line for each vector of n scores from 0 to top. *)
let each_input what n k top tree =
  let base = top + 1 in
  let rec power i = if i = 0 then 1 else base * power (i - 1) in
  for code = 0 to power n - 1 do
    let score i = code / power i mod base in
    let b = Buffer.create 4096 in
    let scores = String.concat "" (List.init n (fun i -> string_of_int (score i))) in
    say b (Printf.sprintf "%s k=%d scores=%s" what k scores);
    tree b score k n;
    print_endline (Buffer.contents b)
  done

let flip b score k n = show gap b (permute_and_flip_top_k score k n)
let proposals turns b score k n = show gap b (exponential_top_k turns score k n)
let pool turns b score k n = show (fun c -> coin (excess c)) b (small_exponential turns score k n)
let pool_flip b score k n = show (fun c -> coin (small_excess c)) b (small_permute_and_flip score k n)
let engine shape turns b score k n = show (fun c -> coin (excess c)) b (exponential shape turns score k n)
let asked shape turns b score k n =
  show (fun c -> Either.fold ~left:coin ~right:gap (asked_coin c)) b (permute_and_flip shape turns score k n)

let print_reference () =
  for k = 0 to 3 do
    for n = 0 to 4 do
      each_input "permute_and_flip" n k 1 flip;
      each_input "exponential" n k 1 (proposals (if k > 2 then 1 else 2))
    done;
    for n = 1 to 3 do
      each_input "permute_and_flip" n k 2 flip;
      each_input "exponential" n k 2 (proposals 2)
    done
  done;
  each_input "permute_and_flip" 5 1 1 flip

let print_small () =
  for k = 1 to 3 do
    for n = 1 to 4 do
      each_input "small_permute_and_flip" n k 1 pool_flip;
      each_input "small_exponential" n k 1 (pool (if k > 2 then 1 else 2))
    done;
    for n = 1 to 3 do
      each_input "small_permute_and_flip" n k 2 pool_flip;
      each_input "small_exponential" n k 2 (pool (if k > 2 then 1 else 2))
    done
  done

(* Trees that are opened and rebased while winners leave. *)
let print_engine () =
  let adrift = { tiny with drift = 0 } and wide = { tiny with bits = 2 } and light = { pairs with bits = 0 } in
  each_input "engine_exponential:adrift" 3 2 1 (engine adrift 2);
  each_input "engine_permute_and_flip:adrift" 3 2 1 (asked { adrift with bits = 2 } 1);
  for n = 3 to 4 do
    each_input "engine_exponential" n 1 1 (engine tiny 3);
    each_input "engine_exponential" n 2 1 (engine tiny (5 - n));
    each_input "engine_exponential" n 3 1 (engine tiny 1);
    each_input "engine_exponential:pairs" n 1 1 (engine pairs 2);
    each_input "engine_permute_and_flip:pairs" n 1 1 (asked light 2)
  done;
  for k = 1 to 3 do
    each_input "engine_permute_and_flip:none" 3 k 2 (asked tiny 0);
    each_input "engine_permute_and_flip:none" 4 k 1 (asked tiny 0)
  done;
  each_input "engine_exponential" 3 1 2 (engine tiny 3);
  each_input "engine_exponential" 3 2 2 (engine tiny 2);
  each_input "engine_exponential" 3 3 2 (engine tiny 1);
  each_input "engine_exponential" 5 1 1 (engine tiny 2);
  each_input "engine_permute_and_flip:wide" 3 1 1 (asked wide 1);
  each_input "engine_permute_and_flip:pairs" 3 2 1 (asked light 2);
  each_input "engine_permute_and_flip:one" 3 1 2 (asked tiny 1);
  each_input "engine_permute_and_flip" 3 1 1 (asked tiny 2)

let () =
  print_reference ();
  print_engine ();
  print_small ()
