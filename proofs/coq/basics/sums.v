(* Finite sums over lists, and the ways to pick one member of a list: what every other file stands on. *)
From Coq Require Import Reals Lra List Permutation Lia.
Import ListNotations.
Open Scope R_scope.

Fixpoint sum {A} (f : A -> R) (l : list A) : R :=
  match l with
  | [] => 0
  | x :: l => f x + sum f l
  end.

Lemma sum_ext {A} (f g : A -> R) l : (forall x, In x l -> f x = g x) -> sum f l = sum g l.
Proof.
  induction l as [|x l IH]; simpl; intros H; [reflexivity|].
  rewrite (H x) by auto. f_equal. apply IH. intros y Hy. apply H. auto.
Qed.

Lemma sum_le {A} (f g : A -> R) l : (forall x, In x l -> f x <= g x) -> sum f l <= sum g l.
Proof.
  induction l as [|x l IH]; simpl; intros H; [lra|].
  assert (f x <= g x) by (apply H; auto).
  assert (sum f l <= sum g l) by (apply IH; intros; apply H; auto). lra.
Qed.

Lemma sum_plus {A} (f g : A -> R) l : sum (fun x => f x + g x) l = sum f l + sum g l.
Proof. induction l as [|x l IH]; simpl; [lra|]. rewrite IH. lra. Qed.

Lemma sum_scale {A} c (f : A -> R) l : sum (fun x => c * f x) l = c * sum f l.
Proof. induction l as [|x l IH]; simpl; [lra|]. rewrite IH. lra. Qed.

Lemma sum_minus {A} (f g : A -> R) l : sum (fun x => f x - g x) l = sum f l - sum g l.
Proof. induction l as [|x l IH]; simpl; [lra|]. rewrite IH. lra. Qed.

Lemma sum_const {A} c (l : list A) : sum (fun _ => c) l = INR (length l) * c.
Proof.
  induction l as [|x l IH]; [simpl; lra|].
  change (length (x :: l)) with (S (length l)). rewrite S_INR. simpl. rewrite IH. lra.
Qed.

Lemma sum_map {A B} (h : A -> B) (f : B -> R) l : sum f (map h l) = sum (fun x => f (h x)) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. now rewrite IH. Qed.

Lemma sum_app {A} (f : A -> R) l l' : sum f (l ++ l') = sum f l + sum f l'.
Proof. induction l as [|x l IH]; simpl; [lra|]. rewrite IH. lra. Qed.

Lemma sum_flat_map {A B} (h : A -> list B) (f : B -> R) l :
  sum f (flat_map h l) = sum (fun x => sum f (h x)) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. now rewrite sum_app, IH. Qed.

Lemma sum_nonneg {A} (f : A -> R) l : (forall x, In x l -> 0 <= f x) -> 0 <= sum f l.
Proof.
  intros H. replace 0 with (sum (fun _ : A => 0) l); [apply sum_le; exact H|].
  rewrite sum_const. lra.
Qed.

Lemma sum_permutation {A} (f : A -> R) l l' : Permutation l l' -> sum f l = sum f l'.
Proof. induction 1; simpl; lra. Qed.

(* Every way to take one member out of a list: the member, and the others in their order. *)
Fixpoint picks {A} (l : list A) : list (A * list A) :=
  match l with
  | [] => []
  | x :: l => (x, l) :: map (fun '(y, r) => (y, x :: r)) (picks l)
  end.

Lemma length_picks {A} (l : list A) : length (picks l) = length l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. now rewrite map_length, IH. Qed.

Lemma picks_permutation {A} (l : list A) x r : In (x, r) (picks l) -> Permutation l (x :: r).
Proof.
  revert x r. induction l as [|y l IH]; simpl; [tauto|]. intros x r [H|H].
  - injection H as <- <-. reflexivity.
  - apply in_map_iff in H. destruct H as [[z s] [E H]]. injection E as <- <-.
    rewrite (IH _ _ H). apply perm_swap.
Qed.

(* A sum over all picks does not depend on the order of the list, if the summand does not. *)
Lemma sum_picks_permutation {A} (F : A -> list A -> R) l l' :
  (forall x r r', Permutation r r' -> F x r = F x r') ->
  Permutation l l' ->
  sum (fun '(x, r) => F x r) (picks l) = sum (fun '(x, r) => F x r) (picks l').
Proof.
  intros HF P. revert F HF. induction P as [|x l l' P IH|x y l|l l' l'' P1 IH1 P2 IH2]; intros F HF.
  - reflexivity.
  - simpl. rewrite (HF x l l' P). f_equal. rewrite !sum_map.
    transitivity (sum (fun '(z, r) => F z (x :: r)) (picks l)).
    { apply sum_ext. now intros [z r] _. }
    transitivity (sum (fun '(z, r) => F z (x :: r)) (picks l')).
    { apply (IH (fun z r => F z (x :: r))). intros z r r' Hr. apply HF. now constructor. }
    apply sum_ext. now intros [z r] _.
  - simpl. rewrite !sum_map.
    rewrite <- Rplus_assoc, (Rplus_comm (F y (x :: l))), Rplus_assoc. f_equal. f_equal.
    apply sum_ext. intros [z r] _. apply HF. apply perm_swap.
  - now rewrite IH1, IH2.
Qed.

Lemma picks_map {A B} (h : A -> B) l : picks (map h l) = map (fun '(x, r) => (h x, map h r)) (picks l).
Proof.
  induction l as [|x l IH]; simpl; [reflexivity|]. f_equal.
  rewrite IH, !map_map. apply map_ext. now intros [y r].
Qed.

(* Picking two members: the order in which they are picked does not matter. *)
Lemma sum_picks_swap {A} (H : A -> A -> list A -> R) l :
  sum (fun '(x, r) => sum (fun '(y, s) => H x y s) (picks r)) (picks l)
  = sum (fun '(y, r) => sum (fun '(x, s) => H x y s) (picks r)) (picks l).
Proof.
  revert H. induction l as [|h t IH]; intros H; [reflexivity|].
  cbn [picks sum]. rewrite !sum_map.
  assert (X : forall G : A -> A -> list A -> R,
    sum (fun p => let '(x, r) := let '(y, r) := p in (y, h :: r) in
                  sum (fun '(y, s) => G x y s) (picks r)) (picks t)
    = sum (fun '(x, r) => G x h r) (picks t)
      + sum (fun '(x, r) => sum (fun '(y, s) => G x y (h :: s)) (picks r)) (picks t)).
  { intros G. rewrite <- sum_plus. apply sum_ext. intros [x r] _. cbn [picks sum]. f_equal.
    rewrite sum_map. apply sum_ext. now intros [y s] _. }
  rewrite (X H), (X (fun y x s => H x y s)), (IH (fun x y s => H x y (h :: s))). lra.
Qed.

(* The picked members alone are the list. *)
Lemma sum_picked {A} (f : A -> R) l : sum (fun '(x, _) => f x) (picks l) = sum f l.
Proof.
  induction l as [|y l IH]; simpl; [reflexivity|]. rewrite <- IH, sum_map. f_equal.
  apply sum_ext. now intros [x r] _.
Qed.

Lemma sum_pos {A} (f : A -> R) l : l <> [] -> (forall a, In a l -> 0 < f a) -> 0 < sum f l.
Proof.
  destruct l as [|a l]; [congruence|]. intros _ H. simpl.
  assert (0 <= sum f l) by (apply sum_nonneg; intros; left; apply H; now right).
  specialize (H a (or_introl eq_refl)). lra.
Qed.

Lemma sum_seq_S (f : nat -> R) a n : sum f (seq (S a) n) = sum (fun j => f (S j)) (seq a n).
Proof. rewrite <- seq_shift, sum_map. reflexivity. Qed.

(* Places below a, and b more. *)
Lemma sum_below (a b : nat) x y :
  sum (fun j => if (j <? a)%nat then x else y) (seq 0 (a + b)) = INR a * x + INR b * y.
Proof.
  rewrite seq_app, sum_app. f_equal.
  - rewrite (sum_ext _ (fun _ => x)), sum_const, seq_length; [reflexivity|]. intros j Hj. apply in_seq in Hj.
    now destruct (Nat.ltb_spec j a); [|lia].
  - rewrite (sum_ext _ (fun _ => y)), sum_const, seq_length; [reflexivity|]. intros j Hj. apply in_seq in Hj.
    now destruct (Nat.ltb_spec j a); [lia|].
Qed.

(* The members of a list by their places. *)
Lemma sum_places {A} (f : A -> R) d l : sum (fun j => f (nth j l d)) (seq 0 (length l)) = sum f l.
Proof.
  induction l as [|x l IH]; [reflexivity|]. cbn [length seq sum nth]. rewrite sum_seq_S. cbn [nth]. now rewrite IH.
Qed.

Lemma exp_le a b : a <= b -> exp a <= exp b.
Proof. intros [L|<-]; [left; now apply exp_increasing|lra]. Qed.

Lemma pow_probability x n : 0 <= x <= 1 -> 0 <= x ^ n <= 1.
Proof.
  intros H. induction n as [|n IH]; simpl; [lra|]. split; [apply Rmult_le_pos; lra|].
  apply Rle_trans with (1 * 1); [apply Rmult_le_compat; lra|lra].
Qed.
