#include <array>

#include "ledger/postgres/schema.hpp"

namespace discreet::detail {
namespace {

using For = PostgresFunction::For;

constexpr std::array<PostgresFunction, 10> functions_outside{{
    {"lock", "", "void", R"sql(
BEGIN
  PERFORM discreet.require_sight('');
  PERFORM FROM discreet.ledger WHERE one = 1 FOR UPDATE;
END)sql",
     For::granted},
    {"heads", "OUT dataset text, OUT sequence bigint, OUT hash text", "SETOF record", R"sql(
BEGIN
  PERFORM discreet.require_sight('');
  RETURN QUERY SELECT h.dataset, h.sequence, h.hash FROM discreet.head AS h WHERE discreet.sees(h.dataset)
               ORDER BY h.place;
END)sql",
     For::granted},
    {"hash_at", "its_dataset text, its_sequence bigint", "text", R"sql(
BEGIN
  PERFORM discreet.require_sight(its_dataset);
  RETURN (SELECT e.hash FROM discreet.entry AS e WHERE e.dataset = its_dataset AND e.sequence = its_sequence);
END)sql",
     For::granted},
    // Two charges may read the same, to the second and the hash: which of them an entry is, its token tells.
    {"token_at", "its_dataset text, its_sequence bigint", "uuid", R"sql(
BEGIN
  PERFORM discreet.require_sight(its_dataset);
  RETURN (SELECT e.token FROM discreet.entry AS e WHERE e.dataset = its_dataset AND e.sequence = its_sequence);
END)sql",
     For::granted},
    {"entries",
     "its_dataset text, after bigint, OUT sequence bigint, OUT kind text, OUT dataset text, OUT at "
     "text, "
     "OUT facts text, OUT previous text, OUT hash text",
     "SETOF record", R"sql(
BEGIN
  PERFORM discreet.require_sight(its_dataset);
  RETURN QUERY SELECT e.sequence, e.kind, e.dataset, e.at, e.facts, e.previous, e.hash FROM discreet.entry AS e
               WHERE e.dataset = its_dataset AND (e.sequence > after OR e.sequence < 1) ORDER BY e.sequence;
END)sql",
     For::granted},
    {"total",
     "its_group text, OUT epsilon text, OUT delta text, OUT rho text, OUT slack text, OUT steps "
     "text, "
     "OUT charges bigint",
     "SETOF record", R"sql(
BEGIN
  RETURN QUERY SELECT trim_scale(ceil(a.epsilon * 1e350) * 1e-350)::text,
                      trim_scale(ceil(a.delta * 1e350) * 1e-350)::text,
                      trim_scale(ceil(a.rho * 1e350) * 1e-350)::text,
                      trim_scale(ceil(a.slack * 1e350) * 1e-350)::text,
                      trim_scale(ceil(a.steps * 1e350) * 1e-350)::text, a.charges
               FROM discreet.account AS a WHERE a.kind = 'group' AND a.name = its_group AND EXISTS (
                 SELECT FROM discreet.account AS d
                 WHERE d.kind = 'dataset' AND d.in_group = its_group AND discreet.sees(d.name));
END)sql",
     For::granted},
    {"append",
     "new_sequence bigint, new_kind text, new_dataset text, new_at text, new_facts text, "
     "new_previous text, "
     "new_hash text",
     "uuid", R"sql(
DECLARE
  new_token uuid := gen_random_uuid();
  its_state text;
  its_id text := (SELECT discreet.fact(e.facts, 'id') FROM discreet.entry AS e WHERE e.dataset = '' AND e.sequence = 1);
  last discreet.head;
  -- What a decision is about.
  its_kind text := CASE new_dataset WHEN '' THEN 'group' ELSE 'dataset' END;
  its_name text := CASE new_dataset WHEN '' THEN discreet.fact(new_facts, 'group') ELSE new_dataset END;
  ordered_at text := CASE WHEN starts_with(new_facts, 'ordered-at: ') THEN substr(new_facts, 13, 20) END;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'an entry is appended by who reads what was committed last' USING ERRCODE = 'DC003';
  END IF;
  SELECT l.state INTO STRICT its_state FROM discreet.ledger AS l WHERE l.one = 1 FOR UPDATE;
  IF NOT (discreet.owns() OR new_kind IN ('charge', 'result') AND discreet.may(new_dataset)) THEN
    RAISE EXCEPTION 'the role % was not granted this', session_user USING ERRCODE = 'DC002';
  END IF;
  IF its_state = 'moved' OR its_state = 'copied' AND NOT discreet.owns() THEN
    RAISE EXCEPTION 'the ledger is kept elsewhere: it moved, or has not yet come' USING ERRCODE = 'DC003';
  END IF;
  SELECT * INTO last FROM discreet.head AS h WHERE h.dataset = new_dataset;
  IF NOT FOUND THEN
    last.sequence := 0;
    last.time := '';
    last.hash := CASE WHEN new_dataset = '' THEN repeat('0', 64)
                      ELSE (SELECT e.hash FROM discreet.entry AS e WHERE e.dataset = '' AND e.sequence = 1) END;
  END IF;
  IF new_sequence IS DISTINCT FROM last.sequence + 1 OR new_previous IS DISTINCT FROM last.hash OR
     (last.sequence = 0) <> (new_kind IN ('ledger', 'dataset')) THEN
    RAISE EXCEPTION 'an entry does not follow the last of its chain' USING ERRCODE = 'DC003';
  END IF;
  IF new_hash IS DISTINCT FROM encode(sha256(
       discreet.field('discreet ledger entry 1') || discreet.field(new_sequence::text) || discreet.field(new_kind) ||
       discreet.field(new_dataset) || discreet.field(new_at) || discreet.field(new_facts) ||
       discreet.field(new_previous)), 'hex') THEN
    RAISE EXCEPTION 'an entry does not have its hash' USING ERRCODE = 'DC003';
  END IF;
  IF new_at !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$' OR
     new_at::timestamptz IS NULL OR octet_length(new_facts) > (CASE new_kind WHEN 'charge' THEN 70000 ELSE 16900000 END) OR
     its_state = 'open' AND
     NOT (CASE WHEN ordered_at IS NULL THEN new_at COLLATE "C" >= last.time COLLATE "C"
               ELSE new_at COLLATE "C" < last.time COLLATE "C" AND ordered_at = last.time END) THEN
    RAISE EXCEPTION 'an entry is out of order' USING ERRCODE = 'DC003';
  END IF;
  CASE new_kind
    WHEN 'charge' THEN PERFORM discreet.charge(new_dataset, new_facts, its_state = 'open');
    WHEN 'result' THEN PERFORM discreet.result(new_dataset, new_sequence, new_facts, its_state = 'open');
    WHEN 'dataset' THEN PERFORM discreet.add_account('dataset', new_dataset, new_facts);
    WHEN 'group' THEN PERFORM discreet.add_account('group', discreet.fact(new_facts, 'name'), new_facts);
    WHEN 'lower' THEN PERFORM discreet.lower(its_kind, its_name, new_facts);
    WHEN 'close' THEN UPDATE discreet.account SET closed = true WHERE kind = its_kind AND name = its_name;
    WHEN 'moved' THEN
      -- A copy is open once it has the entry that closed the old ledger, which names the copy.
      UPDATE discreet.ledger SET state = CASE its_id WHEN discreet.fact(new_facts, 'id') THEN 'open'
                                                     WHEN discreet.fact(new_facts, 'from') THEN 'moved' ELSE state END;
    WHEN 'ledger', 'witness' THEN NULL;
  END CASE;
  INSERT INTO discreet.entry (dataset, sequence, kind, at, facts, previous, hash, token)
  VALUES (new_dataset, new_sequence, new_kind, new_at, new_facts, new_previous, new_hash, new_token);
  INSERT INTO discreet.head (dataset, place, sequence, hash, time)
  VALUES (new_dataset, (SELECT count(*) FROM discreet.head), new_sequence, new_hash, new_at)
  ON CONFLICT ON CONSTRAINT head_pkey DO UPDATE
  SET sequence = excluded.sequence, hash = excluded.hash, time = greatest(last.time, new_at COLLATE "C");
  RETURN new_token;
END)sql",
     For::granted},
    {"differs", "", "text", R"sql(
BEGIN
  -- The dataset or group whose sums, or runs, are not those of the entries; nothing if all are.
  RETURN coalesce((
    WITH charged AS (
      SELECT e.dataset, discreet.fact(e.facts, 'run') AS id, discreet.fact(e.facts, 'room')::integer AS room,
             discreet.fact(e.facts, 'user') AS charged_by
      FROM discreet.entry AS e WHERE e.kind = 'charge'),
    stored AS (
      SELECT e.dataset, discreet.fact(e.facts, 'run') AS id, e.sequence FROM discreet.entry AS e WHERE e.kind = 'result'),
    read AS (
      SELECT c.dataset, c.id, c.room, c.charged_by, s.sequence AS result
      FROM charged AS c LEFT JOIN stored AS s USING (dataset, id) WHERE c.id IS NOT NULL)
    SELECT dataset FROM ((TABLE read EXCEPT ALL TABLE discreet.run) UNION ALL (TABLE discreet.run EXCEPT ALL TABLE read)) AS d
    ORDER BY dataset LIMIT 1), (
    WITH charged AS (
      SELECT 'dataset' AS kind, e.dataset AS name, 'charged.' AS prefix, e.facts FROM discreet.entry AS e
      WHERE e.kind = 'charge'
      UNION ALL
      SELECT 'group', d.in_group, 'charged-to-group.', e.facts FROM discreet.entry AS e
      JOIN discreet.account AS d ON d.kind = 'dataset' AND d.name = e.dataset
      WHERE e.kind = 'charge' AND d.in_group IS NOT NULL),
    read AS (
      SELECT c.kind, c.name, discreet.amount(discreet.fact(c.facts, c.prefix || 'epsilon'), true) AS epsilon,
             discreet.amount(discreet.fact(c.facts, c.prefix || 'delta'), true) AS delta,
             discreet.amount(discreet.fact(c.facts, c.prefix || 'rho'), true) AS rho,
             coalesce(discreet.amount(discreet.fact(c.facts, c.prefix || 'slack'), true), 0) AS slack,
             discreet.amount(discreet.fact(c.facts, c.prefix || 'steps'), true) AS steps
      FROM charged AS c),
    sums AS (
      SELECT r.kind, r.name, CASE WHEN count(*) = count(r.epsilon) THEN sum(r.epsilon) END AS epsilon,
             CASE WHEN count(*) = count(r.delta) THEN sum(r.delta) END AS delta,
             CASE WHEN count(*) = count(r.rho) THEN sum(r.rho) END AS rho, sum(r.slack) AS slack,
             CASE WHEN count(*) = count(r.steps) THEN sum(r.steps) END AS steps, count(*) AS charges
      FROM read AS r GROUP BY r.kind, r.name)
    SELECT a.name FROM discreet.account AS a LEFT JOIN sums AS s ON s.kind = a.kind AND s.name = a.name
    WHERE a.charges <> coalesce(s.charges, 0) OR a.charges > 0 AND
          (a.epsilon IS DISTINCT FROM s.epsilon OR a.delta IS DISTINCT FROM s.delta OR
           a.rho IS DISTINCT FROM s.rho OR a.slack <> s.slack OR a.steps IS DISTINCT FROM s.steps)
    ORDER BY a.name LIMIT 1));
END)sql",
     For::owner},
    {"admit", "its_role text, its_dataset text", "void", R"sql(
DECLARE
  its_oid oid := (SELECT oid FROM pg_roles WHERE rolname = its_role);
BEGIN
  PERFORM FROM discreet.ledger WHERE one = 1 FOR UPDATE;
  IF its_oid IS NULL THEN
    RAISE EXCEPTION 'the server has no role of that name' USING ERRCODE = 'DC004';
  END IF;
  -- Who owns it needs no grant, and the end of one would take away rights of the owner's own.
  IF its_oid = (SELECT nspowner FROM pg_namespace WHERE nspname = 'discreet') THEN
    RAISE EXCEPTION 'the role owns the ledger, and may charge every dataset' USING ERRCODE = 'DC004';
  END IF;
  IF its_dataset = '' OR NOT EXISTS (SELECT FROM discreet.head AS h WHERE h.dataset = its_dataset) THEN
    RAISE EXCEPTION 'the ledger has no dataset of that name' USING ERRCODE = 'DC004';
  END IF;
  INSERT INTO discreet.permit (role, dataset) VALUES (its_oid, its_dataset) ON CONFLICT DO NOTHING;
  EXECUTE format('GRANT USAGE ON SCHEMA discreet TO %I', its_role);
  EXECUTE format('GRANT EXECUTE ON FUNCTION discreet.lock, discreet.heads, discreet.hash_at, discreet.token_at, '
                 'discreet.entries, discreet.total, discreet.append TO %I', its_role);
END)sql",
     For::owner},
    {"dismiss", "its_role text, its_dataset text", "void", R"sql(
DECLARE
  its_oid oid := (SELECT oid FROM pg_roles WHERE rolname = its_role);
BEGIN
  PERFORM FROM discreet.ledger WHERE one = 1 FOR UPDATE;
  DELETE FROM discreet.permit AS p WHERE p.role = its_oid AND p.dataset = its_dataset;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the role was not granted that dataset' USING ERRCODE = 'DC004';
  END IF;
  IF NOT EXISTS (SELECT FROM discreet.permit AS p WHERE p.role = its_oid) AND
     its_oid <> (SELECT nspowner FROM pg_namespace WHERE nspname = 'discreet') THEN
    EXECUTE format('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA discreet FROM %I', its_role);
    EXECUTE format('REVOKE ALL ON SCHEMA discreet FROM %I', its_role);
  END IF;
END)sql",
     For::owner},
}};

}  // namespace

std::span<const PostgresFunction> postgres_outer_functions() { return functions_outside; }

}  // namespace discreet::detail
