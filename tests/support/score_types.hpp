#pragma once

#include <cstdint>

#include <gtest/gtest.h>

namespace discreet {

/// Every type that scores may have, for typed tests.
using ScoreTypes =
    ::testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                     std::uint16_t, std::uint32_t, std::uint64_t, float, double>;

}  // namespace discreet
