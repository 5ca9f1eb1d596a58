(* Trial after trial until one is accepted: the law of the accepted one does not depend on the structures that the
   trials use, however these change from one trial to the next. *)
From Coq Require Import Reals Lra List.
From Discreet.basics Require Import sums.
From Discreet.samplers Require Import decisions.
Import ListNotations.
Open Scope R_scope.

Section Retry.
Context {C A S : Type}.
Variable heads : C -> R.
Hypothesis coins : forall c, 0 <= heads c <= 1.

(* A trial accepts somebody, or goes on with another structure. *)
Variable trial : S -> program C (A + S).
Hypothesis trial_sound : forall s, sound (trial s).

(* At most n trials. *)
Fixpoint retry (n : nat) (s : S) : program C (option A) :=
  match n with
  | O => Ret None
  | Datatypes.S n =>
      bind (trial s) (fun outcome =>
        match outcome with
        | inl a => Ret (Some a)
        | inr s => retry n s
        end)
  end.

Definition accepted (f : A -> R) (outcome : A + S) : R :=
  match outcome with
  | inl a => f a
  | inr _ => 0
  end.
Definition on_some (f : A -> R) (o : option A) : R :=
  match o with
  | Some a => f a
  | None => 0
  end.
Definition on_none (o : option A) : R :=
  match o with
  | Some _ => 0
  | None => 1
  end.

(* Each trial accepts a with a probability proportional to theta a, at the rate of its structure. *)
Variables (theta : A -> R) (everybody : list A) (rate : S -> R) (least : R).
Definition weigh (f : A -> R) : R := sum (fun a => theta a * f a) everybody.
Hypothesis trial_law : forall s f, E heads (trial s) (accepted f) = rate s * weigh f.
Hypothesis least_rate : forall s, least <= rate s.
Hypothesis theta_nonneg : forall a, In a everybody -> 0 <= theta a.

Let all := weigh (fun _ => 1).

Lemma all_nonneg : 0 <= all.
Proof. apply sum_nonneg. intros a H. specialize (theta_nonneg a H). lra. Qed.

Lemma trial_rejects s g :
  E heads (trial s) (fun o => match o with inl _ => 0 | inr s => 1 - g s end)
  = 1 - rate s * all - E heads (trial s) (fun o => match o with inl _ => 0 | inr s => g s end).
Proof.
  pose proof (E_const heads (trial s) 1 (trial_sound s)) as T.
  rewrite (E_ext _ _ _ (fun o => accepted (fun _ => 1) o
     + (match o with inl _ => 0 | inr s => 1 - g s end
        + match o with inl _ => 0 | inr s => g s end))) in T
    by (intros [a|s']; simpl; lra).
  rewrite !E_plus, trial_law in T. unfold all. lra.
Qed.

(* Given that somebody is accepted within n trials, it is a with probability theta a / all. *)
Theorem retry_law n s f :
  all * E heads (retry n s) (on_some f) = weigh f * (1 - E heads (retry n s) on_none).
Proof.
  revert s. induction n as [|n IH]; intros s; cbn [retry].
  { simpl. lra. }
  rewrite !E_bind.
  rewrite (E_ext _ _ (fun a => E heads _ (on_some f))
    (fun o => accepted f o + match o with inl _ => 0 | inr s => E heads (retry n s) (on_some f) end))
    by (intros [a|s']; simpl; lra).
  rewrite E_plus, trial_law.
  rewrite (E_ext _ _ (fun a => E heads _ on_none)
    (fun o => match o with inl _ => 0 | inr s => E heads (retry n s) on_none end))
    by (intros [a|s']; simpl; lra).
  rewrite Rmult_plus_distr_l, <- E_scale.
  rewrite (E_ext _ _ (fun o => all * _)
    (fun o => weigh f * match o with inl _ => 0 | inr s => 1 - E heads (retry n s) on_none end)).
  - rewrite E_scale, trial_rejects. lra.
  - intros [a|s']; [lra|]. apply IH.
Qed.

(* It ends: the chance that n trials are not enough vanishes. *)
Theorem retry_ends n s :
  0 <= E heads (retry n s) on_none <= (1 - least * all) ^ n.
Proof.
  assert (N : forall n s, 0 <= E heads (retry n s) on_none).
  { intros. apply E_nonneg; auto. intros [a|]; simpl; lra. }
  split; [apply N|].
  revert s. induction n as [|n IH]; intros s; cbn [retry].
  { simpl. lra. }
  rewrite E_bind.
  rewrite (E_ext _ _ _
    (fun o => match o with inl _ => 0 | inr s => E heads (retry n s) on_none end))
    by (intros [a|s']; simpl; lra).
  apply Rle_trans with (E heads (trial s) (fun o => (1 - least * all) ^ n *
                          match o with inl _ => 0 | inr _ => 1 - 0 end)).
  - apply E_le; auto. intros [a|s']; [lra|]. rewrite Rminus_0_r, Rmult_1_r. apply IH.
  - rewrite E_scale, (trial_rejects s (fun _ => 0)).
    rewrite (E_ext _ _ _ (fun _ => 0 * 0)) by (intros [a|s']; lra).
    rewrite E_scale, Rmult_0_l. simpl. rewrite Rmult_comm. apply Rmult_le_compat_r.
    + apply Rle_trans with (E heads (retry n s) on_none); auto.
    + pose proof all_nonneg. specialize (least_rate s).
      assert (least * all <= rate s * all) by now apply Rmult_le_compat_r. lra.
Qed.

End Retry.

(* ---- The same with the structure of the trial that accepts ---- *)

Section Keeping.
Context {C A S : Type}.
Variable trial : S -> program C (A + S).

Fixpoint retry_keeping (n : nat) (s : S) : program C (option (A * S)) :=
  match n with
  | O => Ret None
  | Datatypes.S n =>
      bind (trial s) (fun outcome =>
        match outcome with
        | inl a => Ret (Some (a, s))
        | inr s => retry_keeping n s
        end)
  end.

(* Who was accepted, whatever the structure. *)
Definition winner (f : A -> R) (o : option (A * S)) : R :=
  match o with
  | Some (a, _) => f a
  | None => 0
  end.

Lemma retry_keeping_winner (heads : C -> R) n s f :
  E heads (retry_keeping n s) (winner f) = E heads (retry trial n s) (on_some f).
Proof.
  revert s. induction n as [|n IH]; intros s; [reflexivity|]. cbn [retry retry_keeping]. rewrite !E_bind.
  apply E_ext. intros [a|s']; [reflexivity|apply IH].
Qed.

Lemma retry_keeping_none (heads : C -> R) n s :
  E heads (retry_keeping n s) on_none = E heads (retry trial n s) on_none.
Proof.
  revert s. induction n as [|n IH]; intros s; [reflexivity|]. cbn [retry retry_keeping]. rewrite !E_bind.
  apply E_ext. intros [a|s']; [reflexivity|apply IH].
Qed.

Lemma retry_keeping_always (P : A -> Prop) n s :
  (forall s, always (fun o => match o with inl a => P a | inr _ => True end) (trial s)) ->
  always (fun o => match o with Some (a, _) => P a | None => True end) (retry_keeping n s).
Proof.
  intros H. revert s. induction n as [|n IH]; intros s; cbn [retry_keeping always]; [exact I|].
  eapply always_bind; [apply H|]. intros [a|s'] Ha; [exact Ha|apply IH].
Qed.

End Keeping.
