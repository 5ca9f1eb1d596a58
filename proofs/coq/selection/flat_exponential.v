(* The exponential mechanism by flat draws: every score owns W positions, with weights beside the best in play. *)
From Coq Require Import Reals Lra List Permutation ZArith Lia Bool.
From Discreet.basics Require Import sums members retry.
From Discreet.framework Require Import range_distance.
From Discreet.samplers Require Import decisions.
From Discreet.mechanisms Require Import top_k_bounded_range.
From Discreet.selection Require Import proposal hits exponential_round tree.
From Discreet.selection.reference Require Import permute_and_flip_round peel.
Import ListNotations.
Open Scope R_scope.

Section Exponential.
Variables (n : nat) (score : nat -> Z) (W : nat) (scale : R) (removed : nat -> bool).
Hypothesis W_pos : (0 < W)%nat.
Hypothesis scale_pos : 0 < scale.

(* A score and an offset below W, as one position. *)
Definition flat_resolve (position : nat) : option (nat * nat) := Some (position / W, position mod W)%nat.

Lemma flat_owns : owns (n * W) flat_resolve (in_play n removed) (fun _ => W) (play n removed).
Proof.
  exists (map (fun i => (i, W)) (play n removed)). split; [|split].
  - replace (flat_map (named flat_resolve) (seq 0 (n * W))) with (flat_map (fun i => offsets i W) (seq 0 n)).
    + pose proof (playing_rows (in_play n removed) (seq 0 n) W) as X. unfold playing in X. rewrite X.
      rewrite !flat_map_concat_map, map_map. reflexivity.
    + rewrite <- grid_found, seq_length by exact W_pos. apply flat_map_ext_in. intros q Hq. apply in_seq in Hq.
      unfold named, flat_resolve. rewrite seq_nth; [reflexivity|]. apply Nat.div_lt_upper_bound; lia.
  - rewrite map_map. cbn [fst]. now rewrite map_id.
  - intros i m H. apply in_map_iff in H. destruct H as [j [E _]]. injection E as _ <-. apply le_n.
Qed.

(* So many draws, weighed beside the best in play, and the exponential mechanism if none is accepted. *)
Theorem flat_exponential_law m f x l : play n removed = x :: l ->
  let v := sum (fun '(y, r) => exponential (scaled scale score) y r * f y) (picks (play n removed)) in
  E (below_theta (theta score (INR W) scale (best score (play n removed))))
    (selection.exponential_round.exponential_round unit (fun _ => n * W)%nat (fun _ => flat_resolve) (fun _ => 1%nat)
       (fun s _ => s) (in_play n removed) m tt)
    (fun o => match o with Some (i, _) => f i | None => v end) = v.
Proof.
  intros Hp v. set (th := theta _ _ _ _).
  assert (P : 0 < INR W) by now apply lt_0_INR.
  assert (T : forall i, 0 < th i) by (intros; apply Rmult_lt_0_compat; [exact P|apply exp_pos]).
  assert (U : forall i, In i (play n removed) -> 0 <= th i <= INR W).
  { intros i Hi. split; [left; apply T|]. unfold th, theta. rewrite <- (Rmult_1_r (INR W)) at 2.
    apply Rmult_le_compat_l; [lra|]. rewrite Hp in *. rewrite <- (heads_of_score scale scale_pos) by exact Hi.
    now apply heads_is_a_probability. }
  assert (Hn : (0 < n * W)%nat).
  { apply Nat.mul_pos_pos; [|exact W_pos]. assert (I : In x (play n removed)) by (rewrite Hp; now left).
    apply filter_In in I. destruct I as [I _]. apply in_seq in I. lia. }
  pose proof (exponential_round_law unit (fun _ => n * W)%nat (fun _ => flat_resolve) (fun _ => 1%nat) (fun s _ => s)
    (in_play n removed) (fun _ => W) th (play n removed) (fun _ => flat_owns) U (fun _ => Hn) m tt f) as L.
  set (round := selection.exponential_round.exponential_round _ _ _ _ _ _ _ _) in *.
  assert (V : v = weigh th (play n removed) f / weigh th (play n removed) (fun _ => 1)).
  { unfold v, th. rewrite Hp. symmetry.
    exact (engine_is_exponential (INR W) (IZR (best score (x :: l)) / scale) (scaled scale score) x l f P). }
  assert (A : 0 < weigh th (play n removed) (fun _ => 1)).
  { apply sum_pos; [rewrite Hp; discriminate|]. intros i _. specialize (T i). lra. }
  rewrite (E_ext _ _ _ (fun o => winner f o + v * on_none o)) by (intros [[i s]|]; cbn [winner on_none]; ring).
  rewrite E_plus, E_scale. apply (Rmult_eq_reg_l (weigh th (play n removed) (fun _ => 1))); [|lra].
  rewrite Rmult_plus_distr_l, L, V. field. lra.

Qed.

End Exponential.
