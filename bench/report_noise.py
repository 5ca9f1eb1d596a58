"""The part of the report on integer noise."""

from __future__ import annotations

from report_tables import pretty, table

FASTER = 50
PER_SECOND = 10**6
LAWS = {
    "geometric": "geometric",
    "discrete laplace": "discrete Laplace",
    "truncated discrete laplace": "truncated discrete Laplace",
    "discrete gaussian": "discrete Gaussian",
}


def ours(results: dict) -> list[dict]:
    """The rows by law and scale; they were measured in mixed order."""
    rows = [row for row in results.get("noise", []) if row["noise"] in LAWS]
    return sorted(rows, key=lambda row: (list(LAWS).index(row["noise"]), row["scale"]))


def opendp(results: dict, row: dict) -> float | None:
    """How many times as long OpenDP takes for a draw of the same law and scale."""
    for peer in results.get("opendp noise", []):
        if (peer["opendp noise"], peer["scale"]) == (row["noise"], row["scale"]):
            return peer["seconds"] / row["seconds"]
    return None


def usual(results: dict, row: dict) -> float | None:
    """How many times as long the usual exact way takes."""
    name = row["noise"].replace("discrete", "usual")
    for other in results["noise"]:
        if (other["noise"], other["scale"]) == (name, row["scale"]) and other is not row:
            return other["seconds"] / row["seconds"]
    return None


def spelled(scale: float) -> str:
    power = int(scale).bit_length() - 1
    return f"2^{power}" if power >= 20 and scale == 2**power else f"{scale:.10g}"


def named(row: dict) -> str:
    return f"{LAWS[row['noise']]}, scale {spelled(row['scale'])}"


def fast(row: dict) -> bool:
    return row["seconds"] * PER_SECOND <= 1


def goals(results: dict) -> list[tuple[str, str, str]]:
    """Every law and scale that OpenDP has too beside it, and all of them by the second."""
    rows = ours(results)
    if not rows:
        return []
    verdict = lambda met: "yes" if all(met) else f"{sum(met)} of {len(met)} rows"  # noqa: E731
    out = []
    beside = [(times, row) for row in rows if (times := opendp(results, row)) is not None]
    text = f"integer noise, a draw: {FASTER} × opendp"
    if beside:
        least, row = min(beside, key=lambda pair: pair[0])
        measured = f"at least {least:.0f} × ({named(row)}), at most {max(times for times, _ in beside):.0f} ×"
        out.append((text, measured, verdict([times >= FASTER for times, _ in beside])))
    else:
        out.append((text, "not run", "–"))
    slowest = max(rows, key=lambda row: row["seconds"])
    measured = f"at least {1e-6 / slowest['seconds']:.1f} × 10^6 ({named(slowest)})"
    out.append(("integer noise: 10^6 draws a second", measured, verdict([fast(row) for row in rows])))
    return out


HEAD = ("law", "scale", "a draw", "OpenDP / ours", "usual exact way / ours", "ours / one word", "words a draw",
        "10^6 a second")  # fmt: skip


def noise_table(results: dict) -> str:
    word = next(row["seconds"] for row in results["noise"] if row["scale"] is None)
    times = lambda ratio: "–" if ratio is None else f"{ratio:.0f}"  # noqa: E731
    rows = []
    for row in ours(results):
        rows.append([LAWS[row["noise"]], spelled(row["scale"]), pretty(row["seconds"]),
                     times(opendp(results, row)), times(usual(results, row)),
                     f"{row['seconds'] / word:.1f}", f"{row['words']:.2f}", "yes" if fast(row) else "no"])  # fmt: skip
    return table(list(HEAD), rows)


def parts(results: dict) -> list[str]:
    """What stands in the report, if it was run."""
    if not ours(results):
        return []
    text = (
        "Processor time of one draw; one word is 64 random bits and nothing else. OpenDP draws for 20,000 zeros at "
        "once, and what its way in and out takes, its time at scale 0, is not counted; it has neither the geometric "
        "law nor the truncated one. The usual exact way is that of Canonne, Kamath and Steinke, in big integers.\n"
    )
    return ["## Integer noise\n", text, noise_table(results)]
