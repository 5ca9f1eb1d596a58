#include "release_top_k.hpp"

#include <cstdint>

#include <fmt/format.h>

#include "discreet/framework/law.hpp"

namespace discreet::cli {

void release_top_k(Releaser<TopKRelease>& releaser, const TopKRequest& request,
                   const Scores& scores, const std::vector<std::string>& labels) {
  constexpr std::size_t rank_width = 4;
  releaser.finish(
      scores, extent_of_labels(labels, request.k), {},
      [&](const TopKRelease::Plan& plan, const TopKRelease::Output& output) -> OwnPart {
        Rows rows{"items", {{"rank", rank_width}, {"item"}}, {}};
        for (const std::size_t index : output) {
          rows.rows.push_back({std::uint64_t{rows.rows.size() + 1}, labels[index]});
        }
        const std::string law{to_string(plan.selection.law)};
        return {std::move(rows),
                {{"k", request.k},
                 {"candidates", plan.facts.candidates},
                 {"optimize", std::string{to_string(request.optimize)}},
                 {"law", law},
                 {"scale", plan.selection.scale},
                 {"sensitivity", plan.sensitivity},
                 {"monotonic", plan.monotonic == Monotonic::yes},
                 {"expected_error", plan.expected_error}},
                fmt::format("{}, k = {}, scale {:.6g}", law, request.k, plan.selection.scale)};
      });
}

}  // namespace discreet::cli
