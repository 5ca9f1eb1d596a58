#include "discreet/ledger/verify.hpp"

#include <tuple>

#include "discreet/error.hpp"
#include "discreet/ledger/text.hpp"
#include "ledger/chain.hpp"
#include "ledger/naming.hpp"
#include "ledger/run_records.hpp"
#include "ledger/store.hpp"

namespace discreet {
namespace {

// What stands where a result is settled, and is none, would keep its run from ever being finished.
void require_settled(detail::Store& store, const detail::Chain& chain) {
  for (const RunState& run : chain.runs().all()) {
    const ChargeRequest& asked = run.charge.request;
    const auto settled =
        run.result ? std::nullopt : store.settled(asked.dataset, asked.run.value().id);
    if (settled) {
      static_cast<void>(detail::text_of_settled(run.charge, *settled));
    }
  }
}

}  // namespace

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
    require_settled(*store, chain);
  } catch (const Error& error) {
    out.problem = error.what();
  }
  out.entries = chain.entries();
  out.head = chain.hash();
  std::tie(out.moved, out.copied, out.unfinished) = chain.moves().summary();
  return out;
}

}  // namespace discreet
