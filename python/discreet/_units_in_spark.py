"""Units of several columns of frames of PySpark."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

from pyspark.sql import Window
from pyspark.sql import functions as sql

from . import _in_spark as spark
from ._kinds import Column, Kind
from ._tally_in_spark import name_of_value
from ._tally_terms import Names


def joined(frame: Any, units: Sequence[str], columns: Sequence[Column], names: Names) -> Any:
    """The frame with one column of units, and the others, each named for what it is."""
    fields = dict(zip(frame.columns, frame.schema.fields, strict=True))
    values = [
        spark.number(spark.named_column(frame, name), column) for name, column in zip(units, columns, strict=True)
    ]
    absent = [spark.is_missing(value, column) for value, column in zip(values, columns, strict=True)]
    texts = []
    for name, value, column in zip(units, values, columns, strict=True):
        text = name_of_value(sql.rtrim(value) if spark.is_padded(fields[name]) else value, column)
        if column.kind is Kind.TEXT and column.native != "string":
            # Spellings that a collation calls equal are one: the least that this unit has, whatever other units have.
            text = sql.min(text).over(Window.partitionBy(*values))
        texts += [sql.concat(sql.octet_length(text).cast("string"), sql.lit(":")).cast("binary"), text]
    unit = sql.when(~reduce(or_, absent), sql.concat(*texts))
    # What Spark calls char(n) is known by its metadata.
    others = [
        spark.named_column(frame, name).alias(role, metadata=fields[name].metadata)
        for role, name in names.roles().items()
        if role != "unit"
    ]
    return frame.select(unit.alias("unit"), *others)
