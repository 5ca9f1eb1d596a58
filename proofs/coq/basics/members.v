(* Members of lists, and lists that keep some of their members. *)
From Coq Require Import List Permutation Lia Bool.
Import ListNotations.

Definition mem (i : nat) (l : list nat) : bool := existsb (Nat.eqb i) l.

Lemma mem_In i l : mem i l = true <-> In i l.
Proof.
  unfold mem. rewrite existsb_exists. split.
  - intros [j [Hj E]]. apply PeanoNat.Nat.eqb_eq in E. now subst.
  - intros H. exists i. split; [exact H|apply PeanoNat.Nat.eqb_refl].
Qed.

Lemma not_mem i l : ~ In i l -> mem i l = false.
Proof. intros H. destruct (mem i l) eqn:M; [|reflexivity]. apply mem_In in M. contradiction. Qed.

Lemma filter_permutation {A} (keep : A -> bool) l l' :
  Permutation l l' -> Permutation (filter keep l) (filter keep l').
Proof.
  intros P. induction P as [|x l l' P IH|x y l|l l' l'' P1 IH1 P2 IH2]; cbn [filter].
  - reflexivity.
  - destruct (keep x); [now constructor|exact IH].
  - destruct (keep x), (keep y); auto. apply perm_swap.
  - now rewrite IH1.
Qed.

(* The others. *)
Definition without (i : nat) (l : list nat) : list nat := filter (fun j => negb (Nat.eqb j i)) l.

Lemma without_stranger i l : ~ In i l -> without i l = l.
Proof.
  intros H. induction l as [|j l IH]; [reflexivity|]. cbn [without filter].
  destruct (PeanoNat.Nat.eqb_spec j i) as [->|_]; [exfalso; apply H; now left|]. cbn [negb]. f_equal. apply IH.
  intros X. apply H. now right.
Qed.

Lemma without_first i l : ~ In i l -> without i (i :: l) = l.
Proof.
  intros H. unfold without. cbn [filter]. rewrite PeanoNat.Nat.eqb_refl. cbn [negb]. now apply without_stranger.
Qed.

Lemma without_permutation i l r : NoDup l -> Permutation l (i :: r) -> Permutation (without i l) r.
Proof.
  intros ND P. assert (N : NoDup (i :: r)) by now apply (Permutation_NoDup P). inversion N; subst.
  rewrite <- (without_first i r) by assumption. now apply filter_permutation.
Qed.
