(* Random sets by the chances that they hold lists, for proofs/selection/permute_and_flip_round.md: the set of those
   whom no pair has asked so far. *)
From Coq Require Import Reals Lra List Permutation Lia.
From Discreet.basics Require Import sums.
From Discreet.samplers Require Import decisions.
Import ListNotations.
Open Scope R_scope.

(* The mean of G over those of l who are in a random set, where `holds B` is the chance that all of B are in it. *)
Fixpoint thinned (holds : list nat -> R) (l : list nat) (G : list nat -> R) : R :=
  match l with
  | [] => holds [] * G []
  | i :: l =>
      thinned (fun B => holds (i :: B)) l (fun z => G (i :: z)) + thinned (fun B => holds B - holds (i :: B)) l G
  end.

Lemma thinned_ext J J' l G G' : NoDup l ->
  (forall B, J B = J' B) -> (forall z, NoDup z -> incl z l -> G z = G' z) -> thinned J l G = thinned J' l G'.
Proof.
  intros ND. revert J J' G G'. induction ND as [|i l Ni ND IH]; intros J J' G G' HJ HG; cbn [thinned].
  { rewrite HJ, HG; [reflexivity|constructor|apply incl_refl]. }
  f_equal; apply IH; intros; rewrite ?HJ; try reflexivity; apply HG; auto.
  - constructor; auto.
  - intros j [<-|Hj]; [now left|right; auto].
  - intros j Hj. right. auto.
Qed.

Lemma thinned_same J J' l G G' :
  (forall B, J B = J' B) -> (forall z, G z = G' z) -> thinned J l G = thinned J' l G'.
Proof.
  revert J J' G G'. induction l as [|i l IH]; intros J J' G G' HJ HG; cbn [thinned]; [now rewrite HJ, HG|].
  f_equal; apply IH; intros; now rewrite ?HJ.
Qed.

Lemma thinned_chances J J' l G : (forall B, J B = J' B) -> thinned J l G = thinned J' l G.
Proof. intros H. now apply thinned_same. Qed.

Lemma thinned_zero l G : thinned (fun _ => 0) l G = 0.
Proof.
  revert G. induction l as [|i l IH]; intros G; cbn [thinned]; [ring|]. rewrite IH.
  rewrite (thinned_chances _ (fun _ => 0)), IH by (intros; ring). ring.
Qed.

(* Both in the set and in G it is linear. *)
Lemma thinned_plus J J' l G : thinned (fun B => J B + J' B) l G = thinned J l G + thinned J' l G.
Proof.
  revert J J' G. induction l as [|i l IH]; intros J J' G; cbn [thinned]; [ring|].
  rewrite (IH (fun B => J (i :: B)) (fun B => J' (i :: B))).
  rewrite (thinned_chances (fun B => J B + J' B - (J (i :: B) + J' (i :: B)))
    (fun B => (J B - J (i :: B)) + (J' B - J' (i :: B)))) by (intros; ring).
  rewrite (IH (fun B => J B - J (i :: B)) (fun B => J' B - J' (i :: B))). ring.
Qed.

Lemma thinned_scale r J l G : thinned (fun B => r * J B) l G = r * thinned J l G.
Proof.
  revert J G. induction l as [|i l IH]; intros J G; cbn [thinned]; [ring|]. rewrite (IH (fun B => J (i :: B))).
  rewrite (thinned_chances (fun B => r * J B - r * J (i :: B)) (fun B => r * (J B - J (i :: B)))) by (intros; ring).
  rewrite (IH (fun B => J B - J (i :: B))). ring.
Qed.

Lemma thinned_sum_plus J l G G' : thinned J l (fun z => G z + G' z) = thinned J l G + thinned J l G'.
Proof.
  revert J G G'. induction l as [|i l IH]; intros J G G'; cbn [thinned]; [ring|].
  rewrite (IH _ (fun z => G (i :: z)) (fun z => G' (i :: z))), (IH _ G G'). ring.
Qed.

Lemma thinned_sum_scale r J l G : thinned J l (fun z => r * G z) = r * thinned J l G.
Proof.
  revert J G. induction l as [|i l IH]; intros J G; cbn [thinned]; [ring|].
  rewrite (IH _ (fun z => G (i :: z))), (IH _ G). ring.
Qed.

Lemma thinned_sum {A} J l (G : A -> list nat -> R) s :
  sum (fun a => thinned J l (G a)) s = thinned J l (fun z => sum (fun a => G a z) s).
Proof.
  induction s as [|a s IH]; cbn [sum].
  - replace 0 with (0 * thinned J l (fun _ => 0)) at 1 by ring. rewrite <- thinned_sum_scale.
    revert J. clear. induction l as [|i l IH]; intros J; cbn [thinned]; [ring|]. now rewrite !IH.
  - rewrite thinned_sum_plus. now f_equal.
Qed.

(* So a set may depend on a program's outcome. *)
Lemma thinned_mean {C A} (heads : C -> R) (m : program C A) (J : A -> list nat -> R) l G :
  E heads m (fun a => thinned (J a) l G) = thinned (fun B => E heads m (fun a => J a B)) l G.
Proof.
  revert J G. induction l as [|i l IH]; intros J G; cbn [thinned].
  - rewrite (E_ext _ _ _ (fun a => G [] * J a [])) by (intros; ring). rewrite E_scale. ring.
  - rewrite E_plus, (IH (fun a B => J a (i :: B))), (IH (fun a B => J a B - J a (i :: B))). f_equal.
    apply thinned_chances. intros B.
    rewrite (E_ext _ _ _ (fun a => J a B + -1 * J a (i :: B))) by (intros; ring). rewrite E_plus, E_scale. ring.
Qed.

Lemma thinned_const J l v : thinned J l (fun _ => v) = J [] * v.
Proof. revert J. induction l as [|i l IH]; intros J; cbn [thinned]; [reflexivity|]. rewrite !IH. ring. Qed.

(* A set that surely holds everyone. *)
Lemma thinned_sure l G : thinned (fun _ => 1) l G = G l.
Proof.
  revert G. induction l as [|i l IH]; intros G; cbn [thinned]; [ring|]. rewrite IH.
  rewrite (thinned_chances _ (fun _ => 0)), thinned_zero by (intros; ring). ring.
Qed.

Lemma thinned_permutation J l l' G :
  (forall B B', Permutation B B' -> J B = J B') -> (forall z z', Permutation z z' -> G z = G z') ->
  Permutation l l' -> thinned J l G = thinned J l' G.
Proof.
  intros HJ HG P. revert J G HJ HG. induction P as [|i l l' P IH|x y l|l l' l'' P1 IH1 P2 IH2];
    intros J G HJ HG; cbn [thinned].
  - reflexivity.
  - f_equal; apply IH; auto. intros B B' Q. now rewrite (HJ B B' Q), (HJ (i :: B) (i :: B')) by now constructor.
  - assert (S : forall B, J (y :: x :: B) = J (x :: y :: B)) by (intros; apply HJ, perm_swap).
    rewrite (thinned_same (fun B => J (y :: x :: B)) (fun B => J (x :: y :: B)) l _ (fun z => G (x :: y :: z)))
      by (intros; apply S || apply HG, perm_swap).
    rewrite (thinned_chances (fun B => J (y :: B) - J (y :: x :: B)) (fun B => J (y :: B) - J (x :: y :: B)))
      by (intros; now rewrite S).
    rewrite (thinned_chances (fun B => J (x :: B) - J (y :: x :: B)) (fun B => J (x :: B) - J (x :: y :: B)))
      by (intros; now rewrite S).
    rewrite (thinned_chances (fun B => J B - J (x :: B) - (J (y :: B) - J (x :: y :: B)))
      (fun B => J B - J (y :: B) - (J (x :: B) - J (y :: x :: B)))) by (intros; rewrite S; ring).
    ring.
  - rewrite IH1 by auto. now apply IH2.
Qed.

(* Members who each leave at a rate: the chances that all of B are still there change by the rate of all of B. *)
Theorem thinned_rate (a : nat -> R) J l G :
  thinned (fun B => sum a B * J B) l G = thinned J l (fun z => sum (fun '(i, r) => a i * (G z - G r)) (picks z)).
Proof.
  revert J G. induction l as [|h l IH]; intros J G; cbn [thinned picks sum]; [ring|].
  rewrite (thinned_same (fun B => (a h + sum a B) * J (h :: B))
    (fun B => a h * J (h :: B) + sum a B * J (h :: B)) l _ (fun z => G (h :: z))) by (intros; ring || reflexivity).
  rewrite (thinned_chances (fun B => sum a B * J B - (a h + sum a B) * J (h :: B))
    (fun B => sum a B * (J B - J (h :: B)) + - a h * J (h :: B))) by (intros; ring).
  rewrite !thinned_plus, !thinned_scale, (IH (fun B => J (h :: B))), (IH (fun B => J B - J (h :: B))).
  set (J' := fun B => J (h :: B)).
  rewrite (thinned_same J' J' l (fun z => a h * (G (h :: z) - G z) + sum _ _)
    (fun z => (a h * G (h :: z) + - a h * G z)
              + sum (fun '(i, r) => a i * (G (h :: z) - G (h :: r))) (picks z))).
  - rewrite !thinned_sum_plus, !thinned_sum_scale. ring.
  - reflexivity.
  - intros z. rewrite sum_map. rewrite (sum_ext _ (fun '(i, r) => a i * (G (h :: z) - G (h :: r)))).
    + ring.
    + now intros [i r] _.
Qed.
