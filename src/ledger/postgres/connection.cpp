#include "ledger/postgres/connection.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <map>
#include <new>
#include <string_view>

#include "discreet/ledger/text.hpp"

namespace discreet::detail {
namespace {

constexpr const char* unlike_a_ledger = "the database does not hold what a ledger holds";

// The options of an address by name. What libpq says of an address that it cannot read would show it.
std::map<std::string, std::string> options_of(const std::string& address) {
  require(address.find('\0') == std::string::npos, bad_parameter, "an address has no NUL");
  char* words = nullptr;
  PQconninfoOption* const parsed = libpq().parse_options(address.c_str(), &words);
  libpq().free(words);
  require(parsed != nullptr, bad_parameter,
          "the address is not one that PostgreSQL reads: postgresql://user@host:port/database");
  std::map<std::string, std::string> out;
  for (const PQconninfoOption* one = parsed; one->keyword != nullptr; ++one) {
    if (one->val != nullptr) {
      out[one->keyword] = one->val;
    }
  }
  libpq().free_options(parsed);
  // The rest of a password that should have had a %40: it would be looked up, and shown.
  const std::size_t begin = address.find("://") + 3;
  const std::size_t slash = address.find('/', begin);
  const bool at_behind = address.substr(0, address.find('?')).find('@', slash) != std::string::npos;
  require(out["host"].find('@') == std::string::npos && !at_behind &&
              out["port"].find_first_not_of("0123456789,") == std::string::npos,
          bad_parameter,
          "in an address a port is a number, and within a name or a password an @ is written %40, "
          "a / %2F and a ? %3F");
  std::erase_if(out, [](const auto& option) { return option.second.empty(); });
  return out;
}

// What an address may say otherwise: a server that vanished is noticed within a minute.
void set_defaults(std::map<std::string, std::string>& options, std::chrono::milliseconds patience) {
  const auto seconds = std::clamp<std::int64_t>(patience.count() / 1000 + 1, 2, 86400);
  options.emplace("connect_timeout", std::to_string(seconds));
  options.emplace("keepalives_idle", "20");
  options.emplace("keepalives_interval", "10");
  options.emplace("keepalives_count", "3");
  options.emplace("tcp_user_timeout", "60000");
  options.emplace("fallback_application_name", "discreet");
  options["client_encoding"] = "UTF8";
}

}  // namespace

std::optional<std::string> PostgresResult::maybe(int row, int column) const {
  require(row < rows() && column < libpq().columns(result_.get()), ErrorKind::ledger,
          unlike_a_ledger);
  if (libpq().is_null(result_.get(), row, column) != 0) {
    return std::nullopt;
  }
  return std::string{libpq().value(result_.get(), row, column),
                     static_cast<std::size_t>(libpq().length(result_.get(), row, column))};
}

std::string PostgresResult::text(int row, int column) const {
  const auto value = maybe(row, column);
  require(value.has_value(), ErrorKind::ledger, unlike_a_ledger);
  return *value;
}

std::int64_t PostgresResult::integer(int row, int column) const {
  const std::string written = text(row, column);
  std::int64_t value = 0;
  const auto read = std::from_chars(written.data(), written.data() + written.size(), value);
  require(read.ec == std::errc{} && read.ptr == written.data() + written.size(), ErrorKind::ledger,
          unlike_a_ledger);
  return value;
}

PostgresConnection::PostgresConnection(const std::string& address,
                                       std::chrono::milliseconds patience)
    : patience_(std::clamp<std::chrono::milliseconds>(patience, std::chrono::milliseconds{1},
                                                      std::chrono::hours{24})) {
  std::map<std::string, std::string> options = options_of(address);
  set_defaults(options, patience_);
  std::vector<const char*> names;
  std::vector<const char*> values;
  for (const auto& [name, value] : options) {
    names.push_back(name.c_str());
    values.push_back(value.c_str());
  }
  names.push_back(nullptr);
  values.push_back(nullptr);
  connection_ = libpq().connect(names.data(), values.data(), 0);
  if (connection_ == nullptr) {
    throw std::bad_alloc{};
  }
  if (const char* const password = libpq().password(connection_)) {
    password_ = password;
  }
  libpq().set_notice_receiver(connection_, &PostgresConnection::note, this);
  try {
    if (lost()) {
      throw LostConnection{ErrorKind::ledger, "the server was not reached: " + reason()};
    }
    // What is printed would go to the server.
    require(libpq().socket(connection_) > STDERR_FILENO, ErrorKind::ledger,
            "standard input, output and error must be open where a server is asked");
  } catch (const Error&) {
    libpq().finish(connection_);
    throw;
  }
}

PostgresConnection::~PostgresConnection() {
  // In a forked child this would end the parent's session.
  if (::getpid() == process_) {
    libpq().finish(connection_);
  }
}

void PostgresConnection::note(void* self, const PGresult* notice) {
  const char* const severity = libpq().error_field(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
  if (severity == nullptr || std::strcmp(severity, "WARNING") == 0) {
    static_cast<PostgresConnection*>(self)->warned_ = true;
  }
}

// One line, and whatever a server says, without the password.
std::string PostgresConnection::without_password(std::string text) const {
  for (std::size_t at = 0; !password_.empty(); ++at) {
    at = text.find(password_, at);
    if (at == std::string::npos) {
      break;
    }
    text.replace(at, password_.size(), 1, '*');
  }
  while (!text.empty() && text.back() == '\n') {
    text.pop_back();
  }
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::erase(text, '\t');
  return is_utf8(text) ? made_visible(text) : "in words that are not UTF-8";
}

std::string PostgresConnection::reason() const {
  return without_password(libpq().error_message(connection_));
}

void PostgresConnection::fail(const PGresult* result) const {
  const char* const field = libpq().error_field(result, PG_DIAG_SQLSTATE);
  const std::string_view state = field == nullptr ? "" : field;
  const std::string words = reason();
  // Without a state the words are libpq's own: what was sent did not arrive, or no answer came.
  if (lost() || state.empty() || state.starts_with("57P0")) {
    throw LostConnection{ErrorKind::ledger, "the connection to the server was lost: " + words};
  }
  require(state != "55P03", ErrorKind::ledger,
          "the ledger is locked by another process, for longer than this one waits");
  const char* const said = libpq().error_field(result, PG_DIAG_MESSAGE_PRIMARY);
  const std::string rule = said == nullptr ? words : without_password(said);
  if (state == "DC001" || state == "DC004") {
    throw Error{state == "DC001" ? over_budget : bad_parameter, rule};
  }
  throw Error{ErrorKind::ledger, "the server refuses: " + rule};
}

PostgresResult PostgresConnection::run(const std::string& sql,
                                       const std::vector<std::string>& parameters) {
  std::vector<const char*> values;
  for (const std::string& one : parameters) {
    require(one.find('\0') == std::string::npos, bug, "no text of a ledger has a NUL");
    values.push_back(one.c_str());
  }
  PGresult* const result = libpq().run(connection_, sql.c_str(), static_cast<int>(values.size()),
                                       nullptr, values.data(), nullptr, nullptr, 0);
  PostgresResult out{result};
  const ExecStatusType status = libpq().result_status(result);
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
    fail(result);
  }
  return out;
}

void PostgresConnection::begin(const char* sql) {
  run(sql);
  // No operator and no name that a path of the role could lead elsewhere, until the path is set.
  run("SELECT pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true), "
      "pg_catalog.set_config('synchronous_commit', 'on', true), "
      "pg_catalog.set_config('standard_conforming_strings', 'on', true), "
      "pg_catalog.set_config('statement_timeout', '0', true), "
      "pg_catalog.set_config('lock_timeout', $1, true)",
      {std::to_string(patience_.count()) + "ms"});
}

void PostgresConnection::begin_writing() {
  begin("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE");
}

void PostgresConnection::begin_reading() {
  begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
}

void PostgresConnection::commit() {
  warned_ = false;
  const PostgresResult result = run("COMMIT");
  require(result.done() == "COMMIT", ErrorKind::ledger, "the server did not commit");
  require(!warned_, ErrorKind::ledger, "the server commits with a warning");
}

void PostgresConnection::roll_back() noexcept {
  try {
    if (::getpid() == process_ && !lost() &&
        libpq().transaction_status(connection_) != PQTRANS_IDLE) {
      run("ROLLBACK");
    }
  } catch (const std::exception&) {
    // The server rolls back what it loses the client of.
    return;
  }
}

}  // namespace discreet::detail
