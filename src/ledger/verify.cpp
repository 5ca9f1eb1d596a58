#include "discreet/ledger/verify.hpp"

#include "discreet/error.hpp"
#include "ledger/chain.hpp"
#include "ledger/files.hpp"
#include "ledger/naming.hpp"
#include "ledger/sqlite/schema.hpp"

namespace discreet {

Verification verify_ledger(const std::string& path, const LedgerOptions& options) {
  const std::string plain = detail::naming(path, [&] {
    std::string absolute = detail::plain_path(path);
    detail::require_file(absolute);
    return absolute;
  });
  require(!options.witness || !options.witness->empty(), bad_parameter,
          "a witness has the name of a file; leave it out where there is none");
  Verification out;
  detail::Chain chain;
  try {
    detail::Connection connection{plain, options.patience};
    const detail::Transaction transaction{connection, detail::Transaction::Mode::read};
    detail::require_schema(connection, detail::current_schema());
    chain.extend(connection);
    if (options.witness) {
      chain.require_witnessed(connection, *options.witness);
    }
    require(connection.text("PRAGMA integrity_check(1)") == "ok", ErrorKind::ledger,
            "the ledger's file is damaged");
  } catch (const Error& error) {
    out.problem = error.what();
  }
  out.entries = chain.sequence();
  out.head = chain.hash();
  return out;
}

}  // namespace discreet
