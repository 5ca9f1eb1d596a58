#include "ledger/postgres/schema.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <vector>

#include "discreet/error.hpp"
#include "ledger/entry.hpp"

namespace discreet::detail {
namespace {

// The number of the schema, which a comment on it says, so that every role reads it; the first had no comment. Version 2
// keeps runs.
constexpr std::string_view comment_before_version = "discreet ledger, version ";
constexpr int first_version = 1;

// Of a dataset: its chain's entries, where that ends, and the account that it and the group have; its runs; who may
// charge it.
constexpr std::array<PostgresTable, 6> tables{{
    {"account",
     R"(kind text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL, accountant text COLLATE "C" NOT NULL,
  in_group text COLLATE "C", budget_epsilon numeric, budget_delta numeric, budget_rho numeric, budget_slack numeric,
  budget_steps numeric, budget_step text COLLATE "C", epsilon numeric, delta numeric, rho numeric, slack numeric NOT NULL, steps numeric,
  charges bigint NOT NULL,
  closed boolean NOT NULL, PRIMARY KEY (kind, name))",
     "kind text!, name text!, accountant text!, in_group text, budget_epsilon numeric, "
     "budget_delta numeric, "
     "budget_rho numeric, budget_slack numeric, budget_steps numeric, budget_step text, epsilon "
     "numeric, delta "
     "numeric, rho numeric, slack numeric!, steps numeric, charges bigint!, closed boolean!"},
    {"entry",
     R"(dataset text COLLATE "C" NOT NULL, sequence bigint NOT NULL, kind text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL, facts text COLLATE "C" NOT NULL, previous text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL, token uuid NOT NULL, PRIMARY KEY (dataset, sequence))",
     "dataset text!, sequence bigint!, kind text!, at text!, facts text! as it is, previous text!, "
     "hash text!, token uuid!"},
    {"head",
     R"(dataset text COLLATE "C" PRIMARY KEY, place bigint NOT NULL UNIQUE, sequence bigint NOT NULL,
  hash text COLLATE "C" NOT NULL, time text COLLATE "C" NOT NULL)",
     "dataset text!, place bigint!, sequence bigint!, hash text!, time text!"},
    {"ledger", "one integer PRIMARY KEY CHECK (one = 1), state text COLLATE \"C\" NOT NULL",
     "one integer!, state text!"},
    {"permit",
     R"(role oid NOT NULL, dataset text COLLATE "C" NOT NULL, PRIMARY KEY (role, dataset))",
     "role oid!, dataset text!"},
    {"run",
     R"(dataset text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, room integer NOT NULL,
  charged_by text COLLATE "C", result bigint, PRIMARY KEY (dataset, id))",
     "dataset text!, id text!, room integer!, charged_by text, result bigint"},
}};

std::vector<PostgresFunction> all_functions() {
  const auto inner = postgres_inner_functions();
  const auto outer = postgres_outer_functions();
  std::vector<PostgresFunction> out{inner.begin(), inner.end()};
  out.insert(out.end(), outer.begin(), outer.end());
  return out;
}

// A line for each table and each function, as shape_query writes them: tables that are logged, with no rules, triggers or
// row security, and nobody's but the owner's; functions that are the owner's, and not everybody's.
std::string expected_shape() {
  std::vector<std::string> lines;
  lines.reserve(tables.size());
  for (const PostgresTable& table : tables) {
    lines.push_back("table " + std::string{table.name} + " p f (" + std::string{table.columns} +
                    ")");
  }
  for (const PostgresFunction& function : all_functions()) {
    const bool is_granted = function.whom == PostgresFunction::For::granted;
    lines.push_back("function " + std::string{function.name} + (is_granted ? " t f " : " f f ") +
                    "search_path=pg_catalog, pg_temp;standard_conforming_strings=on " +
                    text_hash(function.body));
  }
  std::sort(lines.begin(), lines.end());
  std::string out;
  for (const std::string& line : lines) {
    out += line + "\n";
  }
  return text_hash(out);
}

constexpr const char* look_query = R"sql(
WITH space AS (SELECT oid, nspowner AS owner, nspacl FROM pg_catalog.pg_namespace WHERE nspname = 'discreet'),
lines AS (
  SELECT 'table ' || c.relname::text || ' ' || c.relpersistence::text || ' ' ||
         CASE WHEN c.relkind <> 'r' OR c.relowner <> s.owner OR c.relhasrules OR c.relhastriggers OR c.relrowsecurity OR
                   EXISTS (SELECT FROM pg_catalog.aclexplode(c.relacl) AS a WHERE a.grantee <> s.owner) OR
                   EXISTS (SELECT FROM pg_catalog.pg_attribute AS p WHERE p.attrelid = c.oid AND p.attacl IS NOT NULL)
              THEN 't' ELSE 'f' END || ' (' ||
         (SELECT pg_catalog.string_agg(p.attname::text || ' ' || pg_catalog.format_type(p.atttypid, p.atttypmod) ||
                                       CASE WHEN p.attnotnull THEN '!' ELSE '' END ||
                                       CASE WHEN p.attstorage = 'e' THEN ' as it is' ELSE '' END, ', ' ORDER BY p.attnum)
          FROM pg_catalog.pg_attribute AS p WHERE p.attrelid = c.oid AND p.attnum > 0 AND NOT p.attisdropped) || ')' AS line
  FROM pg_catalog.pg_class AS c, space AS s WHERE c.relnamespace = s.oid AND c.relkind NOT IN ('i', 'c')
  UNION ALL
  SELECT 'function ' || f.proname::text || CASE WHEN f.prosecdef THEN ' t ' ELSE ' f ' END ||
         CASE WHEN f.proowner <> s.owner OR EXISTS (
                SELECT FROM pg_catalog.aclexplode(coalesce(f.proacl, pg_catalog.acldefault('f', f.proowner))) AS a
                WHERE a.grantee = 0) THEN 't ' ELSE 'f ' END ||
         coalesce(pg_catalog.array_to_string(f.proconfig, ';'), '') || ' ' ||
         pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(f.prosrc, 'UTF8')), 'hex')
  FROM pg_catalog.pg_proc AS f, space AS s WHERE f.pronamespace = s.oid)
SELECT EXISTS (SELECT FROM space),
       pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(
         (SELECT pg_catalog.string_agg(line || pg_catalog.chr(10), '' ORDER BY line COLLATE "C") FROM lines), 'UTF8')), 'hex'),
       EXISTS (SELECT FROM space AS s, pg_catalog.aclexplode(s.nspacl) AS a
               WHERE a.grantee <> s.owner AND a.privilege_type <> 'USAGE' OR a.grantee = 0),
       pg_catalog.current_setting('fsync'), pg_catalog.current_setting('full_page_writes'),
       pg_catalog.current_setting('synchronous_commit'), pg_catalog.pg_is_in_recovery(),
       pg_catalog.current_setting('server_encoding'), session_user,
       coalesce(pg_catalog.pg_has_role(session_user, (SELECT s.owner FROM space AS s), 'USAGE'), false),
       (SELECT pg_catalog.obj_description(s.oid, 'pg_namespace') FROM space AS s)
)sql";

// Why what is committed now might not stay; empty if nothing speaks against it.
std::string weakness_of(const PostgresResult& row) {
  constexpr std::array<const char*, 3> names{"fsync", "full_page_writes", "synchronous_commit"};
  for (int i = 0; i < 3; ++i) {
    const std::string value = row.text(0, 3 + i);
    if (value != "on" && (i != 2 || value != "remote_apply")) {
      return std::string{"the server has "} + names.at(static_cast<std::size_t>(i)) + " = " +
             value + ", and what it commits might not stay: nothing is written";
    }
  }
  return row.flag(0, 6) ? "the server is in recovery: it is a copy that nothing is written to" : "";
}

// The number that a comment on the schema says, if it says one.
int version_in(const std::optional<std::string>& comment) {
  if (!comment || !comment->starts_with(comment_before_version)) {
    return first_version;
  }
  int out = first_version;
  std::from_chars(comment->data() + comment_before_version.size(),
                  comment->data() + comment->size(), out);
  return out;
}

}  // namespace

PostgresLook look(PostgresConnection& connection) {
  static const std::string expected = expected_shape();
  const PostgresResult row = connection.run(look_query);
  PostgresLook out;
  out.there = row.flag(0, 0);
  out.ours = out.there && row.maybe(0, 1) == expected && !row.flag(0, 2);
  out.weakness = weakness_of(row);
  out.encoding = row.text(0, 7);
  out.user = row.text(0, 8);
  out.owns = row.flag(0, 9);
  out.version = version_in(row.maybe(0, 10));
  return out;
}

PostgresLook require_ledger(PostgresConnection& connection) {
  PostgresLook found = look(connection);
  require(found.there, ErrorKind::ledger, "there is no ledger in this database");
  require(found.ours || found.version >= postgres_version, ErrorKind::ledger,
          "the ledger in this database was made by an older version of this program: copy it to a "
          "file with that one (discreet ledger copy), and the file to a new database with this");
  require(found.ours || found.version == postgres_version, ErrorKind::ledger,
          "the ledger in this database was made by a newer version of this program: use that");
  require(found.ours, ErrorKind::ledger, "the schema of the ledger is not as this program made it");
  return found;
}

void create_postgres_schema(PostgresConnection& connection) {
  connection.run("CREATE SCHEMA discreet");
  connection.run("COMMENT ON SCHEMA discreet IS '" + std::string{comment_before_version} +
                 std::to_string(postgres_version) + "'");
  connection.run("REVOKE ALL ON SCHEMA discreet FROM PUBLIC");
  for (const PostgresTable& table : tables) {
    connection.run("CREATE TABLE discreet." + std::string{table.name} + " (" +
                   std::string{table.sql} + ")");
  }
  // Compressed, an entry would be as long as what was drawn lets it.
  connection.run("ALTER TABLE discreet.entry ALTER COLUMN facts SET STORAGE EXTERNAL");
  connection.run("REVOKE ALL ON ALL TABLES IN SCHEMA discreet FROM PUBLIC");
  for (const PostgresFunction& function : all_functions()) {
    const bool is_granted = function.whom == PostgresFunction::For::granted;
    connection.run("CREATE FUNCTION discreet." + std::string{function.name} + "(" +
                   std::string{function.arguments} + ") RETURNS " + std::string{function.returns} +
                   " LANGUAGE plpgsql " + (is_granted ? "SECURITY DEFINER " : "") +
                   "SET search_path = pg_catalog, pg_temp SET standard_conforming_strings = on "
                   "AS $body$" +
                   std::string{function.body} + "$body$");
  }
  connection.run("REVOKE ALL ON ALL FUNCTIONS IN SCHEMA discreet FROM PUBLIC");
  connection.run("INSERT INTO discreet.ledger (one, state) VALUES (1, 'copied')");
}

}  // namespace discreet::detail
