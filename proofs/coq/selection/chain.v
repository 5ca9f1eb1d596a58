(* Rounds in a chain, for proofs/selection/engine.md: a round, the winner's removal, and the next round on whatever
   structure they left. Rounds that have their law on what is left, from whatever structure, have the peel's
   together. *)
From Coq Require Import Reals Lra List Permutation Lia.
From Discreet.basics Require Import sums retry.
From Discreet.samplers Require Import decisions.
From Discreet.selection.reference Require Import permute_and_flip_round peel.
Import ListNotations.
Open Scope R_scope.

Lemma picks_member (x : nat) l : In x l -> exists r, In (x, r) (picks l).
Proof.
  induction l as [|y l IH]; intros H; [destruct H|]. cbn [picks]. destruct H as [<-|H].
  - exists l. now left.
  - destruct (IH H) as [r Hr]. exists (y :: r). right. apply in_map_iff. now exists (x, r).
Qed.

Section Chain.
Context {S C : Type}.
Variables (left : S -> list nat) (remove : S -> nat -> S).

(* A round tells its winner, and the structure that it leaves: what was refined stays refined. *)

Fixpoint engine_top_k (round : S -> program C (option (nat * S))) (k : nat) (s : S)
  : program (S * C) (option (list nat)) :=
  match k, left s with
  | O, _ => Ret (Some [])
  | _, [] => Ret (Some [])
  | Datatypes.S k, _ =>
      bind (label s (round s)) (fun o =>
        match o with
        | Some (x, s) => bind (engine_top_k round k (remove s x)) (fun w => Ret (prepend x w))
        | None => Ret None
        end)
  end.

Variables (heads : S -> C -> R) (P : nat -> list nat -> R).
Hypothesis P_fair : fair P.
Hypothesis remove_takes_out : forall s x r, In (x, r) (picks (left s)) -> Permutation (left (remove s x)) r.

(* The winner is one of those who are left, and whoever is left stays until the winner is removed. *)
Definition keeps (s : S) (o : option (nat * S)) : Prop :=
  match o with
  | Some (x, s') => In x (left s) /\ left s' = left s
  | None => True
  end.

(* What the winners after x are worth, from the structure that the round left and from the one that it began with. *)
Lemma later_rounds s x s' k f : In x (left s) -> left s' = left s ->
  peeled P k (left (remove s' x)) f = peeled P k (left (remove s x)) f.
Proof.
  intros Hx L. destruct (picks_member x (left s) Hx) as [r Hr]. apply peeled_permutation; [exact P_fair|].
  transitivity r; [apply remove_takes_out; now rewrite L|]. symmetry. now apply remove_takes_out.
Qed.

Lemma rounds_in_a_chain s k f :
  sum (fun '(x, r) => P x r * peeled P k (left (remove s x)) (fun w => f (x :: w))) (picks (left s))
  = sum (fun '(x, r) => P x r * peeled P k r (fun w => f (x :: w))) (picks (left s)).
Proof.
  apply sum_ext. intros [x r] H. f_equal. apply peeled_permutation; [exact P_fair|]. now apply remove_takes_out.
Qed.

(* ---- Rounds that end by themselves: permute-and-flip ---- *)

Section Peel.
Variable round : S -> program C (option (nat * S)).
Hypothesis round_law : forall s f, left s <> [] ->
  E (heads s) (round s) (winner f) = sum (fun '(x, r) => P x r * f x) (picks (left s)).
Hypothesis round_keeps : forall s, left s <> [] -> always (keeps s) (round s).

Theorem engine_peel_law k s f :
  E (fun '(s, c) => heads s c) (engine_top_k round k s) (when_some f) = peeled P k (left s) f.
Proof.
  revert s f. induction k as [|k IH]; intros s f; cbn [engine_top_k peeled E]; [reflexivity|].
  destruct (left s) as [|y l] eqn:L; cbn [E peeled]; [reflexivity|].
  assert (N : left s <> []) by (rewrite L; discriminate).
  rewrite E_bind, E_label, <- L, <- rounds_in_a_chain, <- round_law by exact N.
  apply (E_always _ (keeps s)); [now apply round_keeps|]. intros [[x s']|]; cbn [keeps winner]; [|reflexivity].
  intros [Hx K]. rewrite E_bind, <- (later_rounds s x s') by assumption. rewrite <- IH. apply E_ext. now intros [w|].
Qed.

End Peel.

(* ---- Rounds with a bound on their turns: the exponential mechanism ---- *)

Hypothesis coins : forall s c, 0 <= heads s c <= 1.
Hypothesis P_nonneg : forall x r, 0 <= P x r.

Lemma chain_nonneg k pool f : (forall w, 0 <= f w) -> 0 <= peeled P k pool f.
Proof.
  revert pool f. induction k as [|k IH]; intros [|y p] f Hf; cbn [peeled]; auto.
  apply sum_nonneg. intros [z r] _. apply Rmult_le_pos; auto.
Qed.

Section TopK.
Variables (round : S -> program C (option (nat * S))) (failed : R).
Hypothesis failed_probability : 0 <= failed <= 1.
Hypothesis round_law : forall s f, left s <> [] -> (forall x, 0 <= f x) ->
  let v := sum (fun '(x, r) => P x r * f x) (picks (left s)) in
  (1 - failed) * v <= E (heads s) (round s) (winner f) <= v.
Hypothesis round_keeps : forall s, left s <> [] -> always (keeps s) (round s).

Lemma engine_top_k_between k s f : (forall w, 0 <= f w) ->
  (1 - failed) ^ k * peeled P k (left s) f
  <= E (fun '(s, c) => heads s c) (engine_top_k round k s) (when_some f) <= peeled P k (left s) f.
Proof.
  revert s f. induction k as [|k IH]; intros s f Hf; cbn [engine_top_k]; [simpl; lra|].
  destruct (left s) as [|y l] eqn:L.
  { cbn [E when_some peeled]. assert (0 <= (1 - failed) ^ Datatypes.S k <= 1) by (apply pow_probability; lra).
    specialize (Hf []). split; [|lra]. rewrite <- (Rmult_1_l (f [])) at 2. apply Rmult_le_compat_r; lra. }
  assert (N : left s <> []) by (rewrite L; discriminate).
  assert (K : 0 <= (1 - failed) ^ k) by (apply pow_le; lra).
  cbn [peeled pow]. rewrite <- L, <- rounds_in_a_chain, E_bind, E_label.
  set (G := fun x => peeled P k (left (remove s x)) (fun w => f (x :: w))).
  assert (GN : forall x, 0 <= G x) by (intros; apply chain_nonneg; auto).
  set (rest := fun o => E (fun '(s, c) => heads s c) _ (when_some f)).
  assert (B : forall o, keeps s o -> (1 - failed) ^ k * winner G o <= rest o <= winner G o).
  { intros [[x s']|] H; cbn [winner]; unfold rest; [|simpl; lra]. destruct H as [Hx E']. rewrite E_bind.
    rewrite (E_ext _ _ _ (when_some (fun w => f (x :: w)))) by now intros [w|].
    unfold G. rewrite <- (later_rounds s x s') by assumption. apply IH. auto. }
  pose proof (round_keeps s N) as A. specialize (round_law s G N GN). cbv zeta in round_law.
  set (v := sum _ (picks (left s))) in *. split.
  - apply Rle_trans with (E (heads s) (round s) (fun o => (1 - failed) ^ k * winner G o)).
    + rewrite E_scale.
      replace ((1 - failed) * (1 - failed) ^ k * v) with ((1 - failed) ^ k * ((1 - failed) * v)) by ring.
      apply Rmult_le_compat_l; [exact K|apply round_law].
    + apply (E_always_le _ (keeps s)); [apply coins|exact A|]. intros o Ho. now apply B.
  - apply Rle_trans with (2 := proj2 round_law).
    apply (E_always_le _ (keeps s)); [apply coins|exact A|]. intros o Ho. now apply B.
Qed.

End TopK.

Lemma squeezed (a v : nat -> R) L : 0 <= L -> Un_cv a 1 -> (forall n, a n * L <= v n <= L) -> Un_cv v L.
Proof.
  intros HL Ha H eps He. destruct (Ha (eps / (L + 1))) as [N HN]; [apply Rdiv_lt_0_compat; lra|].
  exists N. intros n Hn. specialize (HN n Hn). specialize (H n). unfold R_dist in *.
  rewrite Rabs_minus_sym, Rabs_right by lra. rewrite Rabs_minus_sym in HN. pose proof (Rle_abs (1 - a n)).
  assert (Q : (1 - a n) * L <= eps / (L + 1) * L) by (apply Rmult_le_compat_r; lra).
  assert (eps / (L + 1) * L < eps).
  { apply (Rmult_lt_reg_r (L + 1)); [lra|]. replace (eps / (L + 1) * L * (L + 1)) with (eps * L) by (field; lra). lra. }
  lra.
Qed.

(* As the bound is lifted, k rounds have the law of the peel, if every structure's rounds end at one rate at least. *)
Theorem engine_top_k_law (round : nat -> S -> program C (option (nat * S))) failed k s f :
  (forall n, 0 <= failed n <= 1) -> Un_cv failed 0 ->
  (forall n s f, left s <> [] -> (forall x, 0 <= f x) ->
     let v := sum (fun '(x, r) => P x r * f x) (picks (left s)) in
     (1 - failed n) * v <= E (heads s) (round n s) (winner f) <= v) ->
  (forall n s, left s <> [] -> always (keeps s) (round n s)) ->
  (forall w, 0 <= f w) ->
  Un_cv (fun n => E (fun '(s, c) => heads s c) (engine_top_k (round n) k s) (when_some f)) (peeled P k (left s) f).
Proof.
  intros F0 F1 RL RK Hf. apply (squeezed (fun n => (1 - failed n) ^ k)).
  - now apply chain_nonneg.
  - assert (One : Un_cv (fun _ => 1) 1).
    { intros eps He. exists 0%nat. intros. unfold R_dist. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. exact He. }
    assert (O : Un_cv (fun n => 1 - failed n) 1).
    { pose proof (CV_minus _ _ _ _ One F1) as X. now rewrite Rminus_0_r in X. }
    induction k as [|k IH]; cbn [pow]; [exact One|].
    pose proof (CV_mult _ _ _ _ O IH) as X. now rewrite Rmult_1_r in X.
  - intros n. apply (engine_top_k_between (round n) (failed n) (F0 n) (RL n) (RK n)). exact Hf.
Qed.

End Chain.
