import unittest

from tree import TreeTest, quietly

import links


class Links(TreeTest):
    def check(self, text: str) -> tuple[int, str]:
        self.write("docs/page.md", text)
        self.write("docs/other.md", "# A heading: of two\n")
        return quietly(links.main, root=self.root)

    def test_links_that_lead_somewhere_are_accepted(self) -> None:
        text = "# Here\n[a](other.md) [b](../docs) [c](https://nowhere.example) [d](#here) [e](other.md#a-heading-of-two)\n"
        self.assertEqual(self.check(text), (0, "links: 4 passed, 0 failed\n"))

    def test_a_missing_file_is_refused(self) -> None:
        code, said = self.check("[a](missing.md)\n")
        self.assertEqual(code, 1)
        self.assertIn("docs/page.md links to missing.md", said)

    def test_a_missing_heading_is_refused(self) -> None:
        self.assertEqual(self.check("[a](other.md#elsewhere)\n")[0], 1)

    def test_code_is_no_link(self) -> None:
        self.assertEqual(self.check("`f[i](x)`\n```\nv[0](y)\n```\n")[0], 0)


if __name__ == "__main__":
    unittest.main()
