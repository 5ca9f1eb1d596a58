#include "distinct_inputs.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "input_error.hpp"

namespace discreet::cli {
namespace {

TEST(DistinctInputs, AreToldByTheFileNotByItsName) {
  namespace fs = std::filesystem;
  const fs::path place = fs::path{::testing::TempDir()} / "discreet-distinct-inputs";
  fs::remove_all(place);
  fs::create_directory(place);
  const std::string rows = place / "rows";
  const std::string other = place / "other";
  std::ofstream{rows} << "same";
  std::ofstream{other} << "same";
  fs::create_hard_link(rows, place / "hard");
  fs::create_symlink("rows", place / "soft");
  for (const fs::path& alias :
       {place / "rows", place / "hard", place / "soft", place / "." / "rows"}) {
    EXPECT_THROW(require_distinct_files({{"a", rows}, {"b", other}, {"c", alias}}), UsageError)
        << alias;
  }
  EXPECT_NO_THROW(require_distinct_files({{"a", rows}, {"b", other}, {"c", {}}, {"d", {}}}));
  EXPECT_THROW(require_distinct_files({{"a", "-"}, {"b", "-"}}), UsageError);
  EXPECT_THROW(require_distinct_files({{"a", place / "none"}, {"b", place / "none"}}), UsageError);
  fs::remove_all(place);
}

TEST(DistinctInputs, AreDifferentColumns) {
  EXPECT_THROW(require_distinct_columns({{"a", "x"}, {"b", "y"}, {"c", "x"}}), UsageError);
  EXPECT_NO_THROW(require_distinct_columns({{"a", "x"}, {"b", "y"}, {"c", {}}, {"d", {}}}));
}

}  // namespace
}  // namespace discreet::cli
