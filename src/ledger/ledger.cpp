#include "discreet/ledger/ledger.hpp"

#include <mutex>
#include <type_traits>
#include <utility>

#include "chain.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/amount.hpp"
#include "files.hpp"
#include "names.hpp"
#include "records.hpp"
#include "schema.hpp"
#include "unfinished_file.hpp"
#include "witness.hpp"
#include <unistd.h>

namespace discreet {
namespace {

using detail::Chain;
using detail::Connection;
using detail::Entry;
using detail::Transaction;

constexpr std::size_t longest_facts = 64UL * 1024;

std::int64_t now(const LedgerOptions& options) {
  if (options.clock) {
    return options.clock();
  }
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(since).count();
}

std::string listed(const Amounts& amounts, const char* joint) {
  std::string out;
  const auto put = [&](const char* name, const std::optional<Fraction>& amount) {
    if (amount) {
      out += (out.empty() ? "" : joint) + std::string{name} + " " + amount_text(*amount);
    }
  };
  put("epsilon", amounts.epsilon);
  put("delta", amounts.delta);
  put("rho", amounts.rho);
  return out;
}

void require_request(const ChargeRequest& request) {
  detail::require_name(request.what, "what is charged has a name of 1 to 200 bytes of UTF-8");
  detail::require_name(request.asked_by, "who asks has a name of 1 to 200 bytes of UTF-8");
  for (const auto& [name, value] : request.parameters) {
    detail::require_name(name, "a parameter has a name of 1 to 200 bytes of UTF-8");
    require(name.find(':') == std::string::npos, bad_parameter, "a parameter's name has no colon");
    require(is_utf8(value) && value.find('\0') == std::string::npos, bad_parameter,
            "a parameter's value is UTF-8 without NUL");
  }
}

}  // namespace

class Ledger::Implementation {
 public:
  Implementation(const std::string& path, LedgerOptions options)
      : options_(std::move(options)), connection_(path, options_.patience) {
    detail::adopt_schema(connection_, detail::current_schema);
    read([] {});
  }

  // Runs an action on the chain as it now stands in the file.
  template <class Action>
  std::invoke_result_t<Action> read(Action action, const Chain::Visit& visit = {}) {
    require_own_process();
    const std::scoped_lock hold{mutex_};
    const Transaction transaction{connection_, Transaction::Mode::read};
    refresh(visit);
    return action();
  }

  // Runs an action that appends one entry, and returns when that is on disk and witnessed.
  template <class Action>
  Entry write(Action action) {
    require_own_process();
    const std::scoped_lock hold{mutex_};
    connection_.require_durable();
    Entry entry;
    {
      Transaction transaction{connection_, Transaction::Mode::write};
      refresh({});
      entry = action();
      commit(transaction, entry);
    }
    if (!options_.witness.empty()) {
      try {
        detail::advance_witness(options_.witness, {chain_.id(), entry.sequence, entry.hash});
      } catch (const std::exception& error) {
        throw_unknown(error);
      }
    }
    return entry;
  }

  Filter& filter(const std::string& dataset) {
    Filter* const found = chain_.find(dataset);
    require(found != nullptr, bad_parameter, "the ledger has no dataset of that name");
    return *found;
  }

  Amounts admit(const ChargeRequest& request) {
    const Filter& filter = this->filter(request.dataset);
    Amounts priced = filter.price(request.cost);
    if (!filter.admits(priced)) {
      const char* const joint = filter.dataset().accountant == Accountant::mixed ? " or " : ", ";
      throw Error{over_budget, "the budget does not cover this: it would cost " +
                                   listed(priced, joint) + "; left is " +
                                   listed(filter.left(), joint)};
    }
    return priced;
  }

  Entry append(const char* kind, const std::string& dataset, const detail::Facts& facts) {
    require(detail::facts_text(facts).size() <= longest_facts, bad_parameter,
            "what is written of a charge has at most 64 KiB");
    return chain_.append(connection_, kind, dataset, now(options_), facts);
  }

  Chain& chain() { return chain_; }

 private:
  // SQLite's locks belong to the process that opened the file. Asked before the mutex is taken, which
  // a thread that the child does not have may hold for good.
  void require_own_process() const {
    require(::getpid() == process_, ErrorKind::ledger,
            "a ledger is not carried over a fork: the child opens its own");
  }

  [[noreturn]] static void throw_unknown(const std::exception& reason) {
    throw Error{charge_unknown, std::string{reason.what()} +
                                    ": what was to be charged may be on disk; count it as made"};
  }

  // A COMMIT that fails may have happened all the same, where only the removal of its journal could
  // not be synced; what failed is passed on as it is only if the entry is seen to be absent.
  void commit(Transaction& transaction, const Entry& entry) {
    try {
      transaction.commit();
    } catch (const std::exception& error) {
      transaction.roll_back();
      if (!is_absent(entry)) {
        throw_unknown(error);
      }
      throw;
    }
  }

  // Whether the file can be read, any hot journal played back, and does not hold the entry.
  bool is_absent(const Entry& entry) noexcept {
    try {
      const Transaction transaction{connection_, Transaction::Mode::read};
      detail::Statement row = connection_.prepare("SELECT 1 FROM entry WHERE hash = ?1");
      row.bind(1, entry.hash);
      return !row.step();
    } catch (const std::exception&) {
      return false;
    }
  }

  void refresh(const Chain::Visit& visit) {
    if (visit) {
      Chain whole;
      whole.extend(connection_, visit);
      chain_ = std::move(whole);
    } else {
      chain_.extend(connection_);
    }
    if (!options_.witness.empty()) {
      chain_.require_witnessed(connection_, options_.witness);
    }
  }

  std::mutex mutex_;
  LedgerOptions options_;
  Connection connection_;
  Chain chain_;
  pid_t process_ = ::getpid();
};

Ledger::Ledger(std::unique_ptr<Implementation> implementation) : self_(std::move(implementation)) {}
Ledger::Ledger(Ledger&&) noexcept = default;
Ledger& Ledger::operator=(Ledger&&) noexcept = default;
Ledger::~Ledger() = default;

Ledger Ledger::create(const std::string& path, const Dataset& dataset,
                      const LedgerOptions& options) {
  const std::string plain = detail::plain_path(path);
  const detail::UnfinishedFile unfinished{plain};
  {
    Connection connection{unfinished.path(), options.patience};
    connection.require_durable();
    Transaction transaction{connection, Transaction::Mode::write};
    detail::create_schema(connection, detail::current_schema);
    Chain chain;
    chain.append(connection, "ledger", "", now(options), {{"id", detail::random_id()}});
    chain.extend(connection);
    chain.append(connection, "dataset", dataset.name, now(options), detail::dataset_facts(dataset));
    chain.extend(connection);
    transaction.commit();
  }
  unfinished.publish();
  LedgerOptions unwitnessed = options;
  unwitnessed.witness.clear();
  Ledger out = open(plain, unwitnessed);
  if (!options.witness.empty()) {
    out.write_witness(options.witness);
    out = open(plain, options);
  }
  return out;
}

Ledger Ledger::open(const std::string& path, const LedgerOptions& options) {
  const std::string plain = detail::plain_path(path);
  detail::require_file(plain);
  return Ledger{std::make_unique<Implementation>(plain, options)};
}

void Ledger::add_dataset(const Dataset& dataset) {
  self_->write([&] {
    require(self_->chain().find(dataset.name) == nullptr, bad_parameter,
            "the ledger has a dataset of that name");
    return self_->append("dataset", dataset.name, detail::dataset_facts(dataset));
  });
}

Receipt Ledger::charge(const ChargeRequest& request) {
  require_request(request);
  Receipt receipt;
  const Entry entry = self_->write([&] {
    receipt.charge.charged = self_->admit(request);
    Filter after = self_->filter(request.dataset);
    after.add(receipt.charge.charged);
    receipt.left = after.left();
    return self_->append("charge", request.dataset,
                         detail::charge_facts(request, receipt.charge.charged));
  });
  receipt.charge.sequence = entry.sequence;
  receipt.charge.at = entry.at;
  receipt.charge.request = request;
  receipt.charge.hash = entry.hash;
  return receipt;
}

void Ledger::preview(const ChargeRequest& request) {
  require_request(request);
  self_->read([&] { self_->admit(request); });
}

namespace {

DatasetState state_of(const Filter& filter) {
  return {filter.dataset(), filter.charges(), filter.spent(), filter.left()};
}

}  // namespace

DatasetState Ledger::state(const std::string& dataset) {
  return self_->read([&] { return state_of(self_->filter(dataset)); });
}

std::vector<DatasetState> Ledger::states() {
  return self_->read([&] {
    std::vector<DatasetState> out;
    for (const Filter& filter : self_->chain().filters()) {
      out.push_back(state_of(filter));
    }
    return out;
  });
}

std::vector<Charge> Ledger::charges() {
  std::vector<Charge> out;
  const auto visit = [&out](const Entry& entry) {
    if (entry.kind == "charge") {
      out.push_back(*detail::parse_charge(entry));
    }
  };
  self_->read([] {}, visit);
  return out;
}

void Ledger::write_witness(const std::string& path) {
  self_->read([&] {
    const Chain& chain = self_->chain();
    detail::create_witness(path, {chain.id(), chain.sequence(), chain.hash()});
  });
}

}  // namespace discreet
