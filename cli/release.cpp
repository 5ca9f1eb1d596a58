#include "release.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"
#include "never_an_input.hpp"
#include "remark.hpp"

namespace discreet::cli {
namespace {

// How long the exact texts of amounts are.
std::size_t exact_bytes(const Amounts& amounts) {
  std::size_t out = 0;
  for (const auto& amount :
       {amounts.epsilon, amounts.delta, amounts.rho, amounts.slack, amounts.steps, amounts.step}) {
    out += amount ? amount_text(*amount).size() : 0;
  }
  return out;
}

}  // namespace

Extent extent_of_labels(const std::vector<std::string>& labels, std::size_t rows) {
  std::vector<std::size_t> sizes(labels.size());
  std::transform(labels.begin(), labels.end(), sizes.begin(),
                 [](const std::string& label) { return label.size(); });
  const auto end = sizes.begin() + static_cast<std::ptrdiff_t>(rows);
  std::nth_element(sizes.begin(), end, sizes.end(), std::greater<>{});
  return {rows, 2, std::accumulate(sizes.begin(), end, std::size_t{0})};
}

std::string kept_groups_in_words(std::string_view unit, std::string_view group, std::uint64_t most,
                                 std::uint64_t groups) {
  return most < groups
             ? fmt::format("Of each {}, rows of at most {} {} are left. ", unit, most, group)
             : fmt::format("Of each {}, rows of every {} on the list are left. ", unit, group);
}

ReleaseFrame::ReleaseFrame(const ChargeOptions& charge, const OutputOptions& output,
                           const std::vector<std::string>& inputs)
    : charge_(charge), output_(output), file_(never_an_input(output.output, inputs, charge)) {
  if (charge.ledger) {
    ledger_.emplace(Ledger::open(*charge.ledger, charge.opening()));
    dataset_ = ledger_->state(charge.dataset.value_or("")).dataset;
    account_ = std::make_unique<StagedAccount>(
        std::make_unique<LedgerAccount>(*ledger_, charge.dataset.value_or(""), charge.asker()));
  }
}

Account* ReleaseFrame::account() const noexcept { return account_.get(); }

bool ReleaseFrame::delivers_again(Asked asked) {
  if (!account_) {
    return false;
  }
  if (charge_.run_id) {
    const RunRequest run{*charge_.run_id, asked.request(charge_.asked_words())};
    if (const auto stored = ledger_->stored_result(dataset_->name, run)) {
      deliver_stored(*stored);
      return true;
    }
    account_ = std::make_unique<StagedAccount>(
        std::make_unique<LedgerAccount>(*ledger_, dataset_->name, charge_.asker(), run));
  }
  account_->set_asked(std::move(asked));
  return false;
}

void ReleaseFrame::run(const Bill& bill, const ReleaseResult& without_rows, const Extent& extent,
                       const DrawText& draw) {
  deliver_stored(account_->run(bill, stored_room(without_rows, extent), draw));
}

void ReleaseFrame::deliver_stored(const RunResult& stored) {
  ReleaseResult result = result_of(stored.text);
  result.receipt = stored.receipt;
  result.dataset = dataset_;
  result.run = charge_.run_id;
  result.replayed = stored.receipt.replayed;
  deliver(result);
}

ProgressBar ReleaseFrame::planning() const {
  return {"planning", output_.quiet ? ProgressBar::Show::never : ProgressBar::Show::on_a_terminal};
}

void ReleaseFrame::reserve(const Extent& extent) {
  constexpr std::size_t facts = 32768;  // names of up to 200 bytes, amounts of up to 500 digits
  constexpr std::size_t row = 192;      // a bar in HTML
  constexpr std::size_t cell = 48;      // a number, a column's name, layout
  constexpr std::size_t escaped = 6;    // \u001b
  // What is left grows with every charge.
  const std::size_t rests = ledger_ ? exact_bytes(ledger_->state(dataset_->name).left) : 0;
  file_.reserve(facts + rests + extent.rows * (row + extent.columns * cell) +
                escaped * extent.text);
}

void ReleaseFrame::deliver(const ReleaseResult& result) {
  std::string remarks;
  if (!ledger_) {
    remarks =
        "discreet: no --ledger: nothing remembers this release, and nothing limits the next\n";
  }
  // A table of values has no place for the sentence.
  if (output_.chosen() == Format::csv) {
    const std::string& note = result.own.note;
    remarks += note + (note.empty() ? "" : "\n") + closing_words(result) + "\n";
  }
  // Nothing that may fail comes after the delivery.
  file_.write(render(result, output_.chosen()));
  if (!output_.quiet) {
    remark(remarks);
  }
}

}  // namespace discreet::cli
