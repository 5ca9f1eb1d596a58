#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

#include "discreet/error.hpp"
#include "discreet/numbers/number.hpp"

namespace discreet {

/// Whether a domain of floats contains NaN.
enum class Nan { excluded, allowed };

/// All values of T, for a float with or without NaN; unsaid, a float may be NaN.
template <Number T>
class AtomDomain {
 public:
  using Carrier = T;

  constexpr AtomDomain() = default;
  constexpr explicit AtomDomain(Nan nan) : nan_(nan) {}

  /// Whether NaN is a member; never for an integer, whatever was said.
  [[nodiscard]] constexpr bool nan() const { return Float<T> && nan_ == Nan::allowed; }

  [[nodiscard]] constexpr bool member(T value) const {
    if constexpr (Float<T>) {
      return nan() || !detail::is_nan(value);
    } else {
      return true;
    }
  }

  friend constexpr bool operator==(const AtomDomain& a, const AtomDomain& b) {
    return a.nan() == b.nan();
  }

 private:
  Nan nan_ = Nan::allowed;
};

template <class ElementDomain>
class VectorDomain;

/// All vectors of members of an atom domain; of one length if it is known, non-empty if so
/// declared.
template <class T>
class VectorDomain<AtomDomain<T>> {
 public:
  using Element = T;
  using Input = std::span<const T>;

  constexpr explicit VectorDomain(AtomDomain<T> element_domain) : element_domain_(element_domain) {}

  /// The same domain, of vectors of exactly `size` elements.
  [[nodiscard]] constexpr VectorDomain with_size(std::size_t size) const {
    VectorDomain sized = *this;
    sized.size_ = size;
    return sized;
  }

  /// The same domain without the empty vector.
  [[nodiscard]] constexpr VectorDomain non_empty() const {
    VectorDomain filled = *this;
    filled.empty_excluded_ = true;
    return filled;
  }

  [[nodiscard]] constexpr const AtomDomain<T>& element_domain() const { return element_domain_; }
  [[nodiscard]] constexpr std::optional<std::size_t> size() const { return size_; }
  [[nodiscard]] constexpr bool excludes_empty() const { return empty_excluded_; }

  [[nodiscard]] constexpr bool member(std::span<const T> x) const {
    return fits(x.size()) &&
           std::ranges::all_of(x, [this](T value) { return element_domain_.member(value); });
  }

  /// Whether vectors of this length can be members.
  [[nodiscard]] constexpr bool fits(std::size_t length) const {
    return (!size_ || *size_ == length) && (length > 0 || !empty_excluded_);
  }

  /// Refuses a length that no member has; looks at no element.
  ///
  /// Throws    Error{outside_domain}.
  constexpr void require_length(std::size_t length) const {
    require(length > 0 || !empty_excluded_, outside_domain, "there must be a candidate");
    require(fits(length), outside_domain, "the number of scores must be the domain's size");
  }

  friend constexpr bool operator==(const VectorDomain&, const VectorDomain&) = default;

 private:
  AtomDomain<T> element_domain_;
  std::optional<std::size_t> size_;
  bool empty_excluded_ = false;
};

template <class T>
VectorDomain(AtomDomain<T>) -> VectorDomain<AtomDomain<T>>;

}  // namespace discreet
