(* One proposal of the engine, for both of its rounds: a position below the total, what it names, and a coin that says
   whether its offset lies below theta. Whatever the structure, candidate i is hit with probability theta_i / total. *)
From Coq Require Import Reals Lra List Permutation Lia Bool.
From Discreet.basics Require Import sums clamps.
From Discreet.samplers Require Import decisions.
From Discreet.selection Require Import proposal.
Import ListNotations.
Open Scope R_scope.

(* A coin has as its name the candidate and the offset, and is heads if offset + V < theta for a fresh uniform V. *)
Definition below_theta (theta : nat -> R) (c : nat * nat) : R := let '(i, o) := c in clamp (theta i - INR o).

Lemma below_theta_is_a_probability theta c : 0 <= below_theta theta c <= 1.
Proof. destruct c as [i o]. apply clamp_is_a_probability. Qed.

Definition weigh (theta : nat -> R) (play : list nat) (f : nat -> R) : R := sum (fun i => theta i * f i) play.

Section Hits.
Variables (resolve : nat -> option (nat * nat)) (in_play : nat -> bool) (theta : nat -> R).

(* The probability that a position is a hit, with f of whom. *)
Definition hit (f : nat -> R) (position : nat) : R :=
  match resolve position with
  | Some (i, o) => if in_play i then below_theta theta (i, o) * f i else 0
  | None => 0
  end.

Lemma hit_probability position : 0 <= hit (fun _ => 1) position <= 1.
Proof.
  unfold hit. destruct (resolve position) as [c|]; [|lra].
  pose proof (below_theta_is_a_probability theta c) as P. destruct c as [i o]. destruct (in_play i); lra.
Qed.

Theorem hits_of_all total w play f :
  owns total resolve in_play w play -> (forall i, In i play -> 0 <= theta i <= INR (w i)) ->
  sum (hit f) (seq 0 total) = weigh theta play f.
Proof.
  intros [owned [P [M W]]] T.
  transitivity (sum (fun '(i, o) => below_theta theta (i, o) * f i)
    (filter (fun c => in_play (fst c)) (flat_map (named resolve) (seq 0 total)))).
  - clear. induction (seq 0 total) as [|position l IH]; [reflexivity|].
    cbn [flat_map sum]. rewrite filter_app, sum_app, <- IH. f_equal. unfold hit, named.
    destruct (resolve position) as [[i o]|]; [|reflexivity]. cbn [filter fst].
    destruct (in_play i); simpl; lra.
  - rewrite (sum_permutation _ _ _ P), sum_flat_map. unfold weigh. rewrite <- (sum_permutation _ _ _ M), sum_map.
    apply sum_ext.
    intros [i m] H. unfold offsets. rewrite sum_map. cbn [below_theta fst].
    rewrite (sum_ext _ (fun o => f i * clamp (theta i - INR o))) by (intros; lra).
    rewrite sum_scale, sum_clamps; [lra|]. specialize (W i m H). apply le_INR in W.
    specialize (T i (Permutation_in _ M (in_map fst _ _ H))). lra.
Qed.

End Hits.

(* ---- How many positions a candidate owns ---- *)

Definition names (resolve : nat -> option (nat * nat)) (i position : nat) : bool :=
  match resolve position with
  | Some (j, _) => (j =? i)%nat
  | None => false
  end.
Definition owned (total : nat) (resolve : nat -> option (nat * nat)) (i : nat) : nat :=
  length (filter (names resolve i) (seq 0 total)).

Section Owned.
Variables (total : nat) (resolve : nat -> option (nat * nat)) (in_play : nat -> bool) (w : nat -> nat).
Variable play : list nat.
Hypothesis owners : owns total resolve in_play w play.
Hypothesis play_once : NoDup play.

(* What a position is worth by the candidate in play and the offset that it names. *)
Definition worth (phi : nat -> nat -> R) (position : nat) : R :=
  match resolve position with
  | Some (i, o) => if in_play i then phi i o else 0
  | None => 0
  end.

(* Whoever is in play owns the offsets below a number that is at least its weight: as many as name it. *)
Theorem worth_of_all : (forall i, In i play -> in_play i = true) ->
  (forall i, In i play -> (w i <= owned total resolve i)%nat)
  /\ forall phi, sum (worth phi) (seq 0 total)
       = sum (fun i => sum (phi i) (seq 0 (owned total resolve i))) play.
Proof.
  intros Playing. destruct owners as [own [P [M W]]].
  assert (All : forall phi, sum (worth phi) (seq 0 total) = sum (fun '(i, m) => sum (phi i) (seq 0 m)) own).
  { intros phi. transitivity (sum (fun '(i, o) => phi i o)
      (filter (fun c => in_play (fst c)) (flat_map (named resolve) (seq 0 total)))).
    - clear. induction (seq 0 total) as [|position l IH]; [reflexivity|].
      cbn [flat_map sum]. rewrite filter_app, sum_app, <- IH. f_equal. unfold worth, named.
      destruct (resolve position) as [[i o]|]; [|reflexivity]. cbn [filter fst].
      destruct (in_play i); simpl; lra.
    - rewrite (sum_permutation _ _ _ P), sum_flat_map. apply sum_ext. intros [i m] _. unfold offsets.
      now rewrite sum_map. }
  assert (Own : forall i m, In (i, m) own -> m = owned total resolve i).
  { intros i m H. apply INR_eq. specialize (All (fun j _ => if (j =? i)%nat then 1 else 0)).
    assert (Hi : In i play) by (rewrite <- M; now apply (in_map fst) in H).
    transitivity (sum (worth (fun j _ => if (j =? i)%nat then 1 else 0)) (seq 0 total)).
    - rewrite All. assert (ND : NoDup (map fst own)) by (now apply (Permutation_NoDup (Permutation_sym M))).
      clear - H ND. induction own as [|[j k] own IH]; [destruct H|]. inversion ND as [|? ? Nj ND']; subst.
      cbn [sum]. rewrite sum_const, seq_length. destruct H as [H|H].
      + injection H as -> ->. rewrite Nat.eqb_refl, (sum_ext _ (fun _ => 0)), sum_const; [ring|].
        intros [j k'] Hj. destruct (Nat.eqb_spec j i) as [->|]; [|rewrite sum_const; ring].
        apply (in_map fst) in Hj. contradiction.
      + rewrite <- IH by assumption. destruct (Nat.eqb_spec j i) as [->|]; [|ring].
        apply (in_map fst) in H. contradiction.
    - unfold owned. clear - Hi Playing. induction (seq 0 total) as [|position l IH]; [reflexivity|].
      cbn [sum filter]. rewrite IH. unfold worth, names. destruct (resolve position) as [[j o]|]; [|ring].
      destruct (Nat.eqb_spec j i) as [->|].
      + rewrite (Playing i Hi). cbn [length]. rewrite S_INR. ring.
      + destruct (in_play j); ring. }
  split.
  - intros i Hi. rewrite <- M in Hi. apply in_map_iff in Hi. destruct Hi as [[j m] [E H]]. cbn [fst] in E. subst j.
    rewrite <- (Own i m H). now apply W.
  - intros phi. rewrite All, <- (sum_permutation _ _ _ M), sum_map. apply sum_ext. intros [i m] H.
    now rewrite (Own i m H).
Qed.

End Owned.

(* b positions below a total, drawn before any of them is judged. *)
Fixpoint draw {C} (total b : nat) : program C (list nat) :=
  match b with
  | O => Ret []
  | S b => Below total (fun position => bind (draw total b) (fun more => Ret (position :: more)))
  end.

Lemma draw_sound {C} total b : (0 < total)%nat -> sound (C := C) (draw total b).
Proof. intros H. induction b; cbn [draw sound]; auto. split; [exact H|]. intros. apply sound_bind; simpl; auto. Qed.

Lemma draw_step {C} (heads : C -> R) total b g :
  E heads (draw total (S b)) g
  = / INR total * sum (fun p => E heads (draw total b) (fun more => g (p :: more))) (seq 0 total).
Proof. cbn [draw E]. f_equal. apply sum_ext. intros p _. rewrite E_bind. reflexivity. Qed.
