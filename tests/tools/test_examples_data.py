import importlib.util
import unittest

from tree import TreeTest

import repo

DATA = repo.ROOT / "examples/data"


class ExamplesData(TreeTest):
    def test_the_committed_table_is_what_the_generator_makes(self) -> None:
        spec = importlib.util.spec_from_file_location("generate", DATA / "generate.py")
        generate = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(generate)
        generate.main(self.root)
        for name in ["visits.csv", "places.txt"]:
            self.assertEqual((self.root / name).read_bytes(), (DATA / name).read_bytes(), name)


if __name__ == "__main__":
    unittest.main()
