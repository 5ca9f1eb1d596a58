"""Exact differentially private selection: the k best of a public list of candidates.

Examples:
    >>> import discreet as dc
    >>> dc.top_k([10.0, 9000.0, 8000.0], k=2, epsilon=1.0, sensitivity=1, monotonic=True)
    array([1, 2])
"""

from . import _releases
from ._accounting import (
    bounded_range_to_delta,
    bounded_range_to_epsilon,
    bounded_range_to_zcdp,
    compose,
    composed_delta,
    composed_epsilon,
    error_quantile,
    expected_error,
    permute_and_flip_to_delta,
    permute_and_flip_to_epsilon,
    permute_and_flip_to_zcdp,
    pure_to_delta,
    pure_to_epsilon,
    pure_to_zcdp,
    zcdp_budget,
    zcdp_to_delta,
    zcdp_to_epsilon,
)
from ._amounts import Amount, Amounts
from ._charged import Way
from ._costs import ApproximateCost, BoundedRangeCost, Cost, PureCost, ZcdpCost
from ._curve import Bracket, PrivacyCurve, bounded_range_delta_bracket, permute_and_flip_delta_bracket
from ._error import Error
from ._frames import count_units
from ._items import top_k_items
from ._ledger import Ledger
from ._measurement import (
    Measure,
    Measurement,
    Metric,
    bounded_range,
    linf_distance,
    make_noisy_max,
    make_noisy_top_k,
    make_report_noisy_max_gumbel,
    max_divergence,
    range_distance,
    zero_concentrated_divergence,
)
from ._opendp import to_opendp
from ._plan import Description, Plan
from ._planning import calibrate_top_k, plan
from ._quantile_plan import QuantileDescription, plan_quantiles
from ._quantile_values import QuantileGroups, Quantiles
from ._quantiles import quantiles
from ._records import Charge, Dataset, DatasetGroup, Decision, Receipt, Run, StoredResult, Verified
from ._releases import *  # noqa: F403 - every kind of release, as its own list says
from ._scores import Scores
from ._selection import noisy_max, top_k
from ._table_plan import TableDescription
from ._top_items import Estimate, TopGroups, TopItems

__version__ = "0.1.0"

__all__ = [
    "Amount",
    "Amounts",
    "ApproximateCost",
    "BoundedRangeCost",
    "Bracket",
    "Charge",
    "Cost",
    "Dataset",
    "DatasetGroup",
    "Decision",
    "Description",
    "Error",
    "Estimate",
    "Ledger",
    "Measure",
    "Measurement",
    "Metric",
    "Plan",
    "PrivacyCurve",
    "PureCost",
    "QuantileDescription",
    "QuantileGroups",
    "Quantiles",
    "Receipt",
    "Run",
    "Scores",
    "StoredResult",
    "TableDescription",
    "TopGroups",
    "TopItems",
    "Verified",
    "Way",
    "ZcdpCost",
    "bounded_range",
    "bounded_range_delta_bracket",
    "bounded_range_to_delta",
    "bounded_range_to_epsilon",
    "bounded_range_to_zcdp",
    "calibrate_top_k",
    "compose",
    "composed_delta",
    "composed_epsilon",
    "count_units",
    "error_quantile",
    "expected_error",
    "linf_distance",
    "make_noisy_max",
    "make_noisy_top_k",
    "make_report_noisy_max_gumbel",
    "max_divergence",
    "noisy_max",
    "permute_and_flip_delta_bracket",
    "permute_and_flip_to_delta",
    "permute_and_flip_to_epsilon",
    "permute_and_flip_to_zcdp",
    "plan",
    "plan_quantiles",
    "pure_to_delta",
    "pure_to_epsilon",
    "pure_to_zcdp",
    "quantiles",
    "range_distance",
    "to_opendp",
    "top_k",
    "top_k_items",
    "zcdp_budget",
    "zcdp_to_delta",
    "zcdp_to_epsilon",
    "zero_concentrated_divergence",
]
__all__ += _releases.__all__
