#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "ledger/store.hpp"

namespace discreet::detail {

/// The file beside a ledger in which the result of one of its runs is settled. It has no name, and can be read by nobody
/// else, until the whole result stands in it; with its name the result is settled.
///
/// Law       what Store says of settling.
/// Requires  the path by which SQLite knows the ledger.
/// Throws    Error{ledger}.
/// Proof     proofs/ledger/runs.md
class SettledFile {
 public:
  SettledFile(const std::string& ledger, const std::string& dataset, const std::string& id);

  /// Takes room for a result of that many bytes. What stands in the ledger by then is durable.
  ///
  /// Throws    Error{ledger} also where something is settled, or the file system has no files without a name.
  [[nodiscard]] std::unique_ptr<Settlement> prepare(std::uint64_t size) const;

  /// What is settled; nothing where there is no such file.
  ///
  /// Throws    Error{ledger} for a file that no settlement leaves.
  [[nodiscard]] std::optional<std::string> read() const;

  /// Removes it, if that can be done.
  void remove() const;

 private:
  class Unnamed;

  void require_named(bool holds, const char* rule) const;

  std::string ledger_;
  std::string directory_;
  std::string name_;
};

}  // namespace discreet::detail
