#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include <nanobind/nanobind.h>

namespace discreet::python {

namespace nb = nanobind;

/// Scores that stand in the memory of an array, of one of the ten types.
using Scores = std::variant<std::span<const std::int8_t>, std::span<const std::int16_t>,
                            std::span<const std::int32_t>, std::span<const std::int64_t>,
                            std::span<const std::uint8_t>, std::span<const std::uint16_t>,
                            std::span<const std::uint32_t>, std::span<const std::uint64_t>,
                            std::span<const float>, std::span<const double>>;

/// Loads numpy's table of functions; throws nb::python_error without numpy.
void import_numpy();

/// The scores of a one-dimensional, contiguous, aligned array in the machine's byte order; nothing
/// for any other object.
[[nodiscard]] std::optional<Scores> try_scores(nb::handle object) noexcept;

/// Whether the object is one of numpy's floating scalars.
[[nodiscard]] bool is_numpy_float(nb::handle object) noexcept;

/// The value of one of numpy's int64 scalars; nothing for any other object.
[[nodiscard]] std::optional<std::int64_t> try_numpy_int64(nb::handle object) noexcept;

/// A new array of int64.
[[nodiscard]] nb::object index_array(const std::vector<std::size_t>& indices);

/// A read-only array of the type named `dtype` on foreign memory, which `owner` keeps alive.
[[nodiscard]] nb::object foreign_array(std::string_view dtype, const void* data, std::size_t size,
                                       nb::object owner);

}  // namespace discreet::python
