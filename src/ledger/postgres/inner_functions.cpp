#include <array>

#include "ledger/postgres/schema.hpp"

namespace discreet::detail {
namespace {

// Refused with DC003 is what is no entry that continues its chain, with DC002 what was not granted, and with DC001 what a
// budget does not cover. Amounts are read as the library writes them and no otherwise: what is spent rounded up and what
// there is to spend rounded down, where it is a fraction.
constexpr std::array<PostgresFunction, 16> functions_inside{{
    {"amount", "written text, up boolean", "numeric", R"sql(
DECLARE
  power integer;
  above numeric;
  below numeric;
  digits numeric;
  value numeric;
BEGIN
  IF written IS NULL THEN
    RETURN NULL;
  END IF;
  IF length(written) <= 500 AND written ~ '^[1-9][0-9]*/[1-9][0-9]*$' THEN
    above := split_part(written, '/', 1)::numeric;
    below := split_part(written, '/', 2)::numeric;
    -- A fraction stands where the decimals have no end, of which 500 characters need no 1700, or are more than are written.
    digits := div(above * 1e1700, below);
    IF gcd(above, below) = 1 AND (digits * below <> above * 1e1700 OR length(rtrim(digits::text, '0')) > 400) THEN
      value := (div(above * 1e1000, below) + up::integer) * 1e-1000;
    END IF;
  ELSIF length(written) <= 500 AND
        length(regexp_replace(split_part(written, 'e', 1), '^0*[.]?0*|[.]', '', 'g')) <= 400 THEN
    IF written ~ '^(0|[1-9][0-9]{0,20})([.][0-9]*[1-9])?$' AND written !~ '^0[.]00000' THEN
      value := written::numeric;
    ELSIF written ~ '^[1-9]([.][0-9]*[1-9])?e-?[1-9][0-9]{0,2}$' THEN
      power := split_part(written, 'e', 2)::integer;
      IF power NOT BETWEEN -5 AND 20 THEN
        value := written::numeric;
      END IF;
    END IF;
  END IF;
  IF value IS NULL OR value <> 0 AND value NOT BETWEEN 1e-400 AND 1e400 THEN
    RAISE EXCEPTION 'an amount is not as this program writes it' USING ERRCODE = 'DC003';
  END IF;
  RETURN value;
END)sql"},
    {"fact", "facts text, its_name text", "text", R"sql(
DECLARE
  written text := (SELECT substr(line, length(its_name) + 3)
                   FROM unnest(string_to_array(facts, chr(10))) WITH ORDINALITY AS lines(line, place)
                   WHERE starts_with(line, its_name || ': ') ORDER BY place LIMIT 1);
BEGIN
  -- A backslash is written as two, so what stands between two of them has only newlines to undo.
  RETURN CASE WHEN written = '' THEN '' ELSE (
    SELECT string_agg(replace(part, '\n', chr(10)), '\' ORDER BY place)
    FROM unnest(string_to_array(written, '\\')) WITH ORDINALITY AS parts(part, place)) END;
END)sql"},
    {"as_line", "content text", "text", R"sql(
BEGIN
  RETURN replace(replace(content, '\', '\\'), chr(10), '\n');
END)sql"},
    {"field", "content text", "bytea", R"sql(
BEGIN
  RETURN int8send(octet_length(convert_to(content, 'UTF8'))::bigint) || convert_to(content, 'UTF8');
END)sql"},
    {"owns", "", "boolean", R"sql(
BEGIN
  RETURN pg_has_role(session_user, (SELECT nspowner FROM pg_namespace WHERE nspname = 'discreet'), 'USAGE');
END)sql"},
    {"may", "its_dataset text", "boolean", R"sql(
BEGIN
  RETURN discreet.owns() OR EXISTS (SELECT FROM discreet.permit AS p
                                    WHERE p.dataset = its_dataset AND pg_has_role(session_user, p.role, 'USAGE'));
END)sql"},
    {"sees", "its_dataset text", "boolean", R"sql(
BEGIN
  RETURN discreet.may(its_dataset) OR its_dataset = '' AND EXISTS (
    SELECT FROM discreet.permit AS p WHERE pg_has_role(session_user, p.role, 'USAGE'));
END)sql"},
    {"require_sight", "its_dataset text", "void", R"sql(
BEGIN
  IF NOT discreet.sees(its_dataset) THEN
    RAISE EXCEPTION 'the role % was not granted this', session_user USING ERRCODE = 'DC002';
  END IF;
END)sql"},
    {"add_account", "its_kind text, its_name text, facts text", "void", R"sql(
BEGIN
  IF its_name IS NULL OR discreet.fact(facts, 'accountant') IS NULL THEN
    RAISE EXCEPTION 'a budget is not as this program writes it' USING ERRCODE = 'DC003';
  END IF;
  INSERT INTO discreet.account (kind, name, accountant, in_group, budget_epsilon, budget_delta, budget_rho, budget_slack,
                                budget_steps, budget_step, epsilon, delta, rho, slack, steps, charges, closed)
  VALUES (its_kind, its_name, discreet.fact(facts, 'accountant'),
          CASE WHEN its_kind = 'dataset' THEN discreet.fact(facts, 'group') END,
          discreet.amount(discreet.fact(facts, 'budget.epsilon'), false),
          discreet.amount(discreet.fact(facts, 'budget.delta'), false),
          discreet.amount(discreet.fact(facts, 'budget.rho'), false),
          discreet.amount(discreet.fact(facts, 'budget.slack'), false),
          discreet.amount(discreet.fact(facts, 'budget.steps'), false), discreet.fact(facts, 'budget.step'),
          0, 0, 0, 0, 0, 0, false);
END)sql"},
    {"lower", "its_kind text, its_name text, facts text", "void", R"sql(
DECLARE
  epsilon_now numeric := discreet.amount(discreet.fact(facts, 'budget.epsilon'), false);
  delta_now numeric := discreet.amount(discreet.fact(facts, 'budget.delta'), false);
  rho_now numeric := discreet.amount(discreet.fact(facts, 'budget.rho'), false);
  slack_now numeric := discreet.amount(discreet.fact(facts, 'budget.slack'), false);
  steps_now numeric := discreet.amount(discreet.fact(facts, 'budget.steps'), false);
BEGIN
  UPDATE discreet.account AS a
  SET budget_epsilon = CASE WHEN epsilon_now <= a.budget_epsilon THEN epsilon_now END,
      budget_delta = CASE WHEN delta_now <= a.budget_delta THEN delta_now END,
      budget_rho = CASE WHEN rho_now <= a.budget_rho THEN rho_now END,
      budget_slack = CASE WHEN slack_now <= a.budget_slack THEN slack_now END,
      budget_steps = CASE WHEN steps_now <= a.budget_steps THEN steps_now END
  WHERE a.kind = its_kind AND a.name = its_name;
END)sql"},
    {"ratio", "written text, OUT above numeric, OUT below numeric", "record", R"sql(
BEGIN
  above := split_part(written, '/', 1)::numeric;
  below := CASE WHEN strpos(written, '/') > 0 THEN split_part(written, '/', 2)::numeric ELSE 1 END;
END)sql"},
    // Whether what is charged is the price of what it costs: the texts are compared where amounts are equal, of which
    // each has one text, and fractions by their parts, without rounding. What is absent is null, and then nothing holds.
    {"is_price", "a discreet.account, prefix text, facts text", "boolean", R"sql(
DECLARE
  epsilon text := discreet.fact(facts, 'cost.epsilon');
  delta text := coalesce(discreet.fact(facts, 'cost.delta'), '0');
  rho text := discreet.fact(facts, 'cost.rho');
  slack text := nullif(discreet.fact(facts, 'cost.slack'), '0');
  steps text := discreet.fact(facts, 'cost.steps');
  step text := discreet.fact(facts, 'cost.step');
  pure_epsilon text := CASE WHEN delta = '0' THEN epsilon END;
  charged_epsilon text := discreet.fact(facts, prefix || 'epsilon');
  charged_delta text := discreet.fact(facts, prefix || 'delta');
  charged_rho text := discreet.fact(facts, prefix || 'rho');
  charged_slack text := discreet.fact(facts, prefix || 'slack');
  charged_steps text := discreet.fact(facts, prefix || 'steps');
  charged_step text := discreet.fact(facts, prefix || 'step');
  e record;
  r record;
  s record;
  is_rho boolean;
  is_delta boolean;
  is_steps boolean;
  is_slack boolean := charged_slack IS NOT DISTINCT FROM slack;
BEGIN
  IF (steps IS NULL) <> (step IS NULL) OR steps !~ '^[1-9][0-9]{0,20}$' OR discreet.amount(delta, true) > 1 OR
     discreet.amount(slack, true) > 1 THEN
    RETURN false;
  END IF;
  SELECT * INTO e FROM discreet.ratio(pure_epsilon);
  SELECT * INTO r FROM discreet.ratio(charged_rho);
  -- At least epsilon tanh(epsilon / 2), or nearly, where no rho is stated.
  is_rho := CASE WHEN rho IS NOT NULL THEN charged_rho = rho ELSE
    r.above * (1680 * e.below * e.below * e.below * e.below + 180 * e.above * e.above * e.below * e.below +
               e.above * e.above * e.above * e.above) >=
    r.below * e.above * e.above * (840 * e.below * e.below + 20 * e.above * e.above) END;
  SELECT * INTO r FROM discreet.ratio(charged_delta);
  SELECT * INTO s FROM discreet.ratio(coalesce(slack, '0'));
  SELECT r.below * (d.above * s.below + s.above * d.below) = r.above * d.below * s.below INTO is_delta
  FROM discreet.ratio(delta) AS d;
  SELECT * INTO r FROM discreet.ratio(a.budget_step);
  SELECT * INTO s FROM discreet.ratio(step);
  is_steps := CASE WHEN 2 * e.above * r.below <= r.above * e.below THEN charged_steps = '1'
                   ELSE charged_steps = steps AND s.above * r.below <= r.above * s.below END;
  RETURN coalesce(CASE a.accountant
    WHEN 'pure' THEN charged_epsilon = pure_epsilon AND slack IS NULL AND
      num_nonnulls(charged_delta, charged_rho, charged_slack, charged_steps, charged_step) = 0
    WHEN 'zcdp' THEN is_rho AND is_slack AND num_nonnulls(charged_epsilon, charged_delta, charged_steps, charged_step) = 0
    WHEN 'basic' THEN charged_epsilon = epsilon AND is_delta AND
      num_nonnulls(charged_rho, charged_slack, charged_steps, charged_step) = 0
    WHEN 'mixed' THEN charged_epsilon IS NOT DISTINCT FROM pure_epsilon AND is_rho AND is_slack AND
      num_nonnulls(charged_delta, charged_steps, charged_step) = 0
    WHEN 'steps' THEN is_steps AND is_slack AND
      num_nonnulls(charged_epsilon, charged_delta, charged_rho, charged_step) = 0
  END, false);
END)sql"},
    {"spend", "its_kind text, its_name text, prefix text, facts text, decided boolean", "void",
     R"sql(
DECLARE
  a discreet.account;
  fits boolean;
BEGIN
  SELECT * INTO STRICT a FROM discreet.account AS one WHERE one.kind = its_kind AND one.name = its_name;
  IF decided AND a.closed THEN
    RAISE EXCEPTION 'the % was closed, and nothing more is charged to it', its_kind USING ERRCODE = 'DC001';
  END IF;
  a.epsilon := a.epsilon + discreet.amount(discreet.fact(facts, prefix || 'epsilon'), true);
  a.delta := a.delta + discreet.amount(discreet.fact(facts, prefix || 'delta'), true);
  a.rho := a.rho + discreet.amount(discreet.fact(facts, prefix || 'rho'), true);
  a.steps := a.steps + discreet.amount(discreet.fact(facts, prefix || 'steps'), true);
  a.slack := a.slack + coalesce(discreet.amount(discreet.fact(facts, prefix || 'slack'), true), 0);
  fits := CASE a.accountant
            WHEN 'pure' THEN a.epsilon <= a.budget_epsilon
            WHEN 'zcdp' THEN a.rho <= a.budget_rho
            WHEN 'basic' THEN a.epsilon <= a.budget_epsilon AND a.delta <= a.budget_delta
            WHEN 'mixed' THEN coalesce(a.epsilon <= a.budget_epsilon, false) OR a.rho <= a.budget_rho
            WHEN 'steps' THEN a.steps <= a.budget_steps
          END;
  -- What was copied was admitted where it was charged, with exact sums.
  IF decided AND (NOT coalesce(fits, false) OR a.slack > coalesce(a.budget_slack, 0)) THEN
    RAISE EXCEPTION 'the budget of the % does not cover this charge', its_kind USING ERRCODE = 'DC001';
  END IF;
  IF decided AND NOT discreet.is_price(a, prefix, facts) THEN
    RAISE EXCEPTION 'what is charged is not the price of what it costs' USING ERRCODE = 'DC003';
  END IF;
  UPDATE discreet.account AS one
  SET epsilon = a.epsilon, delta = a.delta, rho = a.rho, slack = a.slack, steps = a.steps,
      charges = one.charges + 1
  WHERE one.kind = its_kind AND one.name = its_name;
END)sql"},
    {"charge", "its_dataset text, facts text, decided boolean", "void", R"sql(
DECLARE
  its_group text := (SELECT a.in_group FROM discreet.account AS a
                     WHERE a.kind = 'dataset' AND a.name = its_dataset);
  line constant text := '([^\n\\]|\\n|\\\\)*\n';
  form text := '^(ordered-at: [0-9TZ:-]{20}\n)?what: ' || line || 'asked-by: ' || line || '(user: ' || line || ')?' ||
               '(run: ' || line || 'request: [0-9a-f]{64}\nroom: (0|[1-9][0-9]{0,7})\n)?';
  prefix text;
  currency text;
BEGIN
  FOREACH prefix IN ARRAY ARRAY['cost', 'charged', 'charged-to-group'] LOOP
    FOREACH currency IN ARRAY ARRAY['epsilon', 'delta', 'rho', 'slack', 'steps', 'step'] LOOP
      form := form || '(' || prefix || '[.]' || currency || ': [0-9./e-]+\n)?';
      PERFORM discreet.amount(discreet.fact(facts, prefix || '.' || currency), true);
    END LOOP;
  END LOOP;
  -- What the library would not read back the same would stop everybody who reads the chain.
  IF facts !~ (form || '(parameter[.]([^\n\\:]|\\\\)+: ' || line || ')*$') THEN
    RAISE EXCEPTION 'a charge is not as this program writes it' USING ERRCODE = 'DC003';
  END IF;
  IF decided AND discreet.fact(facts, 'user') IS DISTINCT FROM session_user::text THEN
    RAISE EXCEPTION 'a charge names the role that makes it' USING ERRCODE = 'DC002';
  END IF;
  IF (its_group IS NULL) = (facts ~ '\ncharged-to-group[.]') THEN
    RAISE EXCEPTION 'a charge says what it costs its group, if there is one' USING ERRCODE = 'DC003';
  END IF;
  PERFORM discreet.spend('dataset', its_dataset, 'charged.', facts, decided);
  IF its_group IS NOT NULL THEN
    PERFORM discreet.spend('group', its_group, 'charged-to-group.', facts, decided);
  END IF;
  IF discreet.fact(facts, 'run') IS NOT NULL THEN
    PERFORM discreet.begin_run(its_dataset, facts);
  END IF;
END)sql"},
    {"begin_run", "its_dataset text, facts text", "void", R"sql(
DECLARE
  its_id text := discreet.fact(facts, 'run');
  its_room integer := discreet.fact(facts, 'room')::integer;
BEGIN
  IF octet_length(its_id) NOT BETWEEN 1 AND 200 OR its_id ~ '[\x01-\x1f\x7f]' OR its_room > 16777216 THEN
    RAISE EXCEPTION 'a run is not as this program writes it' USING ERRCODE = 'DC003';
  END IF;
  INSERT INTO discreet.run (dataset, id, room, charged_by)
  VALUES (its_dataset, its_id, its_room, discreet.fact(facts, 'user')) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a run is charged once' USING ERRCODE = 'DC003';
  END IF;
END)sql"},
    {"result", "its_dataset text, its_sequence bigint, facts text, decided boolean", "void", R"sql(
DECLARE
  r discreet.run;
  drawn text := discreet.fact(facts, 'result');
  line text := discreet.as_line(drawn);
BEGIN
  SELECT * INTO r FROM discreet.run AS one WHERE one.dataset = its_dataset AND one.id = discreet.fact(facts, 'run');
  IF NOT FOUND OR r.result IS NOT NULL THEN
    RAISE EXCEPTION 'a result is the first of a run that was charged' USING ERRCODE = 'DC003';
  END IF;
  IF decided AND NOT discreet.owns() AND r.charged_by IS DISTINCT FROM session_user::text THEN
    RAISE EXCEPTION 'the result of a run is stored by the role that was charged for it' USING ERRCODE = 'DC002';
  END IF;
  -- What the library would not write the same would stop everybody who reads the chain.
  IF octet_length(line) <= r.room AND facts =
       (CASE WHEN starts_with(facts, 'ordered-at: ') THEN substr(facts, 1, 32) || chr(10) ELSE '' END) ||
       'run: ' || discreet.as_line(r.id) || chr(10) ||
       'sha256: ' || encode(sha256(convert_to(drawn, 'UTF8')), 'hex') || chr(10) || 'result: ' || line || chr(10) ||
       'filled-up: ' || repeat('.', r.room - octet_length(line)) || chr(10) THEN
    UPDATE discreet.run AS one SET result = its_sequence WHERE one.dataset = r.dataset AND one.id = r.id;
  ELSE
    RAISE EXCEPTION 'a result is not as this program writes it' USING ERRCODE = 'DC003';
  END IF;
END)sql"},
}};

}  // namespace

std::span<const PostgresFunction> postgres_inner_functions() { return functions_inside; }

}  // namespace discreet::detail
