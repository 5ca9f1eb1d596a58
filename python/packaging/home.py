"""The project's addresses in the package's metadata, and a README whose links work on a package index.

The home is the address that this tree was cloned from, or the variable DISCREET_HOME. Where there is
neither, nothing is made up: no addresses, and links to files of the repository become plain text.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def web_address(remote: str) -> str | None:
    """The page of a repository, from the address that git knows it by."""
    if found := re.fullmatch(r"(?:ssh://)?git@([^:/]+)[:/](.+?)(?:\.git)?/?", remote):
        return f"https://{found[1]}/{found[2]}"
    if found := re.fullmatch(r"https?://(?:[^@/]+@)?([^/]+/.+?)(?:\.git)?/?", remote):
        return f"https://{found[1]}"
    return None


def home() -> str | None:
    """Where the project lives, or nothing."""
    if told := os.environ.get("DISCREET_HOME"):
        return web_address(told)
    git = ["git", "-C", str(ROOT), "remote", "get-url", "origin"]
    try:
        done = subprocess.run(git, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    except OSError:
        return None
    return web_address(done.stdout.strip()) if done.returncode == 0 else None


def readme(text: str, address: str | None) -> str:
    """The README with every link to a file of the repository made absolute, or made plain text."""

    def absolute(link: re.Match[str]) -> str:
        picture, words, target = link.groups()
        if target.startswith(("https:", "http:", "#")):
            return link[0]
        if address is None:
            return words
        kind = "raw" if picture else "tree" if (ROOT / target.partition("#")[0]).is_dir() else "blob"
        return f"{picture}[{words}]({address}/{kind}/HEAD/{target})"

    return LINK.sub(absolute, text)


def urls(address: str | None) -> dict[str, str]:
    """The project's addresses, by the names that an index knows."""
    if address is None:
        return {}
    return {
        "Homepage": address,
        "Documentation": f"{address}/blob/HEAD/docs/python.md",
        "Changelog": f"{address}/blob/HEAD/CHANGELOG.md",
        "Issues": f"{address}/issues",
    }


def dynamic_metadata(field: str, settings: Mapping[str, object]) -> dict[str, str]:
    """What scikit-build-core asks for."""
    if field == "urls":
        return urls(home())
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return {"content-type": "text/markdown", "text": readme(text, home())}
