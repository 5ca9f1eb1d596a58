// How a ledger moves house: the copy first, then the old one's last entry, and only with that the copy is open.
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include "discreet/ledger/text.hpp"
#include "ledger/files.hpp"
#include "ledger/moves.hpp"
#include "ledger/open_ledger.hpp"
#include "ledger/store.hpp"
#include "ledger/witness.hpp"

namespace discreet::detail {
namespace {

constexpr const char* another =
    "there is another ledger at the new address; nothing is overwritten";

// Continues the chains of the new store.
class Continuation {
 public:
  Continuation(StoreTransaction& to, const Chain& there) : to_(to), there_(there) {}

  void append(Entry entry) {
    const std::string stream = to_.stream_of(entry.dataset);
    Tip& tip = tips_.try_emplace(stream, there_.tip_of(stream)).first->second;
    entry.sequence = ++tip.sequence;
    entry.previous = tip.hash;
    entry.hash = entry_hash(entry);
    tip.hash = entry.hash;
    to_.append(entry);
  }

 private:
  StoreTransaction& to_;
  const Chain& there_;
  std::map<std::string, Tip> tips_;
};

// Appends what the copy lacks of the old ledger's entries and commits; returns what the copy then holds.
Chain bring(StoreTransaction& to, Chain there, const std::vector<Entry>& entries, bool created) {
  Continuation further{to, there};
  ContentsByDataset passed;
  bool appended = created;
  for (std::size_t i = 1; i < entries.size(); ++i) {
    const Entry& entry = entries[i];
    Contents& here = passed[entry.dataset];
    here.add(entry);
    const Contents held = there.moves().contents_of(entry.dataset);
    if (here.entries > held.entries) {
      further.append(entry);
      appended = true;
    } else if (here.entries == held.entries) {
      require(here == held, ErrorKind::ledger, another);
    }
  }
  if (appended) {
    there.extend(to);
    require(there.moves().contents() == passed, bug, "a copy holds what was copied");
    to.commit();
  }
  return there;
}

// The copy of a ledger in a new store: its first entry is that of the old one, with an id of its own.
Chain create_copy(const std::string& address, std::chrono::milliseconds patience,
                  const std::vector<Entry>& entries, const std::string& from) {
  const auto to = create_store(address, patience);
  Chain there;
  Entry first = entries.front();
  first.facts = facts_text(identity_facts({random_id(), from}));
  Continuation{*to, there}.append(first);
  there.extend(*to);
  return bring(*to, std::move(there), entries, true);
}

// What another process committed to a file may be seen before the removal of its journal, or its name, is durable, if
// that process was cut off; a server shows nothing before.
void require_lasting(const std::string& address) {
  if (is_server_address(address)) {
    return;
  }
  std::error_code failed;
  const auto file = std::filesystem::canonical(plain_path(address), failed);
  require(!failed && sync_directory(file.string()), ErrorKind::ledger,
          "the ledger's directory cannot be synced");
}

// Two addresses of one server ledger: its lock, which the old one's transaction has, would be waited for in vain. Who
// reads needs none.
void require_another_ledger(Store& store, const std::string& id) {
  const auto looking = store.begin(Store::Access::read);
  const auto first = looking->entry_at("", 1);
  const auto identity = first ? parse_identity(*first) : std::nullopt;
  require(!identity || identity->id != id, ErrorKind::ledger,
          "both addresses are of one ledger; nothing is copied");
}

// The address as it is written down: one that means the same from everywhere, and never a password.
std::string lasting_address(const std::string& address) {
  const std::string out = is_server_address(address) ? shown_address(address) : plain_path(address);
  require(is_utf8(out) && is_visible(out), bad_parameter,
          "the new address is written down in the old ledger: it must be UTF-8 that hides nothing");
  return out;
}

}  // namespace

// Within the old ledger's transaction: a copy of all that it holds, durable, to which nothing can be charged yet.
MoveRecord OpenLedger::copied_to(const std::string& address,
                                 const std::vector<Entry>& entries) const {
  const std::string lasting =
      naming(shown_address(address), [&] { return lasting_address(address); });
  const Chain copied = naming(shown_address(address), [&] {
    std::unique_ptr<Store> store;
    try {
      store = open_store(address, options_.patience);
    } catch (const Error&) {
      // Where something else stands, creation says so.
      return create_copy(address, options_.patience, entries, chain_.id());
    }
    if (is_server_address(address)) {
      require_another_ledger(*store, chain_.id());
    }
    const auto to = store->begin(Store::Access::write);
    require_lasting(address);
    Chain there;
    there.extend(*to);
    require(there.moves().identity().copy_of == chain_.id(), ErrorKind::ledger, another);
    require(there.moves().unfinished(), ErrorKind::ledger,
            "the copy is finished, and this ledger does not say so: this is an older copy of it");
    return bring(*to, std::move(there), entries, false);
  });
  return {{.to = lasting,
           .id = copied.id(),
           .from = chain_.id(),
           .entries = chain_.entries(),
           .head = chain_.hash(),
           .user = user()},
          chain_.moves().contents()};
}

// After the old ledger was closed: its last entry, which opens the copy.
void OpenLedger::finish_copy(const std::string& address, const std::vector<Entry>& entries) const {
  const MoveRecord& left = *chain_.moves().left();
  naming(shown_address(address), [&] {
    const auto store = open_store(address, options_.patience);
    const auto to = store->begin(Store::Access::write);
    Chain there;
    there.extend(*to);
    require(there.id() == left.move.id, ErrorKind::ledger, another);
    there = bring(*to, std::move(there), entries, false);
    require(there.moves().arrived() && there.moves().arrived()->contents == left.contents,
            ErrorKind::ledger, another);
  });
}

void OpenLedger::move_to(const std::string& address) {
  naming(address_, [&] {
    require_own_process();
    const std::scoped_lock hold{mutex_};
    std::vector<Entry> entries;
    {
      const auto from = store_->begin(Store::Access::write);
      refresh(*from, [&](const Entry& entry) { entries.push_back(entry); });
      require_witness();
      require(from->shows_all(), ErrorKind::ledger,
              "only who may see every dataset of a ledger can copy it");
      if (!chain_.moves().left()) {
        chain_.moves().require_here();
        require_settled_stored();
        const MoveRecord record = copied_to(address, entries);
        entries.push_back(
            chain_.append(*from, {"moved", "", move_facts(record)}, read_clock(options_)));
        commit_appended(*from);
      } else {
        require_lasting(address_);
      }
    }
    if (options_.witness) {
      const Move& move = chain_.moves().left()->move;
      advance_witness(*options_.witness, {chain_.id(), move.sequence, move.hash});
    }
    try {
      finish_copy(address, entries);
    } catch (const Error& error) {
      // It may have moved elsewhere before; if not, the copy waits for its last entry.
      throw NamedError{error.kind(), std::string{error.what()} + "; the ledger moved to " +
                                         chain_.moves().left()->move.to +
                                         ": repeat the copy to there if it is not finished"};
    }
  });
}

}  // namespace discreet::detail
