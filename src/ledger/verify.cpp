#include "discreet/ledger/verify.hpp"

#include <tuple>

#include "discreet/error.hpp"
#include "discreet/ledger/text.hpp"
#include "ledger/chain.hpp"
#include "ledger/naming.hpp"
#include "ledger/store.hpp"

namespace discreet {

Verification verify_ledger(const std::string& path, const LedgerOptions& options) {
  const auto store = detail::naming(shown_address(path),
                                    [&] { return detail::open_store(path, options.patience); });
  require(!options.witness || !options.witness->empty(), bad_parameter,
          "a witness has the name of a file; leave it out where there is none");
  Verification out;
  detail::Chain chain;
  try {
    const auto transaction = store->begin(detail::Store::Access::read);
    chain.extend(*transaction);
    if (options.witness) {
      chain.require_witnessed(*transaction, *options.witness);
    }
    transaction->require_undamaged();
  } catch (const Error& error) {
    out.problem = error.what();
  }
  out.entries = chain.entries();
  out.head = chain.hash();
  std::tie(out.moved, out.copied, out.unfinished) = chain.moves().summary();
  return out;
}

}  // namespace discreet
