# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""neel keys: the table of docs/input.md is what the program reads; every key that it lists is one that inputs may have."""
import re
import tomllib
import unittest

import pages
from harness import SOURCE, Case


def flat(table, prefix=""):
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key


class Keys(Case):
    maxDiff = None

    def test_docs(self):
        table = self.neel("keys", "--markdown").stdout
        page = (SOURCE / "docs/input.md").read_text()
        self.assertEqual(page.split("<!-- keys -->\n")[1].split("<!-- end of keys -->")[0], table)

    def test_every_key_of_a_shipped_input_is_listed(self):
        """So that no key is read without being told of."""
        for path in sorted((SOURCE / "inputs").glob("*/*.toml")):
            with self.subTest(path.name):
                model = tomllib.loads(path.read_text())["model"]["name"]
                for key in flat(tomllib.loads(path.read_text())):
                    self.assertTrue(pages.known(key, model), key)

    def test_limits_leave_a_choice(self):
        """Those that an input's lattice sets are not known where keys are listed."""
        limits = re.findall(r"\| `(\S+)` .*\| a whole number from (\d+) to (\d+) \|", self.neel("keys", "--markdown").stdout)
        self.assertGreater(len(limits), 10)
        for key, least, most in limits:
            self.assertLess(int(least), int(most), key)

    def test_no_such_model(self):
        done = self.neel("keys", "isin")
        self.assertEqual(done.returncode, 2)
        self.assertIn("the models are: heisenberg, ", done.stderr)


if __name__ == "__main__":
    unittest.main()
