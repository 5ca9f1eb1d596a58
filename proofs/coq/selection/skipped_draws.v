(* Twin of proofs/selection/skipped_draws.md: who was asked by pairs that nobody drew. Between two positions that
   are drawn, pairs of a candidate and an offset that no position stands for are skipped; they surely show tails.
   Whether a candidate was asked by one of them is decided only when somebody wants to know, and here is the law of the
   rest, given the answers so far. *)
(* stamp: proofs/selection/skipped_draws.md 0a2b1686857895d8 *)
From Coq Require Import Reals Lra List Permutation Lia.
From Discreet.basics Require Import sums.
From Discreet.samplers Require Import decisions.
From Discreet.selection Require Import thinned.
Import ListNotations.
Open Scope R_scope.

Section History.
Variables (S C : Type) (total : S -> nat).
Variable asks : S -> nat -> nat.  (* the rate at which skipped pairs ask a candidate; positions come at the total's *)

(* The time between two draws is exponential. What is learned of it changes its rate: a slot is a structure and what
   its rate has above the structure's total. *)
Local Notation history := (list (S * nat)).
Definition rate (slot : S * nat) : nat := (total (fst slot) + snd slot)%nat.

(* Whether the candidate was asked by a skipped pair, and what is known then. *)
Fixpoint asked (i : nat) (past : history) : program C (bool * history) :=
  match past with
  | [] => Ret (false, [])
  | (s, more) :: later =>
      let a := asks s i in
      let go_on := bind (asked i later) (fun '(yes, later) => Ret (yes, (s, more + a)%nat :: later)) in
      if (a =? 0)%nat then go_on
      else
        Below (rate (s, more) + a) (fun x =>
          if (x <? rate (s, more))%nat then go_on else Ret (true, (s, more + a)%nat :: (s, more) :: later))
  end.

Hypothesis total_pos : forall s, (0 < total s)%nat.

Definition ask_rate (s : S) (i : nat) : R := INR (asks s i).

(* The chance that no skipped pair has asked any of B. *)
Fixpoint unasked (past : history) (B : list nat) : R :=
  match past with
  | [] => 1
  | slot :: past => INR (rate slot) / (INR (rate slot) + sum (ask_rate (fst slot)) B) * unasked past B
  end.

Lemma ask_rates_nonneg s B : 0 <= sum (ask_rate s) B.
Proof. apply sum_nonneg. intros. apply pos_INR. Qed.

Lemma rate_pos slot : 0 < INR (rate slot).
Proof. apply lt_0_INR. unfold rate. specialize (total_pos (fst slot)). lia. Qed.

Lemma unasked_permutation past B B' : Permutation B B' -> unasked past B = unasked past B'.
Proof.
  intros P. induction past as [|slot past IH]; cbn [unasked]; [reflexivity|].
  now rewrite IH, (sum_permutation _ _ _ P).
Qed.

Lemma unasked_nobody past : unasked past [] = 1.
Proof.
  induction past as [|slot past IH]; cbn [unasked sum]; [reflexivity|]. pose proof (rate_pos slot). rewrite IH.
  field. lra.
Qed.

(* A position more is drawn. *)
Lemma unasked_next past s B : let T := INR (total s) in
  T * unasked past B = T * unasked (past ++ [(s, 0%nat)]) B + sum (ask_rate s) B * unasked (past ++ [(s, 0%nat)]) B.
Proof.
  intros T. pose proof (rate_pos (s, 0%nat)) as P. unfold rate in P. cbn [fst snd] in P. rewrite Nat.add_0_r in P.
  fold T in P. pose proof (ask_rates_nonneg s B). induction past as [|slot past IH]; cbn [app unasked].
  - unfold rate. cbn [fst snd]. rewrite Nat.add_0_r. fold T. field. lra.
  - set (c := INR (rate slot) / _). replace (T * (c * unasked past B)) with (c * (T * unasked past B)) by ring.
    rewrite IH. ring.
Qed.

(* By its answers it splits the chances of the others in two: those with i, and those without. *)
Lemma asked_splits (heads : C -> R) i past B :
  E heads (asked i past) (fun '(yes, past) => if yes then 0 else unasked past B) = unasked past (i :: B)
  /\ E heads (asked i past) (fun '(yes, past) => if yes then unasked past B else 0)
     = unasked past B - unasked past (i :: B).
Proof.
  induction past as [|[s more] past [N Y]]; cbn [asked unasked E]; [split; ring|].
  set (r := rate (s, more)). set (a := asks s i).
  assert (G : forall h : bool * history -> R, E heads (bind (asked i past) (fun '(yes, later) =>
      Ret (yes, (s, more + a)%nat :: later))) h
    = E heads (asked i past) (fun '(yes, later) => h (yes, (s, more + a)%nat :: later))).
  { intros h. rewrite E_bind. apply E_ext. now intros [yes later]. }
  pose proof (rate_pos (s, more)) as P. fold r in P. pose proof (ask_rates_nonneg s B) as Q.
  assert (A : 0 <= INR a) by apply pos_INR. cbn [fst sum]. change (ask_rate s i) with (INR a).
  assert (R' : INR (rate (s, more + a)%nat) = INR r + INR a).
  { rewrite <- plus_INR. f_equal. unfold r, rate. cbn [fst snd]. lia. }
  set (b := sum (ask_rate s) B) in *.
  (* What the slot is worth where it goes on. *)
  assert (N' : E heads (bind (asked i past) (fun '(yes, later) => Ret (yes, (s, more + a)%nat :: later)))
      (fun '(yes, past) => if yes then 0 else unasked past B)
    = (INR r + INR a) / (INR r + INR a + b) * unasked past (i :: B)).
  { rewrite G, <- N, <- E_scale. apply E_ext. intros [[|] later]; cbn [unasked]; [ring|]. rewrite R'. reflexivity. }
  assert (Y' : E heads (bind (asked i past) (fun '(yes, later) => Ret (yes, (s, more + a)%nat :: later)))
      (fun '(yes, past) => if yes then unasked past B else 0)
    = (INR r + INR a) / (INR r + INR a + b) * (unasked past B - unasked past (i :: B))).
  { rewrite G, <- Y, <- E_scale. apply E_ext. intros [[|] later]; cbn [unasked]; [|ring]. rewrite R'. reflexivity. }
  destruct (Nat.eqb_spec a 0) as [Z|Z].
  - rewrite N', Y', Z. simpl INR. split; field; lra.
  - cbn [E].
    assert (X : forall g : bool * history -> R,
      / INR (r + a) * sum (fun j => E heads (if (j <? r)%nat then bind (asked i past) (fun '(yes, later) =>
          Ret (yes, (s, more + a)%nat :: later)) else Ret (true, (s, more + a)%nat :: (s, more) :: past)) g)
        (seq 0 (r + a))
      = / (INR r + INR a) * (INR r * E heads (bind (asked i past) (fun '(yes, later) =>
          Ret (yes, (s, more + a)%nat :: later))) g
          + INR a * g (true, (s, more + a)%nat :: (s, more) :: past))).
    { intros g. rewrite <- sum_below, plus_INR. f_equal. apply sum_ext. intros j _. now destruct (j <? r)%nat. }
    rewrite !X, N', Y'. cbn [unasked]. rewrite R'. fold r. cbn [fst]. fold b. split; field; lra.
Qed.

(* So the rest goes on with whoever was asked taken out. *)
Theorem asked_law (heads : C -> R) i past l G G' :
  E heads (asked i past) (fun '(yes, past) => thinned (unasked past) l (if yes then G' else G))
  = thinned (fun B => unasked past (i :: B)) l G + thinned (fun B => unasked past B - unasked past (i :: B)) l G'.
Proof.
  rewrite (E_ext _ _ _ (fun o : bool * history =>
      thinned (fun B => let '(yes, past) := o in if yes then 0 else unasked past B) l G
      + thinned (fun B => let '(yes, past) := o in if yes then unasked past B else 0) l G')).
  - rewrite E_plus, !thinned_mean. f_equal; apply thinned_chances; intros B; apply (asked_splits heads i past B).
  - intros [[|] past'].
    + rewrite (thinned_zero l G), Rplus_0_l. reflexivity.
    + rewrite (thinned_zero l G'), Rplus_0_r. reflexivity.
Qed.

End History.
