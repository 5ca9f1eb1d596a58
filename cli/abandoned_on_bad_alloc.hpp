#pragma once

#include <memory>
#include <new>
#include <utility>

namespace discreet::cli {

/// A table that is left behind, not destroyed, once memory ran out within it: Abseil's tables note
/// their new size before they have the room for it, and their destructors believe the note.
template <class Table>
class AbandonedOnBadAlloc {
 public:
  /// Calls `use` with the table.
  template <class Use>
  decltype(auto) with(Use use) {
    try {
      return std::move(use)(*table_);
    } catch (const std::bad_alloc&) {
      static_cast<void>(table_.release());
      throw;
    }
  }

 private:
  std::unique_ptr<Table> table_ = std::make_unique<Table>();
};

}  // namespace discreet::cli
