"""The one error of the library."""

from __future__ import annotations

from ._words import ErrorKind


def visible(text: str) -> str:
    r"""A text in which nothing passes for layout, hides, or turns the direction of what follows, as ``\n`` does.

    A message may hold the name of a file, which may hold any bytes; where it is shown is a terminal as often as not.
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    code = ord(character)
    # What os.fsdecode makes of a byte that is not UTF-8.
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else character.encode("unicode_escape").decode()


class Error(ValueError):
    """A rule of the library that was broken.

    The message states the rule and never shows a score, a count or where it stood.

    Attributes:
        kind: ``bad_parameter``, ``outside_domain``, ``bad_distance``, ``over_budget``, ``no_entropy``,
            ``ledger``, ``charge_unknown`` (a charge may be on disk or not: count it as made), ``unsound_thread`` (the
            thread's arithmetic is not IEEE's, or scores changed meanwhile) or ``bug``.

    Examples:
        >>> import discreet as dc
        >>> try:
        ...     dc.top_k([3.0, 1.0], k=5, epsilon=1.0, sensitivity=1)
        ... except dc.Error as error:
        ...     print(error.kind, "-", error)
        bad_parameter - k must not exceed the number of scores
    """

    __module__ = "discreet"  # as users write it, and as a traceback shows it

    def __init__(self, rule: str, kind: ErrorKind = "bad_parameter") -> None:
        """Keep the rule and the kind."""
        super().__init__(visible(str(rule)))
        self.kind: ErrorKind = kind

    def __reduce__(self) -> tuple[type[Error], tuple[str, ErrorKind]]:
        """Let the error cross to another process."""
        return (type(self), (str(self), self.kind))
