(* Twin of proofs/selection/reference/permute_and_flip_round.md: one selection by permute-and-flip as
   tests/oracle/peel.hpp makes it, and its law. That flipping every coin
   and choosing uniformly among the heads is the same law is toss_law, in selection/toss.v. *)
(* stamp: proofs/selection/reference/permute_and_flip_round.md 6306adeddc787008 *)
From Coq Require Import Reals Lra List Permutation ZArith Lia.
From Discreet.basics Require Import sums integrals.
From Discreet.framework Require Import range_distance.
From Discreet.samplers Require Import decisions.
Import ListNotations.
Open Scope R_scope.

(* ---- The program; scores are integers, so that it can be run. A coin has its gap as its name, and is heads with
   the probability e^(-|gap| / scale), as sample_bernoulli_exp(ScoreGap). ---- *)

Fixpoint replace {A} (j : nat) (y : A) (l : list A) : list A :=
  match l, j with
  | [], _ => []
  | _ :: l, O => y :: l
  | x :: l, S j => x :: replace j y l
  end.

(* std::swap(items[0], items[j]), the items being h and then t: the new first one, and the rest. *)
Definition swap_first {A} (j : nat) (h : A) (t : list A) : A * list A :=
  match j with
  | O => (h, t)
  | S j => (nth j t h, replace j h t)
  end.

(* best_of *)
Fixpoint best (score : nat -> Z) (l : list nat) : Z :=
  match l with
  | [] => 0
  | [x] => score x
  | x :: l => Z.max (score x) (best score l)
  end.

(* left[j] = left.back(); left.pop_back(); where left is seen, the winner, rest. *)
Definition without_winner (seen rest : list nat) : list nat :=
  match rest with
  | [] => seen
  | x :: r => seen ++ last rest x :: removelast rest
  end.

(* The winner and who is left; None where the C++ code throws. *)
Fixpoint walk (score : nat -> Z) (best : Z) (n : nat) (seen rest : list nat)
  : program Z (option (nat * list nat)) :=
  match n, rest with
  | S n, h :: t =>
      Below (length rest) (fun j =>
        let '(x, rest) := swap_first j h t in
        Coin (best - score x)%Z (fun heads =>
          if heads then Ret (Some (x, without_winner seen rest))
          else walk score best n (seen ++ [x]) rest))
  | _, _ => Ret None
  end.

Definition permute_and_flip_round (score : nat -> Z) (pool : list nat) : program Z (option (nat * list nat)) :=
  walk score (best score pool) (length pool) [] pool.

(* ---- Facts about lists ---- *)

Lemma swap_first_permutation {A} j (h : A) t :
  (j < S (length t))%nat -> let '(x, r) := swap_first j h t in Permutation (h :: t) (x :: r).
Proof.
  destruct j as [|j]; simpl; [reflexivity|]. intros Hj. apply Nat.succ_lt_mono in Hj.
  revert j Hj. induction t as [|y t IH]; simpl; [lia|]. intros [|j] Hj.
  - apply perm_swap.
  - transitivity (y :: h :: t); [apply perm_swap|].
    transitivity (y :: nth j t h :: replace j h t); [|apply perm_swap].
    constructor. apply IH. lia.
Qed.

(* Over all positions, swapping to the front picks each member once. *)
Lemma sum_swap_first {A} (F : A -> list A -> R) h t :
  (forall x r r', Permutation r r' -> F x r = F x r') ->
  sum (fun j => let '(x, r) := swap_first j h t in F x r) (seq 0 (length (h :: t)))
  = sum (fun '(x, r) => F x r) (picks (h :: t)).
Proof.
  intros HF. cbn [length seq sum picks]. f_equal. rewrite sum_seq_S, sum_map. cbn [swap_first].
  revert F HF. induction t as [|y t IH]; intros F HF; [reflexivity|].
  cbn [length seq sum picks]. f_equal.
  rewrite sum_seq_S, sum_map. cbn [nth replace].
  etransitivity.
  { apply (IH (fun x r => F x (y :: r))). intros. apply HF. now constructor. }
  apply sum_ext. intros [z r] _. apply HF. apply perm_swap.
Qed.

Lemma walk_sound score b n seen rest : sound (walk score b n seen rest).
Proof.
  revert seen rest. induction n as [|n IH]; intros seen [|h t]; cbn [walk sound]; auto.
  split; [simpl; lia|]. intros j _. destruct (swap_first j h t) as [x r]. intros [|]; simpl; auto.
Qed.

Lemma without_winner_permutation seen rest : Permutation (without_winner seen rest) (seen ++ rest).
Proof.
  destruct rest as [|x r]; cbn [without_winner]; [now rewrite app_nil_r|].
  apply Permutation_app_head.
  transitivity (removelast (x :: r) ++ [last (x :: r) x]); [apply Permutation_cons_append|].
  rewrite <- app_removelast_last by discriminate. reflexivity.
Qed.

(* ---- The law ---- *)

(* p_x times the integral from 0 to 1 of the product over the others of 1 - p_i t. *)
Definition flip (p : nat -> R) (x : nat) (r : list nat) : R := p x * area (map p r) 1.

Lemma flip_permutation p x r r' : Permutation r r' -> flip p x r = flip p x r'.
Proof.
  intros P. unfold flip. f_equal. apply area_permutation; [lra|]. now apply Permutation_map.
Qed.

Theorem flip_total p l : In 1 (map p l) -> sum (fun '(x, r) => flip p x r) (picks l) = 1.
Proof.
  intros H. transitivity (sum (fun '(c, rest) => c * area rest 1) (picks (map p l))).
  - rewrite picks_map, sum_map. apply sum_ext. now intros [x r] _.
  - rewrite area_total by lra. replace (product (map p l) 1) with 0; [lra|].
    induction (map p l) as [|c r IH]; simpl in *; [tauto|].
    destruct H as [->|H]; [lra|]. rewrite <- IH by exact H. lra.
Qed.

Section Law.
Variable scale : R.
Definition heads (gap : Z) : R := exp (- IZR (Z.abs gap) / scale).

Definition lift (F : nat -> list nat -> R) (o : option (nat * list nat)) : R :=
  match o with
  | Some (x, r) => F x r
  | None => 0
  end.

Lemma walk_law score b n seen rest F :
  (forall x r r', Permutation r r' -> F x r = F x r') -> length rest = n ->
  E heads (walk score b n seen rest) (lift F)
  = sum (fun '(x, r) => flip (fun i => heads (b - score i)%Z) x r * F x (seen ++ r)) (picks rest).
Proof.
  intros HF. set (p := fun i => heads (b - score i)%Z).
  revert seen rest. induction n as [|n IH]; intros seen rest Hn.
  { destruct rest; [reflexivity|discriminate]. }
  destruct rest as [|h t]; [discriminate|]. injection Hn as Hn.
  cbn [walk E].
  (* What happens after x has moved to the front. *)
  set (G := fun x r => p x * F x (seen ++ r)
    + (1 - p x) * sum (fun '(y, s) => flip p y s * F y (seen ++ x :: s)) (picks r)).
  assert (GP : forall x r r', Permutation r r' -> G x r = G x r').
  { intros x r r' P. unfold G. f_equal.
    - f_equal. apply HF. now apply Permutation_app_head.
    - f_equal. apply (sum_picks_permutation (fun y s => flip p y s * F y (seen ++ x :: s))); auto.
      intros y s s' Q. rewrite (flip_permutation p y s s' Q). f_equal.
      apply HF. apply Permutation_app_head. now constructor. }
  rewrite (sum_ext _ (fun j => let '(x, r) := swap_first j h t in G x r)).
  2: { intros j Hj. apply in_seq in Hj. simpl in Hj.
       pose proof (swap_first_permutation j h t) as P. destruct (swap_first j h t) as [x r].
       assert (Lr : length r = n).
       { apply eq_add_S. rewrite <- Hn. symmetry. apply (Permutation_length (P ltac:(lia))). }
       cbn [E]. unfold G. f_equal.
       - cbn [lift]. f_equal. apply HF. apply without_winner_permutation.
       - f_equal. rewrite IH by exact Lr. apply sum_ext. intros [y s] _. f_equal.
         now rewrite <- app_assoc. }
  rewrite sum_swap_first by exact GP.
  (* Change the order of "x fails first" and "y wins". *)
  set (l := h :: t).
  assert (X : sum (fun '(x, r) => G x r) (picks l)
    = sum (fun '(y, s) => INR (length l) * (flip p y s * F y (seen ++ s))) (picks l)).
  { transitivity (sum (fun '(y, s) => p y * F y (seen ++ s)) (picks l)
      + sum (fun '(x, r) => sum (fun '(y, s) =>
          (1 - p x) * (flip p y s * F y (seen ++ x :: s))) (picks r)) (picks l)).
    { rewrite <- sum_plus. apply sum_ext. intros [x r] _. unfold G. f_equal.
      rewrite <- sum_scale. apply sum_ext. now intros [y s] _. }
    rewrite (sum_picks_swap (fun x y s => (1 - p x) * (flip p y s * F y (seen ++ x :: s)))).
    rewrite <- sum_plus. apply sum_ext. intros [y s] Hy.
    pose proof (picks_permutation l y s Hy) as P.
    rewrite (Permutation_length P). cbn [length].
    rewrite (sum_ext _ (fun q => (p y * F y (seen ++ s)) *
      (let '(x, r) := q in (1 - p x) * area (map p r) 1))).
    2: { intros [x r] Hx. apply picks_permutation in Hx. unfold flip.
         rewrite (HF y (seen ++ s) (seen ++ x :: r)) by now apply Permutation_app_head.
         lra. }
    rewrite sum_scale.
    replace (sum (fun q => let '(x, r) := q in (1 - p x) * area (map p r) 1) (picks s))
      with (INR (S (length s)) * area (map p s) 1 - 1).
    { unfold flip. lra. }
    rewrite <- (map_length p s), area_recursion, picks_map, sum_map.
    rewrite (sum_ext _ (fun q => let '(x, r) := q in (1 - p x) * area (map p r) 1)).
    { lra. }
    now intros [x r] _. }
  rewrite X. rewrite <- sum_scale. apply sum_ext. intros [y s] _. cbv zeta.
  rewrite <- Rmult_assoc, Rinv_l; [lra|]. apply not_0_INR. discriminate.
Qed.

Lemma best_is_best score l : l <> [] ->
  (exists i, In i l /\ score i = best score l) /\ forall i, In i l -> (score i <= best score l)%Z.
Proof.
  induction l as [|x l IH]; [congruence|]. intros _. destruct l as [|y l].
  - cbn [best]. split; [exists x; simpl; auto|]. intros i [<-|[]]. lia.
  - destruct IH as [[m [Hm Em]] B]; [discriminate|].
    change (best score (x :: y :: l)) with (Z.max (score x) (best score (y :: l))).
    split.
    + destruct (Z.max_spec (score x) (best score (y :: l))) as [[_ ->]|[_ ->]].
      * exists m. split; [now right|exact Em].
      * exists x. split; [now left|reflexivity].
    + intros i [<-|Hi]; [lia|]. specialize (B i Hi). lia.
Qed.

Lemma best_permutation score l l' : Permutation l l' -> best score l = best score l'.
Proof.
  intros P. destruct l as [|x l].
  { apply Permutation_nil in P. now subst. }
  assert (N : l' <> []) by (intros ->; symmetry in P; apply Permutation_nil in P; discriminate).
  destruct (best_is_best score (x :: l)) as [[m [Hm Em]] B]; [discriminate|].
  destruct (best_is_best score l' N) as [[m' [Hm' Em']] B'].
  rewrite <- Em, <- Em'. apply Z.le_antisymm.
  - rewrite Em'. apply B'. now rewrite <- P.
  - rewrite Em. apply B. now rewrite P.
Qed.

Lemma permute_and_flip_round_coins score pool F :
  (forall x r r', Permutation r r' -> F x r = F x r') ->
  E heads (permute_and_flip_round score pool) (lift F)
  = sum (fun '(x, r) => flip (fun i => heads (best score pool - score i)%Z) x r * F x r) (picks pool).
Proof.
  intros HF. unfold permute_and_flip_round. rewrite walk_law by auto. apply sum_ext. now intros [x r] _.
Qed.

(* A function that sees the others as a set, not as a list. *)
Definition fair (F : nat -> list nat -> R) : Prop := forall x r r', Permutation r r' -> F x r = F x r'.

Hypothesis scale_pos : 0 < scale.

Definition is_best (u : nat -> R) (l : list nat) (b : R) : Prop :=
  (exists i, In i l /\ u i = b) /\ forall i, In i l -> u i <= b.

Definition flip_law (score : nat -> Z) (x : nat) (r : list nat) : R :=
  flip (fun i => exp (scaled scale score i - IZR (best score (x :: r)) / scale)) x r.

Lemma flip_law_fair score : fair (flip_law score).
Proof.
  intros x r r' Q. unfold flip_law.
  rewrite (best_permutation score (x :: r) (x :: r')) by now constructor.
  now apply flip_permutation.
Qed.

Lemma flip_ext p q x r : (forall i, In i (x :: r) -> p i = q i) -> flip p x r = flip q x r.
Proof.
  intros H. unfold flip. rewrite H by now left. f_equal. f_equal. apply map_ext_in.
  intros. apply H. now right.
Qed.

(* The coin of a candidate, whose score is at most the best. *)
Lemma heads_of_score score x r i :
  In i (x :: r) ->
  heads (best score (x :: r) - score i) = exp (scaled scale score i - IZR (best score (x :: r)) / scale).
Proof.
  intros Hi. destruct (best_is_best score (x :: r)) as [_ B]; [discriminate|]. specialize (B i Hi).
  unfold heads, scaled. rewrite Z.abs_eq by lia. rewrite minus_IZR. f_equal. field. lra.
Qed.

(* The law p_x * integral from 0 to 1 of the product of 1 - p_i t, p_i = e^(-gap to the best / scale). *)
Theorem permute_and_flip_round_law score pool F :
  fair F -> E heads (permute_and_flip_round score pool) (lift F)
  = sum (fun '(x, r) => flip_law score x r * F x r) (picks pool).
Proof.
  intros HF. rewrite permute_and_flip_round_coins by exact HF. apply sum_ext. intros [x r] H.
  apply picks_permutation in H. f_equal. unfold flip_law.
  rewrite (best_permutation score pool (x :: r) H). apply flip_ext. intros i Hi.
  now apply heads_of_score.
Qed.

Lemma scaled_best score x r :
  is_best (scaled scale score) (x :: r) (IZR (best score (x :: r)) / scale).
Proof.
  destruct (best_is_best score (x :: r)) as [[m [Hm Em]] B]; [discriminate|]. split.
  - exists m. split; [exact Hm|]. unfold scaled. now rewrite Em.
  - intros i Hi. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|].
    apply IZR_le. now apply B.
Qed.

(* Somebody wins: the throw at the end of the C++ code has probability 0. *)
Theorem flip_law_total score x l : sum (fun '(y, r) => flip_law score y r) (picks (x :: l)) = 1.
Proof.
  set (b := IZR (best score (x :: l)) / scale).
  rewrite <- (flip_total (fun i => exp (scaled scale score i - b)) (x :: l)).
  - apply sum_ext. intros [y r] H. apply picks_permutation in H. unfold flip_law, b.
    now rewrite (best_permutation score _ _ H).
  - destruct (scaled_best score x l) as [[m [Hm Em]] _]. apply in_map_iff. exists m.
    split; [|exact Hm]. rewrite Em. fold b. rewrite Rminus_diag_eq by reflexivity. apply exp_0.
Qed.

Lemma heads_is_a_probability gap : 0 <= heads gap <= 1.
Proof.
  unfold heads. split; [left; apply exp_pos|]. rewrite <- exp_0. apply exp_le.
  assert (0 <= IZR (Z.abs gap)) by (apply IZR_le; lia).
  assert (0 <= IZR (Z.abs gap) / scale).
  { apply Rmult_le_pos; [lra|left; now apply Rinv_0_lt_compat]. }
  unfold Rdiv in *. lra.
Qed.

End Law.
