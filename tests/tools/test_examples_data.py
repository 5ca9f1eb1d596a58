import importlib.util
import unittest

from tree import TreeTest

import repo

DATA = repo.ROOT / "examples/data"


class ExamplesData(TreeTest):
    def test_the_committed_list_is_the_generators_and_the_rows_are_of_it(self) -> None:
        spec = importlib.util.spec_from_file_location("generate", DATA / "generate.py")
        generate = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(generate)
        generate.main(self.root)
        places = (self.root / "places.txt").read_bytes()
        self.assertEqual(places, (DATA / "places.txt").read_bytes())
        head, *rows = (self.root / "visits.csv").read_text().splitlines()
        self.assertEqual(head, "person,place")
        self.assertLessEqual({row.partition(",")[2] for row in rows}, set(places.decode().splitlines()))


if __name__ == "__main__":
    unittest.main()
