(* Twin of proofs/framework/range_distance.md, and of its neighbour l_inf_distance.md: how far neighbours' scores are
   apart. u and u' are scores in units of the scale; l are the candidates. *)
(* stamp: proofs/framework/range_distance.md 4c586b1b3a4e6230 *)
From Coq Require Import Reals Lra List ZArith.
Import ListNotations.
Open Scope R_scope.

Definition range_within (d : R) (u u' : nat -> R) (l : list nat) : Prop :=
  forall i j, In i l -> In j l -> (u i - u' i) - (u j - u' j) <= d.

(* Monotonic scores at distance d are within d ... *)
Theorem range_monotonic d u u' l : (forall i, In i l -> 0 <= u i - u' i <= d) -> range_within d u u' l.
Proof. intros H i j Hi Hj. destruct (H i Hi), (H j Hj). lra. Qed.

(* ... and others within 2 d. *)
Theorem range_general d u u' l : (forall i, In i l -> - d <= u i - u' i <= d) -> range_within (2 * d) u u' l.
Proof. intros H i j Hi Hj. destruct (H i Hi), (H j Hj). lra. Qed.

(* The factor two cannot be dropped. *)
Theorem range_general_is_tight d :
  0 < d -> exists u u' l, (forall i, In i l -> - d <= u i - u' i <= d) /\ forall r, range_within r u u' l -> 2 * d <= r.
Proof.
  intros Hd. exists (fun i => match i with O => d | _ => - d end), (fun _ => 0), [0%nat; 1%nat]. split.
  - intros i [<-|[<-|[]]]; lra.
  - intros r H. specialize (H 0%nat 1%nat (or_introl eq_refl) (or_intror (or_introl eq_refl))). simpl in H. lra.
Qed.

Theorem range_symmetric d u u' l : range_within d u u' l -> range_within d u' u l.
Proof. intros H i j Hi Hj. specialize (H j i Hj Hi). lra. Qed.

(* What is left after a round is no further apart: peeling. *)
Theorem range_subset d u u' l l' : incl l' l -> range_within d u u' l -> range_within d u u' l'.
Proof. intros S H i j Hi Hj. apply H; auto. Qed.

Lemma range_nonneg d u u' x l : range_within d u u' (x :: l) -> 0 <= d.
Proof. intros H. specialize (H x x (or_introl eq_refl) (or_introl eq_refl)). lra. Qed.

(* Integer scores, as the programs take them, and the same in units of the scale. *)
Definition neighbours (d : R) (score score' : nat -> Z) (l : list nat) : Prop :=
  forall i j, In i l -> In j l -> IZR (score i - score' i) - IZR (score j - score' j) <= d.

Definition scaled (scale : R) (score : nat -> Z) (i : nat) : R := IZR (score i) / scale.

Lemma neighbours_scaled scale d score score' l :
  0 < scale -> neighbours d score score' l -> range_within (d / scale) (scaled scale score) (scaled scale score') l.
Proof.
  intros Hs H i j Hi Hj. unfold scaled. specialize (H i j Hi Hj). rewrite !minus_IZR in H.
  replace (IZR (score i) / scale - IZR (score' i) / scale - (IZR (score j) / scale - IZR (score' j) / scale))
    with ((IZR (score i) - IZR (score' i) - (IZR (score j) - IZR (score' j))) / scale) by (field; lra).
  apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|exact H].
Qed.

Theorem monotonic_neighbours d score score' l :
  (forall i, In i l -> 0 <= IZR (score i - score' i) <= d) -> neighbours d score score' l.
Proof. intros H i j Hi Hj. destruct (H i Hi), (H j Hj). lra. Qed.

Theorem general_neighbours d score score' l :
  (forall i, In i l -> Rabs (IZR (score i - score' i)) <= d) -> neighbours (2 * d) score score' l.
Proof.
  intros H i j Hi Hj. pose proof (H i Hi). pose proof (H j Hj).
  pose proof (Rle_abs (IZR (score i - score' i))).
  pose proof (Rle_abs (- IZR (score j - score' j))) as B. rewrite Rabs_Ropp in B. lra.
Qed.
