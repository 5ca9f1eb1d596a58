(* A coin for everyone, then a uniform choice among the heads: permute-and-flip, for the proof
   proofs/selection/reference/permute_and_flip_round.md and for those who are left to the end of the engine's round. *)
From Coq Require Import Reals Lra List Permutation Lia.
From Discreet.basics Require Import sums integrals.
From Discreet.samplers Require Import decisions.
From Discreet.selection.reference Require Import permute_and_flip_round.
Import ListNotations.
Open Scope R_scope.

Section Toss.
Context {C : Type} (heads : C -> R) (coin : nat -> C).
Let chance (i : nat) : R := heads (coin i).

(* One of those who arrived, uniformly. *)
Definition choose (arrived : list nat) : program C (option nat) :=
  match arrived with
  | [] => Ret None
  | x :: _ => Below (length arrived) (fun j => Ret (Some (nth j arrived x)))
  end.

(* Everyone's coin in turn: sample_late_arrivals, and the choice after it. *)
Fixpoint toss (l arrived : list nat) : program C (option nat) :=
  match l with
  | [] => choose arrived
  | i :: l => Coin (coin i) (fun heads => toss l (if heads then arrived ++ [i] else arrived))
  end.

Definition some (f : nat -> R) (o : option nat) : R :=
  match o with
  | Some x => f x
  | None => 0
  end.

(* Candidates with their probabilities. *)
Definition value_of (f : nat -> R) (l : list (nat * R)) : R :=
  sum (fun '((x, p), r) => p * area (map snd r) 1 * f x) (picks l).

Lemma value_of_permutation f l l' : Permutation l l' -> value_of f l = value_of f l'.
Proof.
  intros P. unfold value_of.
  pose proof (sum_picks_permutation
    (fun (c : nat * R) r => let '(x, p) := c in p * area (map snd r) 1 * f x) l l') as H.
  etransitivity; [|etransitivity; [apply H; auto|]].
  - apply sum_ext. now intros [[x p] r] _.
  - intros [x p] r r' Q. f_equal. f_equal. apply area_permutation; [lra|]. now apply Permutation_map.
  - apply sum_ext. now intros [[x p] r] _.
Qed.

Lemma area_affine p r z :
  0 <= z -> area (p :: r) z = p * area (1 :: r) z + (1 - p) * area r z.
Proof.
  intros Hz. apply (agree _ (fun z => p * area (1 :: r) z + (1 - p) * area r z)
    (fun t => p * product (1 :: r) t + (1 - p) * product r t)); auto.
  - rewrite !area_at_0. ring.
  - intros t _. apply (derivable_pt_lim_eq _ _ (product (p :: r) t)); [apply area_derivative|].
    simpl. ring.
  - intros t _. apply (derivable_pt_lim_plus (fun z => p * area (1 :: r) z) (fun z => (1 - p) * area r z)).
    + apply (derivable_pt_lim_scal (area (1 :: r))). apply area_derivative.
    + apply (derivable_pt_lim_scal (area r)). apply area_derivative.
Qed.

Lemma value_of_coin f x p l :
  value_of f ((x, p) :: l) = p * value_of f ((x, 1) :: l) + (1 - p) * value_of f l.
Proof.
  unfold value_of. cbn [picks sum]. rewrite !sum_map, Rmult_plus_distr_l, <- !sum_scale.
  rewrite Rplus_assoc, <- sum_plus. f_equal; [ring|]. apply sum_ext. intros [[y q] r] _.
  cbn [map snd]. rewrite (area_affine p) by lra. ring.
Qed.

Lemma area_of_ones r : (forall c, In c r -> c = 1) -> INR (S (length r)) * area r 1 = 1.
Proof.
  intros H. rewrite area_recursion. rewrite (sum_ext _ (fun _ => 0)).
  - rewrite sum_const. ring.
  - intros [c rest] Hin. apply picks_permutation in Hin.
    rewrite (H c); [ring|]. rewrite Hin. now left.
Qed.

Lemma value_of_sure f l : l <> [] ->
  value_of f (map (fun x => (x, 1)) l) = / INR (length l) * sum f l.
Proof.
  intros N. unfold value_of. rewrite picks_map, sum_map.
  rewrite (sum_ext _ (fun q => / INR (length l) * (let '(x, _) := q in f x))).
  - rewrite sum_scale. f_equal. apply sum_picked.
  - intros [x r] H. apply picks_permutation in H. rewrite map_map.
    assert (L : INR (S (length (map snd (map (fun x : nat => (x, 1)) r))))
                * area (map snd (map (fun x : nat => (x, 1)) r)) 1 = 1).
    { apply area_of_ones. intros c Hc. rewrite map_map in Hc. apply in_map_iff in Hc.
      destruct Hc as [y [<- _]]. reflexivity. }
    rewrite !map_length, map_map in L. rewrite (Permutation_length H). cbn [length].
    assert (INR (S (length r)) <> 0) by (apply not_0_INR; discriminate).
    apply (Rmult_eq_reg_l (INR (S (length r)))); [|assumption].
    rewrite <- !Rmult_assoc, Rinv_r by assumption. rewrite Rmult_1_r. rewrite L. ring.
Qed.

Lemma toss_value l arrived f :
  E heads (toss l arrived) (some f)
  = value_of f (map (fun i => (i, chance i)) l ++ map (fun x => (x, 1)) arrived).
Proof.
  revert arrived. induction l as [|i l IH]; intros arrived.
  - cbn [toss map app]. destruct arrived as [|x a]; [reflexivity|].
    rewrite value_of_sure by discriminate. cbn [choose E some]. f_equal. apply (sum_places f x).
  - cbn [toss E]. rewrite !IH. cbn [map app]. rewrite value_of_coin. f_equal. f_equal.
    apply value_of_permutation. rewrite map_app. cbn [map]. rewrite app_assoc. symmetry. apply Permutation_cons_append.
Qed.

(* The law p_x * integral of the product of 1 - p_i t again. *)
Theorem toss_law l f : E heads (toss l []) (some f) = sum (fun '(x, r) => flip chance x r * f x) (picks l).
Proof.
  rewrite toss_value, app_nil_r. unfold value_of. rewrite picks_map, sum_map. apply sum_ext.
  intros [x r] _. unfold flip. rewrite map_map. reflexivity.
Qed.

End Toss.

(* ---- Candidates with their probabilities ---- *)

Definition with_chance (p : nat -> R) (i : nat) : nat * R := (i, p i).

Lemma value_of_flips p f l :
  value_of f (map (with_chance p) l) = sum (fun '(x, r) => flip p x r * f x) (picks l).
Proof.
  unfold value_of. rewrite picks_map, sum_map. apply sum_ext. intros [x r] _. unfold with_chance, flip.
  now rewrite map_map.
Qed.

(* The first of a uniform order wins by its coin, or the others go on without it. *)
Lemma value_recursion f l :
  INR (length l) * value_of f l = sum (fun '((x, q), r) => q * f x + (1 - q) * value_of f r) (picks l).
Proof.
  set (one := fun (d : nat * R) (s : list (nat * R)) => snd d * area (map snd s) 1 * f (fst d)).
  assert (V : forall l, value_of f l = sum (fun '(d, s) => one d s) (picks l)).
  { intros l'. apply sum_ext. now intros [[x q] r] _. }
  transitivity (sum (fun '(c, _) => snd c * f (fst c)) (picks l)
    + sum (fun '(c, r) => sum (fun '(d, s) => (1 - snd c) * one d s) (picks r)) (picks l)).
  - rewrite (sum_picks_swap (fun c d s => (1 - snd c) * one d s)), <- sum_plus, V, <- sum_scale.
    apply sum_ext. intros [d r] H. apply picks_permutation in H. rewrite (Permutation_length H). cbn [length].
    rewrite (sum_ext _ (fun a => snd d * f (fst d) * (let '(c, s) := a in (1 - snd c) * area (map snd s) 1)))
      by (intros [c s] _; cbv beta iota; unfold one; ring).
    rewrite sum_scale. unfold one. pose proof (area_recursion (map snd r)) as A.
    rewrite map_length, picks_map, sum_map in A.
    rewrite (sum_ext _ (fun a => let '(c, s) := a in (1 - snd c) * area (map snd s) 1)) in A by now intros [c s] _.
    set (t := sum _ (picks r)) in *. replace t with (INR (S (length r)) * area (map snd r) 1 - 1) by lra. ring.
  - rewrite <- sum_plus. apply sum_ext. intros [[x q] r] _. cbn [fst snd]. rewrite V, <- sum_scale. f_equal.
    apply sum_ext. now intros [d s] _.
Qed.
