# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The commands of docs/workflows.md with DataLad: a run that is recorded and made again leaves the same bits, but for times."""
import os
import re
import shlex
import shutil
import subprocess
import sys
import unittest

try:
    import h5py  # noqa: F401
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)
if not (shutil.which("datalad") and shutil.which("git-annex")):
    print("skipped: no DataLad here (Debian: datalad, git-annex)")
    sys.exit(77)

import pages
from harness import PROGRAM, Case

SECTION = pages.raw("docs/workflows.md").split("## DataLad")[1].split("\n## ")[0]
COMMANDS = re.findall(r"^    (.*)$", SECTION, re.M)


class DataLad(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "bin").mkdir()
        (self.folder / "bin/neel").symlink_to(PROGRAM)
        self.env = {**os.environ, "HOME": str(self.folder), "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"}
        (self.folder / ".gitconfig").write_text("[user]\nname = N\nemail = n@example.org\n[init]\ndefaultBranch = main\n")
        self.study = self.folder / "study"

    def call(self, command, cwd=None):
        env = {**self.env, "OMP_NUM_THREADS": "2" if "rerun" in command else "1"}
        done = subprocess.run(shlex.split(command), cwd=cwd or self.study, env=env, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, command + "\n" + done.stdout + done.stderr)
        return done.stdout

    def test_the_commands_of_the_page(self):
        shown = iter(command.split("  #")[0].strip() for command in COMMANDS)
        self.call(next(shown), self.folder)
        self.assertEqual(next(shown), "cd study")
        shutil.copy(self.folder / "small.toml", self.study / "my.toml")
        for command in shown:
            if command.startswith("git diff"):
                break
            self.call(command)
        changed = self.call(command).split()
        self.assertEqual(changed, ["results/my.h5", "results/my.log"])
        # Of the results, the times alone.
        for name, commit in (("new", "HEAD"), ("old", "HEAD~1")):
            self.call(f"git checkout -q {commit}")
            for ending in ("h5", "tsv"):
                (self.folder / f"{name}.{ending}").write_bytes((self.study / f"results/my.{ending}").read_bytes())
            self.call("git checkout -q -")
        self.assertNotEqual((self.folder / "old.h5").read_bytes(), (self.folder / "new.h5").read_bytes())
        self.same("old", "new")

    def test_another_input_is_seen(self):
        """That the comparison can fail: with another seed, everything but the axes is different."""
        for command in COMMANDS[:1]:
            self.call(command.split("  #")[0], self.folder)
        shutil.copy(self.folder / "small.toml", self.study / "my.toml")
        self.call("datalad save -m input")
        run = next(c for c in COMMANDS if c.startswith("datalad run"))
        self.call(run)
        self.call(run.replace("--restart", "--force --set algorithm.seed=2"))
        self.assertIn("results/my.tsv", self.call("git diff --name-only HEAD~1").split())


if __name__ == "__main__":
    unittest.main()
