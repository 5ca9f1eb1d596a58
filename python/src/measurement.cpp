#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core.hpp"
#include "discreet/error.hpp"
#include "discreet/framework/domains.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/framework/measures.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/mechanisms/noisy_max.hpp"
#include "discreet/mechanisms/noisy_top_k.hpp"
#include "discreet/mechanisms/report_noisy_max_gumbel.hpp"
#include "discreet/mechanisms/top_k_measure.hpp"
#include "flags.hpp"
#include "numbers.hpp"
#include "numpy_arrays.hpp"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

namespace discreet::python {
namespace {

/// A measurement whose types Python need not know.
struct AnyMeasurement {
  std::function<nb::object(const Scores&)> release;  ///< none for scores of another type
  std::function<double(nb::handle)> map;
  std::function<bool(nb::handle, double)> check;
};

nb::object to_python(const std::vector<std::size_t>& indices) { return index_array(indices); }
nb::object to_python(std::size_t index) { return nb::int_(index); }

template <Number T, class M>
AnyMeasurement erase(M measurement) {
  const auto shared = std::make_shared<const M>(std::move(measurement));
  return {[shared](const Scores& scores) -> nb::object {
            const auto* x = std::get_if<std::span<const T>>(&scores);
            if (x == nullptr) {
              return nb::none();
            }
            const auto drawn = [&] {
              const nb::gil_scoped_release others_may_run;
              return shared->invoke(*x);
            }();
            return to_python(drawn);
          },
          [shared](nb::handle d_in) { return shared->map(distance_from<T>(d_in)); },
          [shared](nb::handle d_in, double d_out) {
            return shared->check(distance_from<T>(d_in), d_out);
          }};
}

/// Calls build(T{}) for the score type of that name.
template <class Build>
AnyMeasurement for_dtype(const std::string& dtype, const Build& build) {
  if (dtype == "int8") return build(std::int8_t{});
  if (dtype == "int16") return build(std::int16_t{});
  if (dtype == "int32") return build(std::int32_t{});
  if (dtype == "int64") return build(std::int64_t{});
  if (dtype == "uint8") return build(std::uint8_t{});
  if (dtype == "uint16") return build(std::uint16_t{});
  if (dtype == "uint32") return build(std::uint32_t{});
  if (dtype == "uint64") return build(std::uint64_t{});
  if (dtype == "float32") return build(float{});
  if (dtype == "float64") return build(double{});
  throw nb::type_error("dtype must be one of int8 to int64, uint8 to uint64, float32, float64");
}

template <class Build>
AnyMeasurement for_measure(const std::string& measure, const Build& build) {
  if (measure == "MaxDivergence") return build(MaxDivergence{});
  if (measure == "ZeroConcentratedDivergence") return build(ZeroConcentratedDivergence{});
  if (measure == "BoundedRange") return build(BoundedRange{});
  throw nb::type_error("measure must be a measure of discreet");
}

template <Number T>
VectorDomain<AtomDomain<T>> domain_of(std::optional<std::size_t> size) {
  const VectorDomain<AtomDomain<T>> domain{AtomDomain<T>{Nan::excluded}};
  return size ? domain.with_size(*size) : domain;
}

AnyMeasurement noisy_top_k_of(const std::string& dtype, std::optional<std::size_t> size,
                              const std::string& measure, std::size_t k, double scale,
                              bool monotonic, const std::string& optimize) {
  return for_dtype(dtype, [&]<class T>(T) {
    return for_measure(measure, [&](auto output_measure) {
      return erase<T>(make_noisy_top_k(domain_of<T>(size),
                                       LInfDistance<T>{monotonic_from(monotonic)}, output_measure,
                                       k, scale, parse_optimize(optimize)));
    });
  });
}

AnyMeasurement noisy_max_of(const std::string& dtype, std::optional<std::size_t> size,
                            const std::string& measure, double scale, bool monotonic,
                            const std::string& optimize) {
  return for_dtype(dtype, [&]<class T>(T) {
    return for_measure(measure, [&](auto output_measure) {
      return erase<T>(make_noisy_max(domain_of<T>(size), LInfDistance<T>{monotonic_from(monotonic)},
                                     output_measure, scale, parse_optimize(optimize)));
    });
  });
}

/// `monotonic` says which LInfDistance; without it the metric is the RangeDistance.
AnyMeasurement gumbel_of(const std::string& dtype, std::optional<std::size_t> size, double scale,
                         std::optional<bool> monotonic, const std::string& optimize) {
  return for_dtype(dtype, [&]<class T>(T) {
    if (!monotonic) {
      return erase<T>(make_report_noisy_max_gumbel(domain_of<T>(size), RangeDistance<T>{}, scale,
                                                   parse_optimize(optimize)));
    }
    return erase<T>(make_report_noisy_max_gumbel(domain_of<T>(size),
                                                 LInfDistance<T>{monotonic_from(*monotonic)}, scale,
                                                 parse_optimize(optimize)));
  });
}

}  // namespace

void bind_measurement(nb::module_& module) {
  nb::class_<AnyMeasurement>(module, "AnyMeasurement")
      .def(
          "release",
          [](const AnyMeasurement& self, nb::handle scores) -> nb::object {
            const auto view = try_scores(scores);
            return view ? self.release(*view) : nb::object(nb::none());
          },
          nb::arg().none())
      .def(
          "map", [](const AnyMeasurement& self, nb::handle d_in) { return self.map(d_in); },
          nb::arg().none())
      .def(
          "check",
          [](const AnyMeasurement& self, nb::handle d_in, double d_out) {
            return self.check(d_in, d_out);
          },
          nb::arg().none(), nb::arg());
  module.def("make_noisy_top_k", &noisy_top_k_of, nb::arg(), nb::arg().none(), nb::arg(), nb::arg(),
             nb::arg(), nb::arg(), nb::arg());
  module.def("make_noisy_max", &noisy_max_of, nb::arg(), nb::arg().none(), nb::arg(), nb::arg(),
             nb::arg(), nb::arg());
  module.def("make_report_noisy_max_gumbel", &gumbel_of, nb::arg(), nb::arg().none(), nb::arg(),
             nb::arg().none(), nb::arg());
}

}  // namespace discreet::python
