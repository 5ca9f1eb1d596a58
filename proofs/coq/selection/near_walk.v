(* Slots drawn uniformly, for proofs/selection/near_round.md: one for each score near the best, and one for each of the
   others whose coins are known to show heads. *)
From Coq Require Import Reals Lra List Permutation ZArith Lia Bool.
From Discreet.basics Require Import sums.
From Discreet.samplers Require Import decisions.
From Discreet.selection Require Import toss splitting tree small_pool flat_round near_slots tossed_first.
From Discreet.selection.reference Require Import permute_and_flip_round.
Import ListNotations.
Open Scope R_scope.

Lemma sum_where {A} (q : A -> bool) (a : A -> R) v l :
  sum (fun i => if q i then a i else v) l
  = sum a (filter q l) + (INR (length l) - INR (length (filter q l))) * v.
Proof.
  induction l as [|i l IH]; cbn [sum filter]; [simpl; ring|]. rewrite IH.
  destruct (q i); cbn [sum length]; rewrite !S_INR; ring.
Qed.

Lemma sum_of_slots (a : nat -> R) v (slots : list (option nat)) :
  let seated := flat_map (fun o => match o with Some i => [i] | None => [] end) slots in
  sum (fun o => match o with Some i => a i | None => v end) slots
  = sum a seated + (INR (length slots) - INR (length seated)) * v.
Proof.
  cbv zeta. induction slots as [|[i|] slots IH]; cbn [sum flat_map app]; [simpl; ring| |]; rewrite IH.
  - cbn [sum length]. rewrite !S_INR. ring.
  - cbn [length]. rewrite S_INR. ring.
Qed.

Lemma sum_shifted (f : nat -> R) a k : sum f (seq a k) = sum (fun j => f (a + j)%nat) (seq 0 k).
Proof.
  revert f. induction a as [|a IH]; intros f; [reflexivity|]. rewrite sum_seq_S. apply IH.
Qed.

Section Walk.
Variables (n : nat) (score : nat -> Z) (W : nat) (scale : R) (removed : nat -> bool).
Variable slots : list (option nat).  (* who has each of them, if anybody has *)
(* Coins are small_pool.v's, named by gap and offset; what follows may have others. *)
Variables (C : Type) (chance : C -> R) (coin : Z * nat -> C).
Let top : Z := best score (play n removed).

Definition seated : list nat := flat_map (fun o => match o with Some i => [i] | None => [] end) slots.
Definition near (i : nat) : bool := mem i seated.

(* Those in play who were not tried, with a slot and without. *)
Definition far_out (tried : list nat) : nat -> bool := gone (fun i => removed i || near i) tried.
Definition near_out (tried : list nat) : nat -> bool := gone (fun i => removed i || negb (near i)) tried.
Definition far_left (tried : list nat) : list nat := play n (far_out tried).
Definition near_left (tried : list nat) : list nat := play n (near_out tried).

(* ask_near: the winner, if there is one, and who was tried. The coin of somebody who is out decides nothing. *)
Fixpoint near_walk (heads : list nat) (m : nat) (tried : list nat) : program C (option nat * list nat) :=
  match m with
  | O => Ret (None, tried)
  | S m =>
      Below (length slots + length heads) (fun s => Below W (fun offset =>
        if (s <? length slots)%nat then
          match nth s slots None with
          | None => near_walk heads m tried
          | Some i => Coin (coin (top - score i, offset)%Z) (fun won =>
              if won && in_play n (gone removed tried) i then Ret (Some i, tried) else near_walk heads m (i :: tried))
          end
        else
          match nth_error heads (s - length slots) with
          | Some i => Ret (Some i, tried)
          | None => near_walk heads m tried
          end))
  end.

Let p (i : nat) : R := heads scale (top - score i).

(* Permute-and-flip on what is left, where those whose coins are known to show heads are sure. *)
Definition known (heads : list nat) (i : nat) : R := if mem i heads then 1 else p i.
Definition near_flips (f : nat -> R) (heads tried : list nat) : R :=
  sum (fun '(x, r) => flip (known heads) x r * f x) (picks (heads ++ near_left tried)).

Definition pool (heads tried : list nat) : list (nat * R) :=
  map sure heads ++ map (with_chance p) (near_left tried).

(* ---- Who is where ---- *)

Hypothesis one_slot : NoDup (filter (in_play n removed) seated).

Lemma in_play_gone out tried i : in_play n (gone out tried) i = in_play n out i && negb (mem i tried).
Proof. unfold in_play, gone. destruct (i <? n)%nat, (out i), (mem i tried); reflexivity. Qed.

Lemma in_near tried i : In i (near_left tried) <-> in_play n (gone removed tried) i = true /\ near i = true.
Proof.
  unfold near_left, near_out. rewrite <- in_play_in. unfold in_play, gone.
  destruct (i <? n)%nat, (removed i), (near i), (mem i tried); cbn;
    (split; [intros H; split; congruence|intros [H K]; congruence]).
Qed.

Lemma in_far tried i : In i (far_left tried) <-> in_play n (gone removed tried) i = true /\ near i = false.
Proof.
  unfold far_left, far_out. rewrite <- in_play_in. unfold in_play, gone.
  destruct (i <? n)%nat, (removed i), (near i), (mem i tried); cbn;
    (split; [intros H; split; congruence|intros [H K]; congruence]).
Qed.

Lemma far_and_near tried : Permutation (play n (gone removed tried)) (far_left tried ++ near_left tried).
Proof.
  apply split_by; intros i; unfold in_play, far_out, near_out, gone;
    destruct (i <? n)%nat, (removed i), (near i), (mem i tried); reflexivity.
Qed.

Lemma seated_left tried : Permutation (filter (in_play n (gone removed tried)) seated) (near_left tried).
Proof.
  apply NoDup_Permutation; [|apply left_once|].
  - rewrite (filter_ext _ (fun i => in_play n removed i && negb (mem i tried))) by (intros; apply in_play_gone).
    clear - one_slot. induction seated as [|i l IH]; [constructor|]. cbn [filter] in *.
    destruct (in_play n removed i); cbn [andb]; [|now apply IH]. inversion one_slot as [|? ? N D]; subst.
    destruct (mem i tried); cbn [negb]; [now apply IH|]. constructor; [|now apply IH].
    intros X. apply N. apply filter_In in X. apply filter_In. destruct X as [Hi X]. split; [exact Hi|].
    now destruct (in_play n removed i).
  - intros i. rewrite filter_In, in_near. unfold near. rewrite mem_In. apply and_comm.
Qed.

Lemma in_near_again tried i x : In x (near_left (i :: tried)) <-> In x (near_left tried) /\ x <> i.
Proof.
  rewrite !in_near. unfold in_play. rewrite gone_again.
  destruct (Nat.eqb_spec x i), (x <? n)%nat, (gone removed tried x); cbn;
    (split; [intros [H K]|intros [[H K] D]]; repeat split; congruence).
Qed.

Lemma near_takes_out tried i : In i (near_left tried) -> Permutation (near_left tried) (i :: near_left (i :: tried)).
Proof.
  intros H. apply NoDup_Permutation; [apply left_once| |].
  - constructor; [|apply left_once]. rewrite in_near_again. intros [_ X]. now apply X.
  - intros x. cbn [In]. rewrite in_near_again. destruct (Nat.eq_dec i x) as [<-|D]; [split; [now left|now intros _]|].
    split; [intros X; right; split; [exact X|congruence]|]. intros [X|[X _]]; [contradiction|exact X].
Qed.

Lemma near_in_vain i tried : in_play n (gone removed tried) i = false -> near_left (i :: tried) = near_left tried.
Proof.
  intros H. apply filter_ext. intros j. unfold near_out. rewrite !in_play_gone. cbn [mem existsb].
  fold (mem j tried). destruct (Nat.eqb_spec j i) as [->|_]; [|reflexivity]. rewrite in_play_gone in H.
  unfold in_play in *. destruct (i <? n)%nat, (removed i), (mem i tried); try discriminate; cbn; now destruct (near i).
Qed.

(* ---- What is left ---- *)

Lemma pool_of_known f heads tried :
  (forall i, In i heads -> near i = false) -> value_of f (pool heads tried) = near_flips f heads tried.
Proof.
  intros F. unfold near_flips, pool. rewrite <- value_of_flips, map_app. do 2 f_equal; apply map_ext_in; intros i Hi.
  - unfold sure, with_chance, known. apply mem_In in Hi. now rewrite Hi.
  - unfold with_chance, known. destruct (mem i heads) eqn:K; [|reflexivity]. apply mem_In in K.
    apply in_near in Hi. rewrite (F i K) in Hi. now destruct Hi.
Qed.

Lemma heads_are_far heads tried i : incl heads (far_left tried) -> In i heads -> near i = false.
Proof. intros I Hi. apply I in Hi. now apply in_far in Hi. Qed.

Lemma pool_permutation f heads heads' tried :
  Permutation heads heads' -> value_of f (pool heads tried) = value_of f (pool heads' tried).
Proof. intros P. apply value_of_permutation. unfold pool. now rewrite P. Qed.

(* The mean over the others' coins, tossed first, of what is left: permute-and-flip. *)
Lemma coins_of_others f tried :
  toss.coins p (far_left tried) (fun heads => value_of f (pool heads tried))
  = flips n score scale removed f (play n (gone removed tried)).
Proof.
  change (flips n score scale removed f) with (fun l => sum (fun '(x, r) => flip p x r * f x) (picks l)). cbv beta.
  rewrite <- value_of_flips, (value_of_permutation f _ _ (Permutation_map (with_chance p) (far_and_near tried))).
  rewrite map_app. apply tossed_first.
Qed.

(* ---- One draw ---- *)

Lemma pool_recursion f heads tried :
  (INR (length heads) + INR (length (near_left tried))) * value_of f (pool heads tried)
  = sum f heads + sum (fun i => p i * f i + (1 - p i) * value_of f (pool heads (i :: tried))) (near_left tried).
Proof.
  set (F := fun c : nat * R => snd c * f (fst c) + (1 - snd c) * value_of f (pool heads (fst c :: tried))).
  transitivity (sum F (pool heads tried)).
  - rewrite <- (sum_picked F), <- plus_INR.
    replace (length heads + length (near_left tried))%nat with (length (pool heads tried))
      by (unfold pool; now rewrite app_length, !map_length).
    rewrite value_recursion. apply sum_ext. intros [[x q] r] H. unfold F. cbn [fst snd].
    destruct (Req_dec q 1) as [->|D]; [ring|]. do 2 f_equal. apply value_of_permutation.
    apply picks_permutation in H. assert (I : In (x, q) (pool heads tried)) by (rewrite H; now left).
    apply in_app_iff in I. destruct I as [I|I]; apply in_map_iff in I; destruct I as [y [E I]];
      injection E as <- <-; [congruence|].
    apply Permutation_cons_inv with (with_chance p y). change (y, p y) with (with_chance p y) in H. rewrite <- H.
    unfold pool. rewrite (near_takes_out tried y I). cbn [map]. symmetry. apply Permutation_middle.
  - unfold pool, F. rewrite sum_app, !sum_map. cbn [sure with_chance fst snd]. f_equal. apply sum_ext. intros. ring.
Qed.

(* A uniform draw among the slots and the heads: what is in vain changes nothing. *)
Lemma pool_of_draw f heads tried : let v := value_of f (pool heads tried) in
  INR (length slots + length heads) * v
  = sum (fun o => match o with
                  | None => v
                  | Some i => if in_play n (gone removed tried) i
                              then p i * f i + (1 - p i) * value_of f (pool heads (i :: tried)) else v
                  end) slots + sum f heads.
Proof.
  intros v. pose proof (pool_recursion f heads tried) as R. fold v in R.
  rewrite sum_of_slots. fold seated.
  rewrite sum_where, (sum_permutation _ _ _ (seated_left tried)), (Permutation_length (seated_left tried)), plus_INR.
  lra.
Qed.

Hypothesis scale_pos : 0 < scale.
Hypothesis W_pos : (0 < W)%nat.
Hypothesis coins : forall c, chance (coin c) = small_heads W scale c.

Lemma any_offset v : / INR W * sum (fun _ => v) (seq 0 W) = v.
Proof. rewrite sum_const, seq_length. field. now apply not_0_INR, Nat.neq_0_lt_0. Qed.

(* So many draws, and permute-and-flip on what is left by whatever goes on, as long as P holds of the tried. *)
Lemma near_walk_pool (P : list nat -> Prop) heads f g m tried :
  (forall tried i, P tried -> (in_play n (gone removed tried) i = true -> p i <> 1) -> P (i :: tried)) ->
  (forall tried, P tried -> g tried = value_of f (pool heads tried)) -> P tried ->
  E chance (near_walk heads m tried) (fun '(o, tried) => match o with Some i => f i | None => g tried end)
  = value_of f (pool heads tried).
Proof.
  intros Next G. revert tried. induction m as [|m IH]; intros tried H; [now apply G|].
  destruct (Nat.eq_dec (length slots + length heads) 0) as [Z|Z].
  { pose proof (seated_left tried) as S. unfold seated in S. apply Nat.eq_add_0 in Z. destruct Z as [Zs Zh].
    apply length_zero_iff_nil in Zs, Zh. rewrite Zs in S. apply Permutation_nil in S. cbn [near_walk E].
    rewrite Zs. subst heads. unfold pool. rewrite S. unfold value_of. simpl. ring. }
  apply not_0_INR in Z. apply (Rmult_eq_reg_l (INR (length slots + length heads))); [|exact Z]. cbn [near_walk E].
  rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by exact Z. rewrite pool_of_draw, seq_app, sum_app.
  rewrite (sum_shifted _ (0 + length slots)). f_equal.
  - rewrite <- (sum_places _ None slots). apply sum_ext. intros s Hs. apply in_seq in Hs.
    destruct (Nat.ltb_spec s (length slots)); [|lia]. destruct (nth s slots None) as [i|].
    + cbn [E andb]. unfold top. rewrite (flat_coin n score W scale removed C chance coin) by auto. fold top (p i).
      destruct (in_play n (gone removed tried) i) eqn:I; cbn [E].
      * destruct (Req_dec (p i) 1) as [->|D]; [ring|]. rewrite IH; [reflexivity|]. apply Next; auto.
      * rewrite IH by (apply Next; [exact H|congruence]). unfold pool. rewrite (near_in_vain i) by exact I. ring.
    + rewrite (sum_ext _ (fun _ => value_of f (pool heads tried))); [apply any_offset|]. intros. now apply IH.
  - rewrite <- (sum_places f 0%nat heads). apply sum_ext. intros j Hj. cbn [Nat.add].
    destruct (Nat.ltb_spec (length slots + j) (length slots)); [lia|].
    replace (length slots + j - length slots)%nat with j by lia. apply in_seq in Hj.
    rewrite (nth_error_nth' heads 0%nat) by lia. apply any_offset.
Qed.

(* Whoever has a slot: the others' coins, tossed somehow, so many draws, and permute-and-flip on what is left are
   permute-and-flip. *)
Theorem near_walk_law m tried f :
  toss.coins p (far_left tried) (fun heads => E chance (near_walk heads (m heads) tried)
    (fun '(o, tried) => match o with Some i => f i | None => near_flips f heads tried end))
  = flips n score scale removed f (play n (gone removed tried)).
Proof.
  rewrite <- coins_of_others. apply coins_within. intros heads I.
  apply (near_walk_pool (fun _ => True)); auto. intros tried' _. symmetry. apply pool_of_known.
  intros i. now apply (heads_are_far heads tried).
Qed.

(* Whoever wins is in play. *)
Lemma gone_in_play tried i : in_play n (gone removed tried) i = true -> In i (play n removed).
Proof.
  intros H. rewrite <- none_gone. apply in_play_in. rewrite in_play_gone in *. now destruct (in_play n removed i).
Qed.

Lemma near_walk_in_play heads m tried : incl heads (play n removed) ->
  always (fun '(o, _) => match o with Some i => In i (play n removed) | None => True end) (near_walk heads m tried).
Proof.
  intros I. revert tried. induction m as [|m IH]; intros tried; cbn [near_walk always]; [exact Logic.I|].
  intros s offset. destruct (s <? length slots)%nat.
  - destruct (nth s slots None) as [i|]; [|apply IH]. cbn [always]. intros [|]; [|apply IH]. cbn [andb].
    destruct (in_play n (gone removed tried) i) eqn:P; [|apply IH]. now apply (gone_in_play tried).
  - destruct (nth_error heads (s - length slots)) as [i|] eqn:H; [|apply IH]. apply nth_error_In in H. now apply I.
Qed.

End Walk.
