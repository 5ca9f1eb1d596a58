(* A coin for everyone, then a uniform choice among the heads: permute-and-flip, for the proof
   proofs/selection/reference/permute_and_flip_round.md and for the engine's segments. *)
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

Lemma toss_sound l arrived : sound (toss l arrived).
Proof.
  revert arrived. induction l as [|i l IH]; intros arrived; cbn [toss sound]; [|auto].
  destruct arrived; cbn [choose sound]; auto. split; [simpl; lia|]. simpl. auto.
Qed.

Definition nobody (o : option nat) : R := match o with None => 1 | Some _ => 0 end.

Lemma toss_nobody l : E heads (toss l []) nobody = product (map chance l) 1.
Proof.
  pose proof (E_const heads (toss l []) 1 (toss_sound _ _)) as T.
  rewrite (E_ext _ _ _ (fun o => some (fun _ => 1) o + nobody o)) in T by (intros [x|]; simpl; lra).
  rewrite E_plus, toss_law in T.
  assert (X : sum (fun '(x, r) => flip chance x r * 1) (picks l) = 1 - product (map chance l) 1).
  { rewrite <- area_total by lra. rewrite picks_map, sum_map. apply sum_ext. intros [x r] _.
    unfold flip. ring. }
  lra.
Qed.

(* ---- The coins apart from the choice ---- *)

(* Independent coins, heads with the probabilities h: the mean of G over the list of heads. *)
Fixpoint coins (h : nat -> R) (l : list nat) (G : list nat -> R) : R :=
  match l with
  | [] => G []
  | i :: l => h i * coins h l (fun s => G (i :: s)) + (1 - h i) * coins h l G
  end.

Lemma coins_minus h l G H : coins h l (fun s => G s - H s) = coins h l G - coins h l H.
Proof. revert G H. induction l as [|i l IH]; intros G H; simpl; [ring|]. rewrite !IH. ring. Qed.

Lemma coins_ext h h' l G H :
  (forall i, In i l -> h i = h' i) -> (forall s, G s = H s) -> coins h l G = coins h' l H.
Proof.
  revert G H. induction l as [|i l IH]; intros G H X Y; simpl; [apply Y|].
  rewrite (X i) by now left. rewrite (IH G H), (IH (fun s => G (i :: s)) (fun s => H (i :: s))); auto.
  - intros. apply X. now right.
  - intros. apply X. now right.
Qed.

Definition chosen (F : option nat -> R) (arrived : list nat) : R :=
  match arrived with
  | [] => F None
  | _ => / INR (length arrived) * sum (fun x => F (Some x)) arrived
  end.

Lemma choose_law arrived F : E heads (choose arrived) F = chosen F arrived.
Proof.
  destruct arrived as [|x a]; [reflexivity|]. cbn [choose E chosen]. f_equal.
  apply (sum_places (fun y => F (Some y)) x).
Qed.

Lemma chosen_permutation F a a' : Permutation a a' -> chosen F a = chosen F a'.
Proof.
  intros P. destruct a as [|x a]; [apply Permutation_nil in P; now subst|].
  destruct a' as [|x' a']; [symmetry in P; apply Permutation_nil in P; discriminate|].
  unfold chosen. now rewrite (Permutation_length P), (sum_permutation _ _ _ P).
Qed.

Lemma toss_coins l arrived F : E heads (toss l arrived) F = coins chance l (fun s => chosen F (arrived ++ s)).
Proof.
  revert arrived. induction l as [|i l IH]; intros arrived.
  - cbn [toss coins]. rewrite app_nil_r. apply choose_law.
  - cbn [toss E coins]. rewrite !IH. f_equal. f_equal. apply coins_ext; [auto|]. intros s. now rewrite <- app_assoc.
Qed.

End Toss.

(* Coins with the probabilities h, then one of the heads, or the value v where there is none. *)
Theorem coins_chosen h l f v :
  coins h l (chosen (fun o => match o with Some x => f x | None => v end))
  = sum (fun '(x, r) => flip h x r * f x) (picks l) + v * product (map h l) 1.
Proof.
  pose proof (toss_coins (fun p : R => p) h l []) as T. cbn [app] in T.
  rewrite (coins_ext h (fun i => h i) l _ (fun s => chosen (fun o => match o with Some x => f x | None => v end) s))
    by auto.
  rewrite <- T. rewrite (E_ext _ _ _ (fun o => some f o + v * nobody o)) by (intros [x|]; simpl; ring).
  rewrite E_plus, E_scale, toss_nobody, toss_law. reflexivity.
Qed.
