#pragma once

#include <string>
#include <vector>

#include "render.hpp"

namespace discreet::cli {

/// Rows as one table: with groups, the group is the first column, and a group without rows has one that is empty; across,
/// each group is one row.
struct FlatRows {
  std::vector<Column> columns;
  std::vector<std::vector<Value>> rows;
  std::optional<Bars> bars;
};
FlatRows flat(const Rows& rows);

/// A value as it is: nothing where there is none.
std::string bare_text(const Value& value);

/// The longest bar, in characters or percent, and how much of it a row has.
class BarScale {
 public:
  BarScale(const FlatRows& rows, std::size_t longest);

  struct Length {
    std::size_t low = 0;
    std::size_t high = 0;  ///< not below low
  };
  [[nodiscard]] Length of(const std::vector<Value>& row) const;

 private:
  std::optional<Bars> bars_;
  double most_ = 0;
  std::size_t longest_;
};

/// The rows as text, in columns, with bars beside them where there are intervals.
std::string text_of(const Rows& rows);

/// The rows as CSV.
std::string csv_of(const Rows& rows);

/// The rows as a piece of HTML that needs nothing else: a figure with a table, and the sentences below it.
std::string html_of(const Rows& rows, const std::string& note, const std::string& guarantee);

}  // namespace discreet::cli
