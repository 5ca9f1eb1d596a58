(* Poisson splitting, for proofs/selection/permute_and_flip_round.md: a Poisson number of proposals makes everyone
   arrive independently. All that is asked of the proposals is that k of them miss a set B with
   the probability (1 - q_B)^k. *)
From Coq Require Import Reals Lra List Permutation Lia Bool.
From Discreet.basics Require Import sums.
From Discreet.samplers Require Import decisions poisson.
From Discreet.selection Require Import toss.
Import ListNotations.
Open Scope R_scope.

Definition mem (i : nat) (l : list nat) : bool := existsb (Nat.eqb i) l.

Lemma mem_In i l : mem i l = true <-> In i l.
Proof.
  unfold mem. rewrite existsb_exists. split.
  - intros [j [Hj E]]. apply Nat.eqb_eq in E. now subst.
  - intros H. exists i. split; [exact H|apply Nat.eqb_refl].
Qed.

(* Who arrives twice counts once. *)
Definition arrive (i : nat) (arrived : list nat) : list nat := if mem i arrived then arrived else arrived ++ [i].

(* Nobody of B has arrived. *)
Definition void (B arrived : list nat) : R := if existsb (fun i => mem i arrived) B then 0 else 1.

Lemma void_arrived B arrived i :
  void B (arrive i arrived) = if mem i B then 0 else void B arrived.
Proof.
  assert (A : forall j, mem j (arrive i arrived) = mem j arrived || (j =? i)%nat).
  { intros j. unfold arrive. destruct (mem i arrived) eqn:M.
    - destruct (Nat.eqb_spec j i) as [->|]; [now rewrite M|now rewrite orb_false_r].
    - unfold mem. rewrite existsb_app. simpl. now rewrite orb_false_r. }
  unfold void. set (a' := arrive i arrived) in *.
  replace (existsb (fun j => mem j a') B) with (existsb (fun j => mem j arrived) B || mem i B).
  - destruct (existsb (fun j => mem j arrived) B), (mem i B); reflexivity.
  - induction B as [|j B IH]; [reflexivity|].
    change (mem i (j :: B)) with ((i =? j)%nat || mem i B). cbn [existsb].
    rewrite A, <- IH, (Nat.eqb_sym j i).
    destruct (mem j arrived), (i =? j)%nat, (existsb (fun j => mem j arrived) B), (mem i B);
      reflexivity.
Qed.

Definition arrived_of (arrived l : list nat) : list nat := filter (fun i => mem i arrived) l.

Section Splitting.
Context {C A : Type} (heads : C -> R).
Variables (arrivals : nat -> program C A) (who : A -> list nat).   (* k proposals, and who has arrived by them *)
Variables (mean : R) (q : nat -> R) (play : list nat).
Hypothesis play_once : NoDup play.

Definition weight (B : list nat) : R := sum (fun i => if mem i B then q i else 0) play.

Hypothesis arrivals_void : forall B k, E heads (arrivals k) (fun a => void B (who a)) = (1 - weight B) ^ k.

Lemma weight_cons i B : In i play -> ~ In i B -> weight (i :: B) = q i + weight B.
Proof.
  intros Hi HB. unfold weight. clear arrivals_void. induction play as [|j l IH]; [destruct Hi|].
  inversion play_once as [|? ? Nj Nl]; subst. cbn [sum].
  destruct (Nat.eq_dec j i) as [->|D].
  - assert (M : mem i (i :: B) = true) by (apply mem_In; now left).
    assert (M' : mem i B = false).
    { destruct (mem i B) eqn:X; [|reflexivity]. apply mem_In in X. contradiction. }
    rewrite M, M'.
    rewrite (sum_ext (fun j => if mem j (i :: B) then q j else 0) (fun j => if mem j B then q j else 0)).
    + ring.
    + intros j Hj. unfold mem. cbn [existsb]. destruct (Nat.eqb_spec j i) as [->|]; [contradiction|reflexivity].
  - destruct Hi as [Hi|Hi]; [congruence|]. rewrite IH by auto.
    unfold mem. cbn [existsb]. destruct (Nat.eqb_spec j i) as [|]; [contradiction|]. simpl. ring.
Qed.

Let h (i : nat) : R := 1 - exp (- (mean * q i)).

Lemma splitting_void l B G :
  NoDup (B ++ l) -> incl (B ++ l) play ->
  mixes mean (fun k => E heads (arrivals k) (fun a => void B (who a) * G (arrived_of (who a) l)))
        (exp (- (mean * weight B)) * coins h l G).
Proof.
  revert B G. induction l as [|i l IH]; intros B G ND IN.
  - cbn [coins arrived_of filter].
    apply (mixes_ext mean (fun k => G [] * (1 - weight B) ^ k)).
    + intros k. rewrite (E_ext _ _ (fun a => void B (who a) * G []) (fun a => G [] * void B (who a))) by (intros; ring).
      rewrite E_scale, arrivals_void. ring.
    + rewrite Rmult_comm. apply mixes_scale.
      replace (mean * weight B) with (mean * (1 - (1 - weight B))) by ring. apply mixes_power.
  - assert (Pm : Permutation (B ++ i :: l) ((i :: B) ++ l)).
    { symmetry. apply Permutation_middle. }
    assert (ND1 : NoDup (B ++ l)) by (apply NoDup_remove_1 in ND; exact ND).
    assert (IN1 : incl (B ++ l) play).
    { intros j Hj. apply IN. apply in_app_iff in Hj. apply in_app_iff. simpl. tauto. }
    assert (ND2 : NoDup ((i :: B) ++ l)) by (now apply (Permutation_NoDup Pm)).
    assert (IN2 : incl ((i :: B) ++ l) play).
    { intros j Hj. apply IN. now rewrite Pm. }
    pose proof (IH B (fun s => G (i :: s)) ND1 IN1) as M1.
    pose proof (IH (i :: B) (fun s => G s - G (i :: s)) ND2 IN2) as M2.
    pose proof (mixes_plus _ _ _ _ _ M1 M2) as M. clear M1 M2 IH.
    replace (exp (- (mean * weight B)) * coins h (i :: l) G)
      with (exp (- (mean * weight B)) * coins h l (fun s => G (i :: s))
            + exp (- (mean * weight (i :: B))) * coins h l (fun s => G s - G (i :: s))).
    + revert M. apply mixes_ext. intros k. rewrite <- E_plus. apply E_ext. intros a.
      unfold arrived_of. cbn [filter]. unfold void. cbn [existsb].
      destruct (mem i (who a)); simpl; [ring|]. destruct (existsb (fun i => mem i (who a)) B); ring.
    + assert (~ In i B).
      { inversion ND2 as [|? ? X _]; subst. intros HB. apply X. apply in_app_iff. now left. }
      rewrite weight_cons by (auto; apply IN; apply in_app_iff; right; now left).
      rewrite coins_minus. cbn [coins].
      change (h i) with (1 - exp (- (mean * q i))).
      replace (- (mean * (q i + weight B))) with (- (mean * q i) + - (mean * weight B)) by ring.
      rewrite exp_plus. ring.
Qed.

(* Over a Poisson number of proposals everyone in play arrives with the probability 1 - e^(-mean q_i), independently. *)
Theorem splitting G :
  mixes mean (fun k => E heads (arrivals k) (fun a => G (arrived_of (who a) play))) (coins h play G).
Proof.
  pose proof (splitting_void play [] G play_once (incl_refl _)) as M.
  replace (coins h play G) with (exp (- (mean * weight [])) * coins h play G).
  - revert M. apply mixes_ext. intros k. apply E_ext. intros a. unfold void. simpl. ring.
  - unfold weight. rewrite (sum_ext _ (fun _ => 0)) by reflexivity.
    rewrite sum_const, !Rmult_0_r, Ropp_0, exp_0. ring.
Qed.
End Splitting.

(* In another order, whoever has arrived is the same list. *)
Lemma arrived_of_permutation arrived play :
  NoDup arrived -> NoDup play -> incl arrived play -> Permutation (arrived_of arrived play) arrived.
Proof.
  intros NA NP I. apply NoDup_Permutation; [now apply NoDup_filter|exact NA|].
  intros i. unfold arrived_of. rewrite filter_In, mem_In. split; [tauto|]. intros H. split; [now apply I|exact H].
Qed.

Lemma arrive_once i arrived : NoDup arrived -> NoDup (arrive i arrived).
Proof.
  intros H. unfold arrive. destruct (mem i arrived) eqn:M; [exact H|].
  apply (Permutation_NoDup (Permutation_cons_append arrived i)). constructor; [|exact H].
  intros X. apply mem_In in X. congruence.
Qed.

Lemma arrive_in i arrived play : In i play -> incl arrived play -> incl (arrive i arrived) play.
Proof.
  intros H I j. unfold arrive. destruct (mem i arrived); [apply I|]. intros X. apply in_app_iff in X.
  destruct X as [X|[<-|[]]]; [now apply I|exact H].
Qed.
