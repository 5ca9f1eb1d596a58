"""Every type of column that is counted, for each engine, with values that are near misses of each other.

Neighbours in a pool differ by as little as the type allows: by case, accent, normal form, a blank or NUL at the end,
the sign of a zero, a microsecond, the second turn of an hour of the clock.
"""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

# Capital and small letters, one letter in two normal forms, ligatures, and what a literal or a cast might mistake.
TEXTS = ["a", "A", "á", "a\u0301", "", " a", "a ", "a\0", "a\0b", "ß", "ss", "SS", "\ufb00", "ff", "i\u0307", "İ"]
TEXTS += ["a,b", "'a'", "\\x61", "61", "NULL"]
BYTES = [text.encode() for text in TEXTS] + [b"\xff", b"\xc3"]
FLOATS = [0.0, -0.0, 0.5, -0.5, 2.0**-20, 1.0, 3.0, float("inf"), float("-inf"), float("nan")]
ZONE = datetime.UTC
# Across the hour that Berlin's clocks repeat, where two instants have one time on the wall.
INSTANTS = [datetime.datetime(2021, 10, 31, hour, 30, tzinfo=ZONE) for hour in range(3)]
INSTANTS += [INSTANTS[0] + datetime.timedelta(seconds=1), datetime.datetime(1, 1, 2, tzinfo=ZONE)]
TIMES = [instant.replace(tzinfo=None) for instant in INSTANTS]
DATES = [time.date() + datetime.timedelta(days=day) for day, time in enumerate(TIMES)]
DECIMALS = [decimal.Decimal(text) for text in ("0", "0.01", "-0.01", "1.5", "1.05", "12345678.99", "-1.5")]


@dataclass(frozen=True)
class Typed:
    """A type of Arrow's with its pool of values; some are then cast by the engine to a type of its own."""

    name: str
    arrow: pa.DataType
    values: list[Any]
    cast: str = ""
    nulls: bool = True
    # Whether two units are the same just when Python says that their values are equal; not so under a collation.
    plain_units: bool = True

    def column(self, values: list[Any]) -> pa.Array:
        if pa.types.is_dictionary(self.arrow):
            return pa.array(values, self.arrow.value_type).dictionary_encode()
        return pa.array(values, self.arrow)


def integers(signed: bool, bits: int) -> Typed:
    low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
    name = f"{'' if signed else 'u'}int{bits}"
    return Typed(name, getattr(pa, name)(), [0, 1, 7, low, low + 1, high - 1, high])


TEXT = Typed("string", pa.string(), TEXTS)
SIGNED = [integers(True, bits) for bits in (8, 16, 32, 64)]
UNSIGNED = [integers(False, bits) for bits in (8, 16, 32, 64)]
COMMON = [
    TEXT,
    Typed("binary", pa.binary(), BYTES),
    Typed("bool", pa.bool_(), [True, False]),
    *SIGNED,
    Typed("float", pa.float32(), FLOATS),
    Typed("double", pa.float64(), [*FLOATS, 0.1]),
    Typed("decimal(10, 2)", pa.decimal128(10, 2), DECIMALS),
    Typed("date", pa.date32(), DATES),
]
LAYOUTS = [
    Typed("large_string", pa.large_string(), TEXTS),
    Typed("string_view", pa.string_view(), TEXTS),
    Typed("dictionary of string", pa.dictionary(pa.int32(), pa.string()), TEXTS),
]
TIMED = [
    Typed("timestamp[s]", pa.timestamp("s"), TIMES),
    Typed("timestamp[ms]", pa.timestamp("ms"), TIMES),
    Typed("timestamp[us]", pa.timestamp("us"), [*TIMES, TIMES[0] + datetime.timedelta(microseconds=1)]),
    Typed("timestamp[ns]", pa.timestamp("ns"), TIMES[:4]),
    Typed("timestamp[us, Berlin]", pa.timestamp("us", "Europe/Berlin"), INSTANTS),
]
ZONED_NS = Typed("timestamp[ns, Berlin]", pa.timestamp("ns", "Europe/Berlin"), INSTANTS[:4])


def cast(name: str, base: Typed, **more: Any) -> Typed:
    return replace(base, name=name, cast=name, **more)


OF_EVERY_ARROW = [*COMMON, *UNSIGNED, *LAYOUTS, *TIMED, ZONED_NS]
ARROW = [
    *OF_EVERY_ARROW,
    Typed("dictionary of int64", pa.dictionary(pa.int8(), pa.int64()), SIGNED[3].values),
    Typed("dictionary of double", pa.dictionary(pa.int8(), pa.float64()), FLOATS),
    Typed("dictionary of timestamp", pa.dictionary(pa.int8(), ZONED_NS.arrow), ZONED_NS.values),
    Typed("halffloat", pa.float16(), [0.0, -0.0, 0.5, 1.0, float("nan")]),
    Typed("decimal32", pa.decimal32(9, 2), DECIMALS[:5]),
    Typed("decimal256", pa.decimal256(50, 2), DECIMALS),
    Typed("date64", pa.date64(), DATES),
    Typed("fixed-size binary", pa.binary(2), [b"ab", b"aB", b"\0\0", b"a\0"]),
]
# numpy has no nulls among integers: pandas would make them floating-point numbers.
WHOLE = [replace(kind, nulls=False) for kind in [*SIGNED, *UNSIGNED]]
PANDAS = [
    *(kind for kind in OF_EVERY_ARROW if kind not in SIGNED + UNSIGNED),
    *WHOLE,
    *(cast("category", kind) for kind in (TEXT, WHOLE[3], COMMON[-3], TIMED[2], ZONED_NS, COMMON[-1], COMMON[2])),
    *(cast(name, TEXT) for name in ("object", "str", "string[python]", "string[pyarrow]", "category of pyarrow")),
    *(cast("nullable", kind) for kind in (*SIGNED, *UNSIGNED, COMMON[-4], COMMON[-3], COMMON[2])),
    *(cast("pyarrow", kind) for kind in ARROW),
]
POLARS = [
    *OF_EVERY_ARROW,
    cast("Categorical", TEXT),
    cast("Enum", TEXT),
    Typed("Int128", pa.decimal128(38, 0), [decimal.Decimal(2**100), decimal.Decimal(2**100 + 1)], cast="Int128"),
]
DUCKDB_COLLATIONS = ["nocase", "noaccent", "nocase.noaccent", "de", "default nocase"]
DUCKDB = [
    *OF_EVERY_ARROW,
    cast("ENUM", TEXT, values=[text for text in TEXTS if "\0" not in text]),
    Typed("HUGEINT", pa.decimal128(38, 0), [decimal.Decimal(2**100), decimal.Decimal(2**100 + 1)], cast="HUGEINT"),
    *(cast(name, TEXT, plain_units=False) for name in DUCKDB_COLLATIONS),
]
SPARK_COLLATIONS = ["UTF8_LCASE", "UNICODE", "UNICODE_CI", "UNICODE_CI_AI", "de_AI"]
SPARK = [
    *COMMON,
    Typed("timestamp_ntz", pa.timestamp("us"), TIMES, cast="timestamp_ntz"),
    TIMED[-1],
    *(cast(name, TEXT, plain_units=False) for name in SPARK_COLLATIONS),
]
TYPES = {
    "pandas": PANDAS,
    "polars": POLARS,
    "polars-lazy": POLARS,
    "pyarrow": ARROW,
    "duckdb": DUCKDB,
    "pyspark": SPARK,
}


def all_types() -> Iterator[tuple[str, Typed]]:
    for engine, kinds in TYPES.items():
        for kind in kinds:
            yield engine, kind


MASKED = {kind.name: kind.name.replace("int", "Int").replace("uI", "UI") for kind in [*SIGNED, *UNSIGNED]}
MASKED |= {"float": "Float32", "double": "Float64", "bool": "boolean"}


def pandas_frame(table: pa.Table, kind: str) -> Any:
    import pandas as pd

    match kind:
        case "":
            return table.to_pandas()
        case "nullable":
            written = str(table.schema.field("who").type)
            return table.to_pandas(types_mapper=lambda _: pd.api.types.pandas_dtype(MASKED[written]))
        case "pyarrow":
            return table.to_pandas(types_mapper=pd.ArrowDtype)
        case "category of pyarrow":
            return table.to_pandas(types_mapper=pd.ArrowDtype).astype("category")
    return table.to_pandas().astype(kind)


def polars_frame(table: pa.Table, kind: str) -> Any:
    import polars as pl

    frame = pl.DataFrame(pl.from_arrow(table))
    if not kind:
        return frame
    return frame.cast({"Categorical": pl.Categorical, "Enum": pl.Enum(TEXTS), "Int128": pl.Int128}[kind])


def duckdb_frame(table: pa.Table, kind: str) -> Any:
    import duckdb

    connection = duckdb.connect()
    frame = connection.from_arrow(table)
    match kind:
        case "":
            return frame
        case "HUGEINT":
            return frame.project(", ".join(f'"{name}"::HUGEINT AS "{name}"' for name in table.column_names))
        case "ENUM":
            words = ", ".join("'" + text.replace("'", "''") + "'" for text in TEXTS if "\0" not in text)
            return frame.project(", ".join(f'"{name}"::ENUM({words}) AS "{name}"' for name in table.column_names))
        case "default nocase":
            connection.execute("SET default_collation = 'nocase'")
            return frame
    columns = ", ".join(f'"{name}" VARCHAR COLLATE {kind}' for name in table.column_names)
    connection.execute(f"CREATE TABLE rows ({columns})")
    frame.insert_into("rows")
    return connection.table("rows")


def spark_frame(session: Any, table: pa.Table, kind: str) -> Any:
    frame = session.createDataFrame(table)
    if not kind:
        return frame
    if kind == "timestamp_ntz":
        return frame.selectExpr(*(f"cast(`{name}` as timestamp_ntz) as `{name}`" for name in table.column_names))
    return frame.selectExpr(*(f"collate(`{name}`, '{kind}') as `{name}`" for name in table.column_names))


def frame_of(
    engine: str, kind: Typed, units: list[Any], items: list[Any], session: Callable[[], Any], **more: list[Any]
) -> Any:
    """A frame with the columns who, what and more, all of that type."""
    said = {"who": units, "what": items, **more}
    table = pa.table({name: kind.column(values) for name, values in said.items()})
    match engine:
        case "pandas":
            return pandas_frame(table, kind.cast)
        case "polars":
            return polars_frame(table, kind.cast)
        case "polars-lazy":
            return polars_frame(table, kind.cast).lazy()
        case "pyarrow":
            return table
        case "duckdb":
            return duckdb_frame(table, kind.cast)
    return spark_frame(session(), table, kind.cast)
