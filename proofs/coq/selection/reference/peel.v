(* Twin of proofs/selection/reference/peel.md: top-k by peeling as tests/oracle/peel.hpp makes
   it, and its law: each winner has its round's law among those that are left. *)
(* stamp: proofs/selection/reference/peel.md 21184d6fd5891109 *)
From Coq Require Import Reals Lra List Permutation ZArith Lia.
From Discreet.basics Require Import sums.
From Discreet.samplers Require Import decisions.
From Discreet.selection.reference Require Import permute_and_flip_round.
Import ListNotations.
Open Scope R_scope.

Definition prepend (x : nat) (o : option (list nat)) : option (list nat) := option_map (cons x) o.

Fixpoint peel {C} (round : list nat -> program C (option (nat * list nat))) (k : nat) (pool : list nat)
  : program C (option (list nat)) :=
  match k, pool with
  | O, _ => Ret (Some [])
  | _, [] => Ret (Some [])
  | S k, pool =>
      bind (round pool) (fun o =>
        match o with
        | Some (x, pool) => bind (peel round k pool) (fun winners => Ret (prepend x winners))
        | None => Ret None
        end)
  end.

(* The law of k selections, each among those that are left: the mean of f over the winners in order. *)
Fixpoint peeled (P : nat -> list nat -> R) (k : nat) (pool : list nat) (f : list nat -> R) : R :=
  match k, pool with
  | O, _ => f []
  | _, [] => f []
  | S k, pool =>
      sum (fun '(x, r) => P x r * peeled P k r (fun w => f (x :: w))) (picks pool)
  end.

Lemma peeled_permutation P k pool pool' f :
  fair P -> Permutation pool pool' -> peeled P k pool f = peeled P k pool' f.
Proof.
  intros HP. revert pool pool' f. induction k as [|k IH]; intros pool pool' f Pm; [reflexivity|].
  destruct pool as [|x l]; destruct pool' as [|x' l'].
  - reflexivity.
  - apply Permutation_nil in Pm. discriminate.
  - symmetry in Pm. apply Permutation_nil in Pm. discriminate.
  - cbn [peeled].
    apply (sum_picks_permutation (fun x r => P x r * peeled P k r (fun w => f (x :: w)))); auto.
    intros y r r' Q. rewrite (HP y r r' Q). f_equal. now apply IH.
Qed.

Lemma peeled_ext P P' k pool f g :
  (forall x r, P x r = P' x r) -> (forall w, f w = g w) -> peeled P k pool f = peeled P' k pool g.
Proof.
  intros HP. revert pool f g. induction k as [|k IH]; intros pool f g H; cbn [peeled]; [apply H|].
  destruct pool as [|x l]; [apply H|]. apply sum_ext. intros [y r] _. rewrite HP. f_equal.
  apply IH. intros. apply H.
Qed.

(* The total mass is 1 if each round's is. *)
Theorem peeled_total P k pool :
  (forall x l, sum (fun '(y, r) => P y r) (picks (x :: l)) = 1) -> peeled P k pool (fun _ => 1) = 1.
Proof.
  intros H. revert pool. induction k as [|k IH]; intros pool; cbn [peeled]; [reflexivity|].
  destruct pool as [|x l]; [reflexivity|]. etransitivity; [|apply (H x l)].
  apply sum_ext. intros [y r] _. rewrite IH. lra.
Qed.

Section Law.
Variable scale : R.
Notation E := (E (heads scale)).

Definition when_some (f : list nat -> R) (o : option (list nat)) : R :=
  match o with
  | Some w => f w
  | None => 0
  end.

Theorem peel_law round P k pool f :
  fair P ->
  (forall pool F, fair F -> E (round pool) (lift F) = sum (fun '(x, r) => P x r * F x r) (picks pool)) ->
  E (peel round k pool) (when_some f) = peeled P k pool f.
Proof.
  intros HP HR. revert pool f. induction k as [|k IH]; intros pool f; [reflexivity|].
  destruct pool as [|x l]; [reflexivity|]. cbn [peel peeled].
  rewrite E_bind.
  rewrite (E_ext _ _ _ (lift (fun y r => peeled P k r (fun w => f (y :: w))))).
  - apply HR. intros y r r' Q. now apply peeled_permutation.
  - intros [[y r]|]; [|reflexivity]. cbn [lift]. rewrite E_bind. cbn [decisions.E].
    rewrite <- (IH r). apply E_ext. now intros [w|].
Qed.

End Law.

(* Rounds that have one law make peels that have one. *)
Lemma peel_ext {C C'} (heads : C -> R) (heads' : C' -> R) round round' k pool f :
  (forall pool F, decisions.E heads (round pool) F = decisions.E heads' (round' pool) F) ->
  decisions.E heads (peel round k pool) f = decisions.E heads' (peel round' k pool) f.
Proof.
  intros H. revert pool f. induction k as [|k IH]; intros [|x l] f; cbn [peel]; try reflexivity.
  rewrite !E_bind, H. apply E_ext. intros [[y r]|]; [|reflexivity]. rewrite !E_bind. apply IH.
Qed.

Lemma peel_sound {C} (round : list nat -> program C _) k pool :
  (forall pool, sound (round pool)) -> sound (peel round k pool).
Proof.
  intros H. revert pool. induction k as [|k IH]; intros [|x l]; cbn [peel]; simpl; auto.
  apply sound_bind; auto. intros [[y r]|]; simpl; auto. apply sound_bind; simpl; auto.
Qed.
