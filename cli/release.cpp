#include "release.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <numeric>

#include "discreet/ledger/charged.hpp"
#include "discreet/ledger/release_request.hpp"
#include "input_error.hpp"
#include "progress_bar.hpp"
#include "remark.hpp"
#include "result_file.hpp"

namespace discreet::cli {
namespace {

bool same_file(const std::optional<std::string>& one, const std::optional<std::string>& other) {
  std::error_code missing;
  return one && other && std::filesystem::equivalent(*one, *other, missing) && !missing;
}

// At least as many bytes as any result with these items can have.
std::size_t most_bytes(const SelectionTask& task,
                       const std::function<const std::string&(std::size_t)>& item) {
  constexpr std::size_t facts = 16384;  // names of up to 200 bytes, amounts of up to 500 digits
  constexpr std::size_t around = 64;    // rank and layout
  constexpr std::size_t escaped = 6;    // \u001b
  std::vector<std::size_t> sizes(task.candidates);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    sizes[i] = item(i).size();
  }
  const auto end = sizes.begin() + static_cast<std::ptrdiff_t>(task.k);
  std::nth_element(sizes.begin(), end, sizes.end(), std::greater<>{});
  return facts + task.k * around + escaped * std::accumulate(sizes.begin(), end, std::size_t{0});
}

}  // namespace

Releaser::Releaser(const PrivacyOptions& privacy, const ChargeOptions& charge,
                   const OutputOptions& output)
    : asked_(privacy.asked()), charge_(charge), output_(output) {
  if (same_file(output.output, charge.ledger) || same_file(output.output, charge.witness)) {
    throw UsageError{"--output must not be the ledger or its witness"};
  }
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

void Releaser::finish(const std::function<std::vector<std::size_t>(const ReleasePlan&)>& draw,
                      const std::function<const std::string&(std::size_t)>& item) {
  ResultFile file{output_.output};
  file.reserve(most_bytes(terms_.task, item));
  ReleaseResult result{terms_, plan_, std::nullopt, dataset_, {}};
  std::vector<std::size_t> best;
  if (book_) {
    best = charged(*book_, request(), [&](const Receipt& receipt) {
      result.receipt = receipt;
      return draw(plan_);
    });
  } else {
    best = draw(plan_);
  }
  for (const std::size_t index : best) {
    result.items.push_back(item(index));
  }
  file.write(render(result, output_.chosen()));
  if (!book_ && !output_.quiet) {
    remark("discreet: no --ledger: nothing remembers this release, and nothing limits the next\n");
  }
  // A table of values has no place for the sentence.
  if (output_.chosen() == Format::csv && !output_.quiet) {
    remark(guarantee(result) + "\n");
  }
}

}  // namespace discreet::cli
