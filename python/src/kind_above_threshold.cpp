#include <optional>
#include <string>

#include "discreet/release/above_threshold.hpp"
#include "kind.hpp"

namespace discreet::python {

void bind_kind_above_threshold(nb::dict& kinds) {
  kinds["above_threshold"] = nb::cpp_function(
      [](nb::handle object, nb::handle payer, double threshold, const std::string& epsilon,
         double sensitivity, bool monotonic) {
        const discreet::Scores scores = scores_of(object);
        Planned<AboveThresholdRelease> planned{payer,
                                               {.threshold = threshold,
                                                .epsilon = parse_amount(epsilon),
                                                .sensitivity = sensitivity,
                                                .monotonic = monotonic_from(monotonic)},
                                               {scores.size()}};
        const auto [output, paid, replayed] = planned.release(scores);
        return nb::make_tuple(output, paid, replayed);
      },
      nb::arg("scores"), nb::arg("payer").none(), nb::arg("threshold"), nb::arg("epsilon"),
      nb::arg("sensitivity"), nb::arg("monotonic"));
}

}  // namespace discreet::python
