#include "release.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>

#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/charged.hpp"
#include "discreet/ledger/release_request.hpp"
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
std::size_t most_bytes(const SelectionTask& task, std::size_t rests,
                       const std::function<const std::string&(std::size_t)>& item) {
  constexpr std::size_t facts = 32768;  // names of up to 200 bytes, amounts of up to 500 digits
  constexpr std::size_t around = 64;    // rank and layout
  constexpr std::size_t escaped = 6;    // \u001b
  std::vector<std::size_t> sizes(task.candidates);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    sizes[i] = item(i).size();
  }
  const auto end = sizes.begin() + static_cast<std::ptrdiff_t>(task.k);
  std::nth_element(sizes.begin(), end, sizes.end(), std::greater<>{});
  return facts + rests + task.k * around +
         escaped * std::accumulate(sizes.begin(), end, std::size_t{0});
}

}  // namespace

Releaser::Releaser(const PrivacyOptions& privacy, const ChargeOptions& charge,
                   const OutputOptions& output, const std::vector<std::string>& inputs)
    : asked_(privacy.asked()),
      charge_(charge),
      output_(output),
      file_(never_an_input(output.output, inputs, charge)) {
  if (charge.ledger) {
    book_.emplace(Ledger::open(*charge.ledger, charge.opening()));
    dataset_ = book_->state(charge.dataset.value_or("")).dataset;
  }
}

void Releaser::prepare(const ReleaseTerms& terms) {
  terms_ = terms;
  ProgressBar bar{"planning",
                  output_.quiet ? ProgressBar::Show::never : ProgressBar::Show::on_a_terminal};
  plan_ = plan_release(terms.task, asked_, dataset_, [&bar](double part) { bar.update(part); });
  if (book_) {
    book_->preview(request());
  }
}

ChargeRequest Releaser::request() const {
  const ReleaseName name{charge_.dataset.value_or(""), terms_.command, charge_.asker()};
  return release_request(name, terms_.task, terms_.optimize, plan_);
}

std::vector<std::size_t> Releaser::charge_and_draw(
    const std::function<std::vector<std::size_t>(const ReleasePlan&)>& draw,
    std::optional<Receipt>& kept) {
  const ChargeRequest asked = request();
  enter(Stage::charging);
  try {
    return charged(*book_, asked, [&](const Receipt& receipt) {
      enter(Stage::charged);
      kept = receipt;
      return draw(plan_);
    });
  } catch (const Error& error) {
    if (stage() == Stage::charging && leaves_uncharged(error.kind())) {
      enter(Stage::uncharged);
    }
    throw;
  }
}

void Releaser::finish(const std::function<std::vector<std::size_t>(const ReleasePlan&)>& draw,
                      const std::function<const std::string&(std::size_t)>& item) {
  const std::size_t rests = book_ ? exact_bytes(book_->state(dataset_->name).left) : 0;
  file_.reserve(most_bytes(terms_.task, rests, item));
  ReleaseResult result{terms_, plan_, std::nullopt, dataset_, {}};
  const std::vector<std::size_t> best = book_ ? charge_and_draw(draw, result.receipt) : draw(plan_);
  for (const std::size_t index : best) {
    result.items.push_back(item(index));
  }
  std::string remarks;
  if (!book_) {
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
