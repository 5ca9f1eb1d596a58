"""The ledger's page in a browser: nothing on its console, nothing on the network, sorted and filtered by its script."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ.get("DISCREET", "discreet")
BROWSER = shutil.which("chromium")
QUIET = (
    "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --disable-component-update "
    "--disable-background-networking --disable-sync --disable-extensions --disable-default-apps"
).split()
# What somebody does who sorts by the dataset twice and looks for one charge.
USE = """
<script>
const heads=[...document.querySelectorAll("#charges th button")];
heads[2].click();heads[2].click();
const first=document.querySelector("#charges tbody tr").cells[2].textContent;
const find=document.querySelector("#find").elements.text;
find.value="alert";find.dispatchEvent(new Event("input"));
document.body.dataset.seen=first+" / "+document.querySelector("#found").textContent;
</script>
"""


@unittest.skipUnless(BROWSER, "Debian's chromium is not installed")
class Report(unittest.TestCase):
    def setUp(self) -> None:
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.path = Path(self.directory.name)
        (self.path / "scores.csv").write_text("label,score\na,1\nb,200\n")
        self.run_program("ledger", "create", "a.ledger", "--dataset", "visits", "--unit", "patient", "--epsilon", "4",
                         "--delta", "1e-6")  # fmt: skip
        self.run_program("ledger", "add", "a.ledger", "--dataset", "<script>alert(1)</script>", "--unit", "patient",
                         "--rho", "1")  # fmt: skip

    def run_program(self, *words: str) -> None:
        subprocess.run([PROGRAM, *words], cwd=self.path, check=True, capture_output=True)

    def charge(self, dataset: str) -> None:
        self.run_program("select", "scores.csv", "--label", "label", "--score", "score", "--sensitivity", "1", "-k", "1",
                         "--rho", "0.01", "--ledger", "a.ledger", "--dataset", dataset)  # fmt: skip

    def report(self) -> Path:
        self.run_program("ledger", "report", "a.ledger", "--output", "report.html")
        return self.path / "report.html"

    def open(self, page: Path, width: int = 1000) -> tuple[str, str, set[str]]:
        """The page as it stands after its script, what was logged, and every address that was asked for."""
        net = self.path / "net.json"
        done = subprocess.run(
            [str(BROWSER), *QUIET, f"--user-data-dir={self.path / 'profile'}", f"--log-net-log={net}",
             "--enable-logging=stderr", f"--window-size={width},800", "--dump-dom", page.as_uri()],
            capture_output=True, text=True, timeout=120, check=True,
        )  # fmt: skip
        # What the browser asks for itself has no page as its origin.
        asked = {
            event["params"]["url"]
            for event in json.loads(net.read_text(encoding="utf-8"))["events"]
            if "initiator" in event.get("params", {}) and event["params"]["initiator"] != "not an origin"
        }
        return done.stdout, "\n".join(re.findall(r".*CONSOLE.*", done.stderr)), asked

    def test_it_opens_in_silence(self) -> None:
        for charges in (0, 3):
            for _ in range(charges):
                self.charge("visits")
                self.charge("<script>alert(1)</script>")
            shown, said, asked = self.open(self.report())
            self.assertIn("Privacy budget of a.ledger", shown)
            self.assertEqual((said, asked), ("", set()))
            self.assertEqual(shown.count('<tr><td class="n">'), 2 * charges)
            self.assertEqual("&lt;script&gt;alert(1)&lt;/script&gt;" in shown, True)

    def test_a_page_that_asks_is_noticed(self) -> None:
        page = self.path / "asks.html"
        page.write_text('<img src="http://127.0.0.1:9/x.png"><script>console.error("said")</script>', encoding="utf-8")
        _, said, asked = self.open(page)
        self.assertIn("said", said)
        self.assertEqual(asked, {"http://127.0.0.1:9/x.png"})

    def test_its_script_sorts_and_finds(self) -> None:
        self.charge("visits")
        self.charge("<script>alert(1)</script>")
        page = self.report()
        text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page.read_text(encoding="utf-8"))
        page.write_text(text.replace("</body>", USE + "</body>"), encoding="utf-8")
        shown, said, _ = self.open(page)
        self.assertIn('data-seen="visits / 1 of 2"', shown)
        self.assertEqual(said, "")

    def test_no_other_script_runs(self) -> None:
        page = self.report()
        page.write_text(page.read_text(encoding="utf-8").replace("</body>", USE + "</body>"), encoding="utf-8")
        shown, said, _ = self.open(page)
        self.assertNotIn("data-seen", shown)
        self.assertIn("Content Security Policy", said)

    def test_it_fits_a_telephone(self) -> None:
        self.charge("visits")
        page = self.report()
        text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page.read_text(encoding="utf-8"))
        width = "<script>document.body.dataset.wide=document.documentElement.scrollWidth+' '+innerWidth</script>"
        page.write_text(text.replace("</body>", width + "</body>"), encoding="utf-8")
        shown, _, _ = self.open(page, width=375)
        found = re.search(r'data-wide="(\d+) (\d+)"', shown)
        assert found is not None
        self.assertLessEqual(int(found[1]), int(found[2]), "nothing but the table scrolls sideways")


if __name__ == "__main__":
    unittest.main()
