(* Twin of proofs/samplers/poisson.md: means over a Poisson number, and programs that may ask for one. What a program
   gets when it asks is stated here, as it is for Below and Coin; that sample_poisson keeps to it, by the least k with
   U < F(k), is on paper. *)
(* stamp: proofs/samplers/poisson.md dd9c435fbe968a03 *)
From Coq Require Import Reals Lra List Lia.
From Discreet.basics Require Import sums.
From Discreet.samplers Require Import decisions.
Import ListNotations.
Open Scope R_scope.

(* ---- Sums over a Poisson number ---- *)

Section Poisson.
Variable mean : R.

Definition poisson (k : nat) : R := exp (- mean) * (/ INR (fact k) * mean ^ k).

(* The mean of a k over k is L. *)
Definition mixes (a : nat -> R) (L : R) : Prop := infinite_sum (fun k => poisson k * a k) L.

Lemma mixes_power x : mixes (fun k => x ^ k) (exp (- (mean * (1 - x)))).
Proof.
  replace (- (mean * (1 - x))) with (- mean + mean * x) by ring. rewrite exp_plus.
  intros eps He.
  assert (P : 0 < eps / exp (- mean)) by (apply Rdiv_lt_0_compat; [lra|apply exp_pos]).
  pose proof (proj2_sig (exist_exp (mean * x))) as H.
  destruct (H _ P) as [N HN]. exists N. intros n Hn. specialize (HN n Hn).
  change (proj1_sig (exist_exp (mean * x))) with (exp (mean * x)) in HN.
  unfold R_dist in *.
  replace (sum_f_R0 (fun k => poisson k * x ^ k) n - exp (- mean) * exp (mean * x))
    with (exp (- mean) * (sum_f_R0 (fun i => / INR (fact i) * (mean * x) ^ i) n - exp (mean * x))).
  - rewrite Rabs_mult, (Rabs_right (exp (- mean))) by (left; apply exp_pos).
    apply (Rmult_lt_reg_r (/ exp (- mean))); [apply Rinv_0_lt_compat, exp_pos|].
    rewrite Rmult_comm, <- Rmult_assoc, Rinv_l, Rmult_1_l; [exact HN|apply Rgt_not_eq, exp_pos].
  - rewrite Rmult_minus_distr_l, scal_sum. f_equal. apply sum_eq. intros i _. unfold poisson.
    rewrite Rpow_mult_distr. ring.
Qed.

Lemma mixes_ext a b L : (forall k, a k = b k) -> mixes a L -> mixes b L.
Proof.
  intros H M eps He. destruct (M eps He) as [N HN]. exists N. intros n Hn.
  rewrite <- (sum_eq (fun k => poisson k * a k)); [now apply HN|]. intros. now rewrite H.
Qed.

Lemma mixes_scale c a L : mixes a L -> mixes (fun k => c * a k) (c * L).
Proof.
  intros M. unfold mixes, infinite_sum in *. intros eps He.
  assert (P : 0 < eps / (Rabs c + 1)).
  { apply Rdiv_lt_0_compat; [lra|]. pose proof (Rabs_pos c). lra. }
  destruct (M _ P) as [N HN]. exists N. intros n Hn. specialize (HN n Hn). unfold R_dist in *.
  replace (sum_f_R0 (fun k => poisson k * (c * a k)) n - c * L)
    with (c * (sum_f_R0 (fun k => poisson k * a k) n - L)).
  - rewrite Rabs_mult. pose proof (Rabs_pos c).
    apply Rle_lt_trans with (Rabs c * (eps / (Rabs c + 1))); [apply Rmult_le_compat_l; lra|].
    apply (Rmult_lt_reg_r (Rabs c + 1)); [lra|].
    replace (Rabs c * (eps / (Rabs c + 1)) * (Rabs c + 1)) with (Rabs c * eps) by (field; lra). lra.
  - rewrite Rmult_minus_distr_l, scal_sum. f_equal. apply sum_eq. intros. ring.
Qed.

Lemma mixes_plus a b L M : mixes a L -> mixes b M -> mixes (fun k => a k + b k) (L + M).
Proof.
  intros HA HB eps He.
  destruct (HA (eps / 2) ltac:(lra)) as [N HN]. destruct (HB (eps / 2) ltac:(lra)) as [N' HN'].
  exists (max N N'). intros n Hn. specialize (HN n ltac:(lia)). specialize (HN' n ltac:(lia)).
  unfold R_dist in *.
  rewrite (sum_eq _ (fun k => poisson k * a k + poisson k * b k)) by (intros; ring).
  rewrite plus_sum.
  replace (sum_f_R0 (fun k => poisson k * a k) n + sum_f_R0 (fun k => poisson k * b k) n - (L + M))
    with ((sum_f_R0 (fun k => poisson k * a k) n - L) + (sum_f_R0 (fun k => poisson k * b k) n - M))
    by ring.
  eapply Rle_lt_trans; [apply Rabs_triang|]. lra.
Qed.

End Poisson.

(* ---- Programs with a countable decision: Count mean is decide.poisson(mean) ---- *)

Inductive process (C A : Type) : Type :=
| Return (a : A)
| Draw (n : nat) (next : nat -> process C A)
| Flip (c : C) (next : bool -> process C A)
| Count (mean : nat) (next : nat -> process C A).
Arguments Return {C A}.
Arguments Draw {C A}.
Arguments Flip {C A}.
Arguments Count {C A}.

(* A program that makes finitely many decisions, and then what follows. *)
Fixpoint after {C A B} (m : program C A) (k : A -> process C B) : process C B :=
  match m with
  | Ret a => k a
  | Below n next => Draw n (fun j => after (next j) k)
  | Coin c next => Flip c (fun b => after (next b) k)
  end.

Fixpoint and_then {C A B} (m : process C A) (k : A -> process C B) : process C B :=
  match m with
  | Return a => k a
  | Draw n next => Draw n (fun j => and_then (next j) k)
  | Flip c next => Flip c (fun b => and_then (next b) k)
  | Count mean next => Count mean (fun j => and_then (next j) k)
  end.

(* The same with every coin labelled: coins of different rounds are different coins. *)
Fixpoint labelled {N C A} (name : N) (m : process C A) : process (N * C) A :=
  match m with
  | Return a => Return a
  | Draw n next => Draw n (fun j => labelled name (next j))
  | Flip c next => Flip (name, c) (fun b => labelled name (next b))
  | Count mean next => Count mean (fun j => labelled name (next j))
  end.

Section Law.
Context {C : Type} (heads : C -> R).

(* The mean of f over the outcome is v: the sum of the series where there is a count. *)
Fixpoint means {A} (m : process C A) (f : A -> R) (v : R) : Prop :=
  match m with
  | Return a => v = f a
  | Draw n next => exists g, (forall j, means (next j) f (g j)) /\ v = / INR n * sum g (seq 0 n)
  | Flip c next => exists h t,
      means (next true) f h /\ means (next false) f t /\ v = heads c * h + (1 - heads c) * t
  | Count mean next => exists g, (forall k, means (next k) f (g k)) /\ mixes (INR mean) g v
  end.

(* There is at most one mean. *)
Theorem means_unique {A} (m : process C A) f v v' : means m f v -> means m f v' -> v = v'.
Proof.
  revert v v'. induction m as [a|n next IH|c next IH|mean next IH]; intros v v'; cbn [means].
  - congruence.
  - intros [g [G ->]] [g' [G' ->]]. f_equal. apply sum_ext. intros j _. eapply IH; eauto.
  - intros [h [t [H [T ->]]]] [h' [t' [H' [T' ->]]]]. now rewrite (IH _ _ _ H H'), (IH _ _ _ T T').
  - intros [g [G M]] [g' [G' M']]. apply (uniqueness_sum _ _ _ M). revert M'. apply mixes_ext.
    intros k. eapply IH; eauto.
Qed.

Theorem means_after {A B} (m : program C A) (k : A -> process C B) f g :
  (forall a, means (k a) f (g a)) -> means (after m k) f (E heads m g).
Proof.
  intros H. induction m as [a|n next IH|c next IH]; cbn [after means E]; [apply H| |].
  - exists (fun j => E heads (next j) g). auto.
  - exists (E heads (next true) g), (E heads (next false) g). auto.
Qed.

Theorem means_and_then {A B} (m : process C A) (k : A -> process C B) f g v :
  (forall a, means (k a) f (g a)) -> means m g v -> means (and_then m k) f v.
Proof.
  intros H. revert v. induction m as [a|n next IH|c next IH|mean next IH]; intros v; cbn [and_then means].
  - intros ->. apply H.
  - intros [h [G ->]]. exists h. auto.
  - intros [h [t [Hh [Ht ->]]]]. exists h, t. auto.
  - intros [h [G M]]. exists h. auto.
Qed.

End Law.

Lemma means_labelled {N C A} (heads : N -> C -> R) (name : N) (m : process C A) f v :
  means (heads name) m f v -> means (fun '(s, c) => heads s c) (labelled name m) f v.
Proof.
  revert v. induction m as [a|n next IH|c next IH|mean next IH]; intros v; cbn [labelled means].
  - auto.
  - intros [g [G ->]]. exists g. auto.
  - intros [h [t [H [T ->]]]]. exists h, t. auto.
  - intros [g [G M]]. exists g. auto.
Qed.

Lemma means_ext {C A} (heads : C -> R) (m : process C A) f g v :
  (forall a, f a = g a) -> means heads m f v -> means heads m g v.
Proof.
  intros E. revert v. induction m as [a|n next IH|c next IH|mean next IH]; intros v; cbn [means].
  - intros ->. apply E.
  - intros [h [G ->]]. exists h. auto.
  - intros [h [t [H [T ->]]]]. exists h, t. auto.
  - intros [h [G M]]. exists h. auto.
Qed.

(* Every outcome has the property. *)
Fixpoint surely {C A} (P : A -> Prop) (m : process C A) : Prop :=
  match m with
  | Return a => P a
  | Draw _ next => forall j, surely P (next j)
  | Flip _ next => forall b, surely P (next b)
  | Count _ next => forall k, surely P (next k)
  end.

Lemma surely_after {C A B} (P : A -> Prop) (Q : B -> Prop) (m : program C A) (k : A -> process C B) :
  always P m -> (forall a, P a -> surely Q (k a)) -> surely Q (after m k).
Proof. intros Hm Hk. induction m as [a|n next IH|c next IH]; simpl in *; auto. Qed.

Lemma surely_and_then {C A B} (P : A -> Prop) (Q : B -> Prop) (m : process C A) (k : A -> process C B) :
  surely P m -> (forall a, P a -> surely Q (k a)) -> surely Q (and_then m k).
Proof. intros Hm Hk. induction m as [a|n next IH|c next IH|mean next IH]; simpl in *; auto. Qed.

Lemma surely_labelled {N C A} (P : A -> Prop) (name : N) (m : process C A) : surely P m -> surely P (labelled name m).
Proof. intros H. induction m as [a|n next IH|c next IH|mean next IH]; simpl in *; auto. Qed.

Lemma means_surely {C A} (heads : C -> R) (P : A -> Prop) (m : process C A) f g v :
  surely P m -> (forall a, P a -> f a = g a) -> means heads m f v -> means heads m g v.
Proof.
  intros Hm H. revert v Hm. induction m as [a|n next IH|c next IH|mean next IH]; intros v Hm; cbn [means surely] in *.
  - intros ->. auto.
  - intros [h [G ->]]. exists h. auto.
  - intros [h [t [Hh [Ht ->]]]]. exists h, t. auto.
  - intros [h [G M]]. exists h. auto.
Qed.
