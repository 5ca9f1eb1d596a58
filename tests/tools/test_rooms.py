import unittest

from tree import TreeTest, quietly

import rooms


class Rooms(TreeTest):
    def check(self) -> tuple[int, str]:
        return quietly(rooms.main, root=self.root)

    def refused(self, reason: str) -> None:
        code, said = self.check()
        self.assertEqual(code, 1, said)
        self.assertIn(reason, said)

    def test_an_include_that_points_up_is_accepted(self) -> None:
        self.write("tests/numbers/a_test.cpp", '#include "discreet/numbers/a.hpp"\n')
        self.write("include/discreet/error.hpp", "")
        self.write("include/discreet/numbers/a.hpp", '#include "discreet/error.hpp"\n')
        self.write("src/numbers/a.cpp", '#include "discreet/numbers/a.hpp"\n#include <vector>\n')
        self.assertEqual(self.check()[0], 0)

    def test_an_include_that_points_down_is_refused(self) -> None:
        self.write("include/discreet/numbers/a.hpp", '#include "discreet/samplers/b.hpp"\n')
        self.write("include/discreet/samplers/b.hpp", "")
        self.refused("samplers is below numbers")

    def test_the_order_binds_sources_tests_and_angle_brackets_too(self) -> None:
        self.write("include/discreet/numbers/a.hpp", "")
        self.write("src/numbers/a.cpp", "#  include <discreet/ledger/b.hpp>\n")
        self.refused("ledger is below numbers")
        self.write("src/numbers/a.cpp", "")
        self.write("tests/entropy/a_test.cpp", '#include "discreet/numbers/a.hpp"\n')
        self.refused("numbers is below entropy")

    def test_an_unknown_room_is_refused_everywhere(self) -> None:
        for path in ["include/discreet/attic/a.hpp", "tests/attic/a_test.cpp", "proofs/attic/a.md"]:
            with self.subTest(path):
                file = self.write(path, "")
                self.refused("attic is no room")
                file.unlink()

    def test_a_door_has_proofs_but_no_headers(self) -> None:
        self.write("proofs/python/a.md", "")
        self.assertEqual(self.check()[0], 0)
        self.write("include/discreet/python/a.hpp", "")
        self.refused("python is no room")

    def test_a_source_that_no_header_of_its_room_declares_is_refused(self) -> None:
        self.write("src/numbers/a.cpp", "")
        self.refused("includes no header of its room")
        self.write("include/discreet/error.hpp", "")
        self.write("src/numbers/a.cpp", '#include "discreet/error.hpp"\n')
        self.refused("includes no header of its room")

    def test_what_is_private_is_seen_from_inside_only(self) -> None:
        self.write("src/numbers/a.hpp", "")
        self.write("src/numbers/b.cpp", '#include "numbers/a.hpp"\n')
        self.write("tests/numbers/a_test.cpp", '#include "numbers/a.hpp"\n')
        self.assertEqual(self.check()[0], 0)
        for path in ["include/discreet/numbers/c.hpp", "cli/c.cpp", "python/src/c.cpp", "examples/c.cpp"]:
            with self.subTest(path):
                file = self.write(path, '#include "numbers/a.hpp"\n')
                self.refused("what stands in src/ is for src/, tests/ and bench/")
                file.unlink()

    def test_how_vectors_are_used_is_for_the_core_and_the_program(self) -> None:
        self.write("vectors/vectors/a.hpp", "#include <hwy/targets.h>\n")
        self.refused("vectors/vectors/a.hpp is reached by no test")
        self.write("include/discreet/numbers/b.hpp", "")
        self.write("src/numbers/b.cpp", '#include "discreet/numbers/b.hpp"\n#include "vectors/a.hpp"\n')
        self.write("cli/b.cpp", '#include "vectors/a.hpp"\n')
        self.write("tests/vectors/a_test.cpp", '#include "vectors/a.hpp"\n')
        self.assertEqual(self.check()[0], 0)
        for path in ["include/discreet/numbers/c.hpp", "python/src/c.cpp", "examples/c.cpp"]:
            with self.subTest(path):
                file = self.write(path, '#include "vectors/a.hpp"\n')
                self.refused("how vectors are used is for src/, cli/, tests/ and bench/")
                file.unlink()
        self.write("src/numbers/d.hpp", "")
        for name in ["numbers/d.hpp", "discreet/numbers/b.hpp"]:
            with self.subTest(name):
                self.write("vectors/vectors/a.hpp", f'#include "{name}"\n')
                self.refused("how vectors are used knows nothing of ours")

    def test_beside_the_headers_of_vectors_nothing_stands(self) -> None:
        for path in ["vectors/a.hpp", "vectors/vectors/a.cpp"]:
            with self.subTest(path):
                file = self.write(path, "")
                self.refused("only headers in vectors/vectors/ say how vectors are used")
                file.unlink()

    def test_the_order_binds_what_is_private_too(self) -> None:
        self.write("src/samplers/a.hpp", "")
        self.write("src/numbers/b.hpp", '#include "samplers/a.hpp"\n')
        self.refused("samplers is below numbers")

    def test_a_helper_that_hides_a_private_header_is_refused(self) -> None:
        self.write("src/numbers/a.hpp", "")
        self.write("src/numbers/b.cpp", '#include "numbers/a.hpp"\n')
        self.write("tests/numbers/a.hpp", "")
        self.refused("have one name")

    def test_a_helper_that_hides_a_header_of_vectors_is_refused(self) -> None:
        self.write("vectors/vectors/a.hpp", "")
        self.write("tests/vectors/a.hpp", "")
        self.write("tests/vectors/a_test.cpp", '#include "vectors/a.hpp"\n')
        self.refused("have one name")

    def test_a_circle_is_refused(self) -> None:
        self.write("include/discreet/numbers/a.hpp", '#include "discreet/numbers/b.hpp"\n')
        self.write("include/discreet/numbers/b.hpp", '#include "discreet/numbers/a.hpp"\n')
        self.refused("headers in a circle")

    def test_sqlite_outside_its_store_is_refused(self) -> None:
        for path in ["include/discreet/numbers/a.hpp", "src/ledger/a.hpp", "cli/a.cpp", "bench/ledger/a.cpp"]:
            with self.subTest(path):
                file = self.write(path, "#include <sqlite3.h>\n")
                self.refused("includes sqlite3.h: only src/ledger/sqlite/ knows it")
                file.unlink()
        self.write("src/ledger/sqlite/a.hpp", "#include <sqlite3.h>\n")
        self.write("tests/ledger/a_test.cpp", '#include <sqlite3.h>\n#include "ledger/sqlite/a.hpp"\n')
        self.assertEqual(self.check()[0], 0)

    def test_a_store_is_known_to_what_opens_it_alone(self) -> None:
        self.write("src/ledger/sqlite/a.hpp", "")
        self.write("src/ledger/sqlite/a.cpp", '#include "ledger/sqlite/a.hpp"\n')
        self.write("src/ledger/open_store.cpp", '#include "ledger/sqlite/a.hpp"\n')
        self.assertEqual(self.check()[0], 0)
        self.write("src/ledger/chain.cpp", '#include "ledger/sqlite/a.hpp"\n')
        self.refused("a store is seen through ledger/store.hpp")

    def test_a_header_that_no_test_reaches_is_refused(self) -> None:
        self.write("include/discreet/numbers/a.hpp", "")
        self.refused("include/discreet/numbers/a.hpp is reached by no test")

    def test_the_umbrella_is_for_users_only(self) -> None:
        self.write("examples/a.cpp", "#include <discreet/discreet.hpp>\n")
        self.assertEqual(self.check()[0], 0)
        self.write("include/discreet/numbers/a.hpp", '#include "discreet/discreet.hpp"\n')
        self.refused("a room names the headers it needs")

    def test_a_file_of_three_hundred_and_one_lines_is_refused(self) -> None:
        self.write("tests/numbers/a_test.cpp", '#include "discreet/numbers/a.hpp"\n')
        self.write("include/discreet/numbers/a.hpp", "\n" * rooms.MAX_LINES)
        self.assertEqual(self.check()[0], 0)
        self.write("include/discreet/numbers/a.hpp", "\n" * (rooms.MAX_LINES + 1))
        self.refused("asks for a split")



if __name__ == "__main__":
    unittest.main()
