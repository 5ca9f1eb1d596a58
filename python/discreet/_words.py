"""The closed choices: which words may be said, and how a unit is named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, get_args

#: The law of a selection.
Mechanism: TypeAlias = Literal["permute-and-flip", "exponential"]
#: The law of a table's list: that of a selection, or of the noise on all of its numbers.
Law: TypeAlias = Mechanism | Literal["discrete Laplace", "discrete Gaussian"]
#: How the items of a table are listed.
Listing: TypeAlias = Literal["public", "limited domain", "thresholded histogram"]
#: Which scores are good.
Optimize: TypeAlias = Literal["max", "min"]
#: Which datasets are neighbours.
Neighbors: TypeAlias = Literal["add-remove", "replace"]
#: How a ledger adds up what a dataset was charged.
Accountant: TypeAlias = Literal["pure", "zcdp", "basic", "mixed", "steps"]
#: What an (ε, δ) is paid with where a dataset leaves the choice.
Pay: TypeAlias = Literal["epsilon", "rho"]
#: What to do with rows that have no unit or no item.
Nulls: TypeAlias = Literal["drop", "refuse"]
#: The column that says whose row it is, or the columns that say it together.
Unit: TypeAlias = str | Sequence[str]
#: Which value stands for a unit that has several rows; "share" divides the unit among all of them.
PerUnit: TypeAlias = Literal["share", "median", "min", "max", "sum", "mean", "first"]
#: Quantiles that have a name.
NamedQuantiles: TypeAlias = Literal["median", "quartiles", "deciles", "percentiles"]
#: How far two output distributions are from each other.
MeasureName: TypeAlias = Literal["MaxDivergence", "ZeroConcentratedDivergence", "BoundedRange"]
#: How far two score vectors are from each other.
MetricName: TypeAlias = Literal["LInfDistance", "RangeDistance"]
#: What a measurement is called.
MeasurementName: TypeAlias = Literal["noisy_top_k", "noisy_max", "report_noisy_max_gumbel"]
#: The types of scores.
Dtype: TypeAlias = Literal[
    "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"
]
#: Which kind of rule was broken.
ErrorKind: TypeAlias = Literal[
    "bad_parameter",
    "outside_domain",
    "bad_distance",
    "over_budget",
    "no_entropy",
    "ledger",
    "charge_unknown",
    "unsound_thread",
    "bug",
]

MECHANISMS: Final[tuple[Mechanism, ...]] = get_args(Mechanism)
DTYPES: Final[tuple[Dtype, ...]] = get_args(Dtype)
OPTIMIZE: Final[tuple[Optimize, ...]] = get_args(Optimize)
NEIGHBORS: Final[tuple[Neighbors, ...]] = get_args(Neighbors)
ACCOUNTANTS: Final[tuple[Accountant, ...]] = get_args(Accountant)
PAYS: Final[tuple[Pay, ...]] = get_args(Pay)
NULLS: Final[tuple[Nulls, ...]] = get_args(Nulls)
PER_UNIT: Final[tuple[PerUnit, ...]] = get_args(PerUnit)
NAMED_QUANTILES: Final[tuple[NamedQuantiles, ...]] = get_args(NamedQuantiles)
