# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""neel keys: the table of docs/input.md is what the program reads; every key that it lists is one that inputs may have."""
import re
import subprocess
import tomllib
import unittest

from harness import PROGRAM, SOURCE, Case


def keys_of(model):
    text = subprocess.run([PROGRAM, "keys", model], capture_output=True, text=True, check=True).stdout
    return [line for line in text.splitlines() if not line.startswith(" ")]


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
                listed = set(keys_of(model))
                names = {"ION": r"[^.]+", "A-B": r"[^.]+", "OBSERVABLE": r"[^.]+"}
                patterns = [re.sub("|".join(names), lambda m: names[m[0]], re.escape(key).replace("\\-", "-"))
                            for key in listed]
                for key in flat(tomllib.loads(path.read_text())):
                    key = re.sub(r"\.(from|to|points|per_octave)$", "", key)
                    if not key.startswith("scan."):
                        self.assertTrue(any(re.fullmatch(p + r"(\..*)?", key) for p in patterns), key)

    def test_no_such_model(self):
        done = self.neel("keys", "isin")
        self.assertEqual(done.returncode, 2)
        self.assertIn("the models are: heisenberg, ", done.stderr)


if __name__ == "__main__":
    unittest.main()
