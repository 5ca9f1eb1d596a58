#include "release.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>

#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"
#include "discreet/release/top_k.hpp"
#include "interruption.hpp"
#include "never_an_input.hpp"
#include "progress_bar.hpp"
#include "remark.hpp"

namespace discreet::cli {
namespace {

// How long the exact texts of amounts are.
std::size_t exact_bytes(const Amounts& amounts) {
  std::size_t out = 0;
  for (const auto& amount : {amounts.epsilon, amounts.delta, amounts.rho}) {
    out += amount ? amount_text(*amount).size() : 0;
  }
  return out;
}

// At least as many bytes as any result with these items can have; the rests grow with every charge.
std::size_t most_bytes(const ReleaseTerms& terms, std::size_t rests,
                       const std::function<const std::string&(std::size_t)>& item) {
  constexpr std::size_t facts = 32768;  // names of up to 200 bytes, amounts of up to 500 digits
  constexpr std::size_t around = 64;    // rank and layout
  constexpr std::size_t escaped = 6;    // \u001b
  std::vector<std::size_t> sizes(terms.candidates);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    sizes[i] = item(i).size();
  }
  const auto end = sizes.begin() + static_cast<std::ptrdiff_t>(terms.k);
  std::nth_element(sizes.begin(), end, sizes.end(), std::greater<>{});
  return facts + rests + terms.k * around +
         escaped * std::accumulate(sizes.begin(), end, std::size_t{0});
}

// Pays from a ledger, and notes at which stage the program is: what an interruption says depends on it.
class StagedAccount final : public Account {
 public:
  StagedAccount(Ledger& ledger, const ChargeOptions& charge)
      : account_(ledger, charge.dataset.value_or(""), charge.asker()) {}

  Budget budget() override { return account_.budget(); }
  void preview(const Bill& bill) override { account_.preview(bill); }
  Receipt charge(const Bill& bill) override {
    enter(Stage::charging);
    try {
      Receipt receipt = account_.charge(bill);
      enter(Stage::charged);
      return receipt;
    } catch (const Error& error) {
      if (leaves_uncharged(error.kind())) {
        enter(Stage::uncharged);
      }
      throw;
    }
  }

 private:
  LedgerAccount account_;
};

}  // namespace

Releaser::Releaser(const PrivacyOptions& privacy, const ChargeOptions& charge,
                   const OutputOptions& output, const std::vector<std::string>& inputs)
    : request_(privacy.request()),
      output_(output),
      file_(never_an_input(output.output, inputs, charge)) {
  if (charge.ledger) {
    ledger_.emplace(Ledger::open(*charge.ledger, charge.opening()));
    dataset_ = ledger_->state(charge.dataset.value_or("")).dataset;
    account_ = std::make_unique<StagedAccount>(*ledger_, charge);
  }
}

void Releaser::prepare(const ReleaseTerms& terms) {
  terms_ = terms;
  request_.k = terms.k;
  request_.sensitivity = terms.sensitivity;
  request_.monotonic = terms.monotonic;
  request_.optimize = terms.optimize;
  request_.what = terms.command;
  ProgressBar bar{"planning",
                  output_.quiet ? ProgressBar::Show::never : ProgressBar::Show::on_a_terminal};
  planned_ = plan_release<TopKRelease>(request_, {terms.candidates}, account_.get(),
                                       [&bar](double part) { bar.update(part); });
}

void Releaser::finish(const Scores& scores,
                      const std::function<const std::string&(std::size_t)>& item) {
  const std::size_t rests = ledger_ ? exact_bytes(ledger_->state(dataset_->name).left) : 0;
  file_.reserve(most_bytes(terms_, rests, item));
  const Released<TopKRelease> released = planned_->release(scores);
  ReleaseResult result{terms_, planned_->plan(), released.receipt, dataset_, {}};
  for (const std::size_t index : released.output) {
    result.items.push_back(item(index));
  }
  std::string remarks;
  if (!ledger_) {
    remarks =
        "discreet: no --ledger: nothing remembers this release, and nothing limits the next\n";
  }
  // A table of values has no place for the sentence.
  if (output_.chosen() == Format::csv) {
    remarks += guarantee(result) + "\n";
  }
  // Nothing that may fail comes after the delivery.
  file_.write(render(result, output_.chosen()));
  if (!output_.quiet) {
    remark(remarks);
  }
}

}  // namespace discreet::cli
