# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Random inputs of every model leave the same bits on one thread, in parts on changing numbers of threads, from their resolved inputs,
and on several ranks."""
import os
import subprocess
import sys
import unittest

try:
    import h5py
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

import harness
from random_inputs import random_input

MANY = 2000 // harness.SLOWER if os.environ.get("NEEL_NIGHTLY") else 60
RANKS_PROGRAM = os.environ.get("NEEL_RANKS_PROGRAM") if harness.MPIRUN else None
LAUNCHER, ENVIRONMENT = harness.launcher() if RANKS_PROGRAM else ([], {})


class RandomInputs(harness.Case):
    def ways(self, number, text):
        """Runs an input in all ways: the names of the runs, or none where it is refused."""
        (self.folder / "small.toml").write_text(text)
        names = [f"{number}.{way}" for way in ("whole", "parts", "resolved", "ranks")]
        whole = self.neel("run", "small.toml", "--name", names[0], "--progress", "none", "--threads", 1)
        if whole.returncode != 0:
            self.assertEqual(whole.returncode, 2, whole.stderr)
            return []
        self.run_in_parts(names[1], 2)
        again = self.neel("run", f"{names[0]}.resolved.toml", "--name", names[2], "--progress", "none")
        self.assertEqual(again.returncode, 0, again.stderr)
        if not RANKS_PROGRAM or number % 3 != 0:
            return names[:3]
        done = subprocess.run([*LAUNCHER, str(2 + number % 2), RANKS_PROGRAM, "run", "small.toml", "--name",
                               names[3], "--progress", "none"], cwd=self.folder, capture_output=True, text=True,
                              env={**os.environ, **ENVIRONMENT}, timeout=harness.PATIENCE)
        if done.returncode == 2:
            self.assertIn("ranks", done.stderr)
            return names[:3]
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("ranks 0, 1", done.stdout)
        return names

    def test_every_way_to_run_them(self):
        ran = shared = 0
        for number in range(MANY):
            with self.subTest(f"random_inputs.py --show {number}"):
                _, text = random_input(number)
                names = self.ways(number, text)
                for name in names[1:]:
                    self.same(names[0], name)
                    pictures = [self.folder / f"{n}.vtkhdf" for n in (names[0], name)]
                    self.assertEqual(*(picture.read_bytes() for picture in pictures))
                ran += len(names) > 0
                shared += len(names) > 3
            for path in self.folder.glob(f"{number}.*"):
                path.unlink()
        self.assertGreater(ran, MANY * 2 / 3)
        if RANKS_PROGRAM:
            self.assertGreater(shared, MANY / 10)


if __name__ == "__main__":
    unittest.main()
