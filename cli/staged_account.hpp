#pragma once

#include <memory>
#include <utility>

#include "asked.hpp"
#include "discreet/release/account.hpp"

namespace discreet::cli {

/// Pays from another account, with what was asked on each bill, and notes at which stage the program is: what an
/// interruption says depends on it.
///
/// Law       charging while the charge is under way and after one of which nobody knows whether it was made, charged
///           after one that was made, uncharged after one that was refused. Of a run: charged also where another
///           process charged and this one draws, uncharged where it delivers what is stored.
class StagedAccount final : public Account {
 public:
  explicit StagedAccount(std::unique_ptr<Account> account) : account_(std::move(account)) {}

  Budget budget() override { return account_->budget(); }
  void preview(const Bill& bill) override { account_->preview(with_asked(bill)); }
  Receipt charge(const Bill& bill) override;
  [[nodiscard]] bool has_run() const noexcept override { return account_->has_run(); }
  RunResult run(const Bill& bill, std::uint64_t room, const DrawText& draw) override;

  /// What every bill says from now on beside how its release was made.
  void set_asked(Asked asked) { asked_ = std::move(asked); }

 private:
  [[nodiscard]] Bill with_asked(const Bill& bill) const;

  std::unique_ptr<Account> account_;
  Asked asked_;
};

}  // namespace discreet::cli
