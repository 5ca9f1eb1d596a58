"""The wheel stands on its own: a bare environment, no Debian package, every Python it claims."""

from __future__ import annotations

import email
import importlib.util
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WHEELS = sorted((ROOT / "build/wheel").glob("discreet-*.whl"))

pytestmark = pytest.mark.skipif(not WHEELS, reason="./dev test builds the wheel before it runs this")


def test_it_carries_its_libraries_with_their_licences() -> None:
    (wheel,) = WHEELS
    names = zipfile.ZipFile(wheel).namelist()
    carried = {name.partition("/")[2].partition("-")[0] for name in names if name.startswith("discreet.libs/lib")}
    assert {"libgmp", "libmpfr", "libsodium", "libsqlite3"} <= carried
    assert "libhwy" not in carried
    (told,) = [name for name in names if name.endswith("licenses/third-party.txt")]
    text = zipfile.ZipFile(wheel).read(told).decode()
    assert [library for library in sorted(carried) if library.partition("_")[0] not in text] == []
    for text in ("LICENSE", "LGPL-3.txt", "GPL-3.txt", "third-party.txt"):
        assert any(".dist-info/licenses/" in name and name.endswith(text) for name in names), text
    for needed in ("discreet/py.typed", "discreet/_core.pyi", "discreet/__init__.py"):
        assert needed in names
    assert not any(name.endswith((".cpp", ".hpp", ".a")) for name in names)
    assert "manylinux" in wheel.name


def test_its_metadata_serve_a_package_index() -> None:
    (wheel,) = WHEELS
    archive = zipfile.ZipFile(wheel)
    (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
    told = email.message_from_bytes(archive.read(name))
    assert told["Requires-Python"] == ">=3.11"
    assert told["Author"]
    ours = ("Apache-2.0", "LGPL-3.0-or-later", "ISC", "BSD-3-Clause", "MIT", "Zlib", "blessing")
    # What libpq brings along, as far as no other library has the same.
    brought = ("PostgreSQL", "LGPL-2.1-or-later", "OLDAP-2.8", "BSD-Attribution-HPND-disclaimer")
    assert {*ours, *brought} <= set(re.split(r"[ ()]+", told["License-Expression"]))
    links = re.findall(r"\]\(([^)\s]+)\)", archive.read(name).decode())
    assert [link for link in links if not link.startswith(("https:", "#"))] == []


def test_links_of_the_readme_follow_the_home(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("home", ROOT / "python/packaging/home.py")
    assert spec is not None
    assert spec.loader is not None
    home = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(home)
    for remote in (
        "git@host.org:us/it.git",
        "https://host.org/us/it.git",
        "https://name@host.org/us/it",
        "ssh://git@host.org/us/it",
    ):
        assert home.web_address(remote) == "https://host.org/us/it"
    for other in ("/srv/git/it", "../it", "", "file:///it"):
        assert home.web_address(other) is None
    text = "[a](docs/a.md) ![b](docs/b.svg) [c](docs) [d](https://x.org) [e](#f)"
    there = "https://host.org/us/it"
    assert home.readme(text, there) == (
        f"[a]({there}/blob/HEAD/docs/a.md) ![b]({there}/raw/HEAD/docs/b.svg) [c]({there}/tree/HEAD/docs) "
        "[d](https://x.org) [e](#f)"
    )
    assert home.readme(text, None) == "a b c [d](https://x.org) [e](#f)"
    monkeypatch.setenv("DISCREET_HOME", there)
    assert home.dynamic_metadata("urls", {})["Homepage"] == there


def test_it_installs_into_a_bare_environment(tmp_path: Path) -> None:
    (wheel,) = WHEELS
    base = tmp_path / "bare"
    subprocess.run([sys.executable, "-m", "venv", str(base)], check=True)
    # numpy alone, from the environment of the tests, so that nothing is downloaded for this.
    python = base / "bin/python"
    numpy = Path(__import__("numpy").__file__).parent
    site = next((base / "lib").glob("python3.*/site-packages"))
    for found in (numpy, *numpy.parent.glob("numpy.libs"), *numpy.parent.glob("numpy-*.dist-info")):
        shutil.copytree(found, site / found.name)
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", str(wheel)]
    subprocess.run(install, check=True)
    code = (
        "import discreet as dc, discreet._core as core\n"
        "assert dc.top_k([1.0, 9e9, 2.0], 1, epsilon=1.0, sensitivity=1).tolist() == [1]\n"
        "ledger = dc.Ledger.create('a.ledger', dataset='d', unit='person', epsilon=1)\n"
        "assert dc.noisy_max([1.0, 9e9], epsilon=1, sensitivity=1, ledger=ledger, dataset='d') == 1\n"
        "maps = {line.split()[-1] for line in open('/proc/self/maps') if '/' in line}\n"
        "print(*sorted(m for m in maps if any(n in m for n in ('gmp', 'mpfr', 'sodium', 'sqlite'))), sep='\\n')\n"
    )
    clean = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    done = subprocess.run(
        [str(python), "-I", "-W", "error", "-c", code],
        env=clean,
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    loaded = done.stdout.split()
    assert len(loaded) == 4, loaded
    assert all(str(site) in path for path in loaded), loaded
    # The program comes along, on the environment's PATH, with the libraries of the wheel.
    program = [str(base / "bin/discreet"), "ledger", "show", "a.ledger"]
    shown = subprocess.run(program, env=clean, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert "in 1 charge" in shown.stdout
    refused = subprocess.run([program[0], "top-k"], env=clean, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    carried = subprocess.run(["ldd", str(site / "discreet/bin/discreet")], capture_output=True, text=True, check=True)
    ours = [line for line in carried.stdout.splitlines() if any(n in line for n in ("gmp", "mpfr", "sodium", "sqlite"))]
    assert ours
    assert all(str(site) in line for line in ours), ours


def test_what_a_measurement_needs_is_said_where_it_is_missing() -> None:
    code = (
        "import sys\nsys.modules['opendp'] = None\nimport discreet as dc\n"
        "try:\n    dc.to_opendp(3)\nexcept ImportError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "to_opendp needs the package opendp, which is not installed\n"
