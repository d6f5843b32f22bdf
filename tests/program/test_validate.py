# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""neel validate: every row passes, every planted bug is caught, and every digit is that of docs/validation.md, which
another backend may have written."""
import re
import unittest

from harness import SOURCE, Case


def but_for_backend(page):
    """The page without the words between "Neel VERSION, " and the number of rows."""
    return re.sub(r"^(Neel [^,]*, ).*?(\d+ rows;)", r"\1\2", page.read_text(), flags=re.MULTILINE).splitlines()


class Validate(Case):
    maxDiff = None

    def test_page(self):
        done = self.neel("validate", "--bugs", "--markdown", "page.md", timeout=1700)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(but_for_backend(self.folder / "page.md"), but_for_backend(SOURCE / "docs/validation.md"))


if __name__ == "__main__":
    unittest.main()
