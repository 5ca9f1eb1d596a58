#include <string>

#include "discreet/error.hpp"
#include "discreet/numbers/rounding.hpp"
#include "discreet/release/top_k.hpp"
#include "release/top_k_plan.hpp"
#include "selection/require_no_nan.hpp"

namespace discreet {
namespace {

using RowsPlan = TopKRowsRelease::Plan;
using RowsFacts = TopKRowsRelease::Facts;

RowsFacts facts_of(const ScoreRows& rows) {
  require(rows.columns >= 1, bad_parameter, "a row must have a score");
  require(rows.scores.size() % rows.columns == 0, bad_parameter, "scores must fill whole rows");
  return {rows.scores.size() / rows.columns, rows.columns};
}

// How many selections one unit may have changed the scores of.
std::uint64_t composed(const TopKRowsRelease::Request& request, std::uint64_t rows) {
  if (request.disjoint == Disjoint::yes) {
    return request.row.k;
  }
  std::uint64_t product = 0;
  require(!__builtin_mul_overflow(request.row.k, rows, &product), bad_parameter,
          "there must not be more selections than can be counted");
  return product;
}

void require_as_planned(const RowsPlan& plan, const ScoreRows& rows) {
  require(rows.columns == plan.row.facts.candidates &&
              rows.scores.size() / rows.columns == plan.rows &&
              rows.scores.size() % rows.columns == 0,
          outside_domain, "there must be as many rows and columns as the plan has");
}

}  // namespace

RowsPlan TopKRowsRelease::plan(const Request& request, const Facts& facts, const Budget* budget,
                               const Progress& progress) {
  require_sound_arithmetic();
  require(facts.rows >= 1, bad_parameter, "there must be a row");
  require(request.disjoint == Disjoint::yes || request.disjoint == Disjoint::no, bad_parameter,
          "rows are disjoint or not");
  const TopKRelease::Facts row{facts.columns};
  return {detail::finished_top_k_plan(
              detail::made_top_k_plan(request.row, row, composed(request, facts.rows), budget,
                                      progress),
              request.row, row),
          facts.rows, request.disjoint};
}

Bill TopKRowsRelease::bill(const Plan& plan) {
  Bill out = TopKRelease::bill(plan.row);
  out.parameters.emplace_back("rows", std::to_string(plan.rows));
  out.parameters.emplace_back("disjoint", plan.disjoint == Disjoint::yes ? "yes" : "no");
  return out;
}

void TopKRowsRelease::require_input(const Plan& plan, const ScoreRows& rows) {
  require_sound_arithmetic();  // noisy_top_k_rows asks too, when the charge is made
  require_as_planned(plan, rows);
  detail::require_no_nan(rows.scores);
}

std::vector<std::size_t> TopKRowsRelease::draw(const Plan& plan, const ScoreRows& rows) {
  require_as_planned(plan, rows);
  return noisy_top_k_rows(rows, plan.row.selection);
}

std::vector<std::size_t> top_k_rows(const ScoreRows& rows,
                                    const TopKRowsRelease::Request& request) {
  return plan_release<TopKRowsRelease>(request, facts_of(rows)).release(rows).output;
}

Released<TopKRowsRelease> top_k_rows(const ScoreRows& rows, const TopKRowsRelease::Request& request,
                                     Account& account) {
  return plan_release<TopKRowsRelease>(request, facts_of(rows), &account).release(rows);
}

}  // namespace discreet
