(* Twin of proofs/samplers/decisions.md: programs that make random decisions, and their laws.

   A program is the tree of its decisions, as tests/support/decision_walk.hpp sees a C++ function that is given
   a Decisions: `Below n` is decide.below(n), and `Coin c` is a coin with the name c, decide.bernoulli_exp(gap)
   in the reference and decide.less(real) in the engine. *)
(* stamp: proofs/samplers/decisions.md 9e80f7fd7ba50217 *)
From Coq Require Import Reals Lra List.
From Discreet.basics Require Import sums.
Import ListNotations.
Open Scope R_scope.

Inductive program (C A : Type) : Type :=
| Ret (a : A)
| Below (n : nat) (next : nat -> program C A)
| Coin (c : C) (next : bool -> program C A).
Arguments Ret {C A}.
Arguments Below {C A}.
Arguments Coin {C A}.

Fixpoint bind {C A B} (m : program C A) (k : A -> program C B) : program C B :=
  match m with
  | Ret a => k a
  | Below n next => Below n (fun j => bind (next j) k)
  | Coin c next => Coin c (fun b => bind (next b) k)
  end.

(* Every Below has something to choose from. *)
Fixpoint sound {C A} (m : program C A) : Prop :=
  match m with
  | Ret _ => True
  | Below n next => (0 < n)%nat /\ forall j, (j < n)%nat -> sound (next j)
  | Coin _ next => forall b, sound (next b)
  end.

Section Law.
Context {C : Type} (heads : C -> R).

(* The expectation of f over the outcome: the law of the program. With f the indicator of a set of
   outcomes it is that set's probability. *)
Fixpoint E {A} (m : program C A) (f : A -> R) : R :=
  match m with
  | Ret a => f a
  | Below n next => / INR n * sum (fun j => E (next j) f) (seq 0 n)
  | Coin c next => heads c * E (next true) f + (1 - heads c) * E (next false) f
  end.

Theorem E_bind {A B} (m : program C A) (k : A -> program C B) f :
  E (bind m k) f = E m (fun a => E (k a) f).
Proof.
  induction m as [a|n next IH|c next IH]; simpl.
  - reflexivity.
  - f_equal. apply sum_ext. intros. apply IH.
  - now rewrite !IH.
Qed.

Lemma E_ext {A} (m : program C A) f g : (forall a, f a = g a) -> E m f = E m g.
Proof.
  intros H. induction m as [a|n next IH|c next IH]; simpl.
  - apply H.
  - f_equal. apply sum_ext. intros. apply IH.
  - now rewrite !IH.
Qed.

Lemma E_plus {A} (m : program C A) f g : E m (fun a => f a + g a) = E m f + E m g.
Proof.
  induction m as [a|n next IH|c next IH]; simpl.
  - reflexivity.
  - rewrite (sum_ext _ (fun j => E (next j) f + E (next j) g)) by (intros; apply IH).
    rewrite sum_plus. lra.
  - rewrite !IH. lra.
Qed.

Lemma E_scale {A} (m : program C A) r f : E m (fun a => r * f a) = r * E m f.
Proof.
  induction m as [a|n next IH|c next IH]; simpl.
  - reflexivity.
  - rewrite (sum_ext _ (fun j => r * E (next j) f)) by (intros; apply IH).
    rewrite sum_scale. lra.
  - rewrite !IH. lra.
Qed.

Lemma E_sum {A B} (m : program C A) (f : B -> A -> R) l :
  E m (fun a => sum (fun b => f b a) l) = sum (fun b => E m (f b)) l.
Proof.
  induction l as [|b l IH]; cbn [sum]; [|now rewrite E_plus, IH].
  rewrite (E_ext m _ (fun _ => 0 * 0)), E_scale by (intros; ring). ring.
Qed.

(* Programs of which none looks at the other may run in any order. *)
Theorem E_swap {A B} (m : program C A) (m' : program C B) f :
  E m (fun a => E m' (f a)) = E m' (fun b => E m (fun a => f a b)).
Proof.
  induction m as [a|n next IH|c next IH]; simpl.
  - apply E_ext. reflexivity.
  - rewrite E_scale, E_sum. f_equal. apply sum_ext. intros. apply IH.
  - now rewrite E_plus, !E_scale, !IH.
Qed.

Theorem E_const {A} (m : program C A) r : sound m -> E m (fun _ => r) = r.
Proof.
  induction m as [a|n next IH|c next IH]; simpl.
  - reflexivity.
  - intros [Hn H]. rewrite (sum_ext _ (fun _ => r)).
    + rewrite sum_const, seq_length. field. apply not_0_INR. intros ->. inversion Hn.
    + intros j Hj. apply IH. apply H. apply in_seq in Hj. tauto.
  - intros H. rewrite !IH by auto. lra.
Qed.

Hypothesis coins : forall c, 0 <= heads c <= 1.

Lemma E_le {A} (m : program C A) f g : (forall a, f a <= g a) -> E m f <= E m g.
Proof.
  intros H. induction m as [a|n next IH|c next IH]; simpl.
  - apply H.
  - destruct n as [|n]; [simpl; lra|]. apply Rmult_le_compat_l.
    + left. apply Rinv_0_lt_compat. apply lt_0_INR. apply PeanoNat.Nat.lt_0_succ.
    + apply sum_le. intros. apply IH.
  - destruct (coins c). apply Rplus_le_compat; apply Rmult_le_compat_l; auto; lra.
Qed.

Lemma E_nonneg {A} (m : program C A) f : (forall a, 0 <= f a) -> 0 <= E m f.
Proof.
  intros H. replace 0 with (E m (fun a => 0 * f a)) by (rewrite E_scale; lra).
  apply E_le. intros a. specialize (H a). lra.
Qed.

End Law.

Lemma sound_bind {C A B} (m : program C A) (k : A -> program C B) :
  sound m -> (forall a, sound (k a)) -> sound (bind m k).
Proof.
  intros Hm Hk. induction m as [a|n next IH|c next IH]; simpl in *; auto.
  destruct Hm as [Hn H]. split; auto.
Qed.

(* Every outcome has the property. *)
Fixpoint always {C A} (P : A -> Prop) (m : program C A) : Prop :=
  match m with
  | Ret a => P a
  | Below n next => forall j, always P (next j)
  | Coin _ next => forall b, always P (next b)
  end.

Lemma always_true {C A} (m : program C A) : always (fun _ => True) m.
Proof. induction m; simpl; auto. Qed.

Lemma always_bind {C A B} (P : A -> Prop) (Q : B -> Prop) (m : program C A) (k : A -> program C B) :
  always P m -> (forall a, P a -> always Q (k a)) -> always Q (bind m k).
Proof. intros Hm Hk. induction m as [a|n next IH|c next IH]; simpl in *; auto. Qed.

Lemma always_implied {C A} (P Q : A -> Prop) (m : program C A) : always P m -> (forall a, P a -> Q a) -> always Q m.
Proof. intros Hm H. induction m as [a|n next IH|c next IH]; simpl in *; auto. Qed.

Lemma E_always {C A} (heads : C -> R) (P : A -> Prop) (m : program C A) f g :
  always P m -> (forall a, P a -> f a = g a) -> E heads m f = E heads m g.
Proof.
  intros Hm H. induction m as [a|n next IH|c next IH]; simpl in *; auto.
  - f_equal. apply sum_ext. intros. auto.
  - now rewrite !IH by auto.
Qed.

Lemma E_always_le {C A} (heads : C -> R) (P : A -> Prop) (m : program C A) f g :
  (forall c, 0 <= heads c <= 1) -> always P m -> (forall a, P a -> f a <= g a) -> E heads m f <= E heads m g.
Proof.
  intros coins Hm H. induction m as [a|n next IH|c next IH]; simpl in *; auto.
  - destruct n as [|n]; [simpl; lra|]. apply Rmult_le_compat_l.
    + left. apply Rinv_0_lt_compat. apply lt_0_INR. apply PeanoNat.Nat.lt_0_succ.
    + apply sum_le. intros. auto.
  - destruct (coins c). apply Rplus_le_compat; apply Rmult_le_compat_l; auto; lra.
Qed.

(* The same with every coin labelled: coins of different rounds are different coins. *)
Fixpoint label {N C A} (name : N) (m : program C A) : program (N * C) A :=
  match m with
  | Ret a => Ret a
  | Below n next => Below n (fun j => label name (next j))
  | Coin c next => Coin (name, c) (fun b => label name (next b))
  end.

Lemma E_label {N C A} (heads : N -> C -> R) (name : N) (m : program C A) f :
  E (fun '(s, c) => heads s c) (label name m) f = E (heads name) m f.
Proof.
  induction m as [a|n next IH|c next IH]; simpl; auto.
  - f_equal. apply sum_ext. intros. apply IH.
  - now rewrite !IH.
Qed.

Lemma always_label {N C A} (P : A -> Prop) (name : N) (m : program C A) : always P m -> always P (label name m).
Proof. intros H. induction m as [a|n next IH|c next IH]; simpl in *; auto. Qed.

(* The same with coins of other names. *)
Fixpoint renamed {C D A} (name : C -> D) (m : program C A) : program D A :=
  match m with
  | Ret a => Ret a
  | Below n next => Below n (fun j => renamed name (next j))
  | Coin c next => Coin (name c) (fun b => renamed name (next b))
  end.

Lemma E_renamed {C D A} (chance : D -> R) (heads : C -> R) (name : C -> D) (m : program C A) f :
  (forall c, chance (name c) = heads c) -> E chance (renamed name m) f = E heads m f.
Proof.
  intros H. induction m as [a|n next IH|c next IH]; cbn [renamed E]; [reflexivity| |now rewrite H, !IH].
  f_equal. apply sum_ext. intros j _. apply IH.
Qed.

Lemma always_renamed {C D A} (P : A -> Prop) (name : C -> D) (m : program C A) :
  always P m -> always P (renamed name m).
Proof. intros H. induction m as [a|n next IH|c next IH]; simpl in *; auto. Qed.
