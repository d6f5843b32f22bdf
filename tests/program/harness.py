# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Runs the program in a temporary folder, as its users do."""
import math
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["NEEL_PROGRAM"]
os.environ.setdefault("OMP_NUM_THREADS", "2")
SOURCE = pathlib.Path(os.environ["NEEL_SOURCE"])
PATIENCE = 1800 if os.environ.get("NEEL_NIGHTLY") else 300  # seconds for a command; scripts/nightly runs sanitized ones of all sizes
# For tests that need many sweeps, which scripts/sanitize makes slowly; scripts/nightly makes them under sanitizers, too.
SLOWER = int(os.environ.get("NEEL_SLOWER", "1"))  # by so much, kernels with sanitizers: what is to take a while has fewer sweeps
CACHE = tempfile.TemporaryDirectory()  # of the user's, where the program keeps what it measures
unless_short = unittest.skipIf(os.environ.get("NEEL_SHORT"), "many sweeps")

SMALL = """
[model]
name = "heisenberg"
unit = "435.23 K"
[lattice]
size = [8, 8, 8]
[material]
ions = ["Fe", "Cr"]
fractions = {Cr = 0.35}
moment = {Fe = 1.0, Cr = 0.6}
moment_unit = "5 mu_B"
anisotropy = 0.007
exchange = {Fe-Fe = 1.0, Fe-Cr = 0.2436, Cr-Cr = 0.1831}
dm = {Fe-Fe = 0.0214, Fe-Cr = -0.0168, Cr-Cr = 0.0074}
[schedule]
T = [1.0, 0.5]
field = 0.002
thermalize = 50
sweeps = 200
measure_every = 10
[algorithm]
systems = 2
"""


MPIRUN = shutil.which(os.environ.get("NEEL_MPIRUN", "mpirun"))  # of Open MPI or MPICH


def launcher():
    """The command that starts ranks, but for their number, and its environment: more ranks than cores, as root, on one machine that may
    have no network: shared memory, whose name has changed."""
    version = subprocess.run([MPIRUN, "--version"], capture_output=True, text=True).stdout
    open_mpi = re.search(r"Open MPI\D*([0-9]+)", version)
    command = [MPIRUN, *(["--oversubscribe"] if open_mpi else []), "-np"]
    memory = {"OMPI_MCA_btl": "self,sm" if int(open_mpi[1]) >= 5 else "self,vader"} if open_mpi else {}
    return command, {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", **memory,
            "OMPI_MCA_hwloc_base_binding_policy": "none", "PRTE_MCA_hwloc_default_binding_policy": "none", "OMP_NUM_THREADS": "1",
            "ASAN_OPTIONS": "detect_leaks=0"}  # MPI libraries keep memory to the end


def jackknife(function, rows):
    """Value and error of a function of the mean of independent rows."""
    import numpy  # not every test needs it
    n = len(rows)
    without = numpy.array([function(numpy.delete(rows, k, 0).mean(0)) for k in range(n)])
    pseudo = n * function(rows.mean(0)) - (n - 1) * without
    return pseudo.mean(0), (pseudo.var(0) / (n - 1))**0.5


def pooled(function, chains):
    """A function of the mean moments of all chains (chain, draw, moment), by the jackknife over 16 blocks or a few more."""
    each = min(-(-16 // len(chains)), len(chains[0]))
    parts = [chain[k * len(chain) // each:(k + 1) * len(chain) // each] for chain in chains for k in range(each)]
    total, n = sum(part.sum(0) for part in parts), sum(len(part) for part in parts)
    whole = function(total / n)
    return sum(whole - (1 - len(p) / n) * function((total - p.sum(0)) / (n - len(p))) for p in parts)


def shares(function, chains):
    """What each draw contributes to the function, made linear at the mean of all: (chain, draw)."""
    import numpy
    rows = chains.reshape(-1, chains.shape[-1])
    mean, steps = rows.mean(0), numpy.diag(rows.std(0) / len(rows)**0.5)
    slopes = [(function(mean + step) - function(mean - step)) / (2 * step.sum()) for step in steps]
    return function(mean) + (chains - mean) @ slopes


def gamma_method(series, one_mean=False):
    """The error of the mean of all chains (chain, draw), each with a mean of its own or all with one; Wolff, hep-lat/0306017,
    S = 1.5, windows up to a quarter of the series."""
    chains, n = series.shape
    d = series - series.mean(1, keepdims=True)
    shift = series.mean(1).var() if one_mean else 0
    gamma = [(d[:, :n - t] * d[:, t:]).mean() + shift for t in range(n // 4 + 1)]
    total = gamma[0]
    for w in range(1, n // 4 + 1):
        total += 2 * gamma[w]
        tau = total / (2 * gamma[0])
        decay = 1e-10 if tau <= 0.5 else 1.5 / math.log((2 * tau + 1) / (2 * tau - 1))
        if math.exp(-w / decay) < decay / math.sqrt(w * n * chains):
            break
    return math.sqrt(total * (1 + (2 * w + 1) / (n * (chains if one_mean else 1))) / (n * chains))


def checksum(data):
    """files::Checksum."""
    mask, prime, lanes = 2**64 - 1, 0x100000001B3, list(range(1, 9))

    def stir(state, word):
        state = (state ^ word) * prime & mask
        return state ^ state >> 32
    for words in struct.iter_unpack("<8Q", data + bytes(-len(data) % 64)):
        lanes = [stir(lane, word) for lane, word in zip(lanes, words)]
    all_lanes = len(data)
    for lane in lanes:
        all_lanes = stir(all_lanes, lane)
    return all_lanes


def seal(path):
    """Ends a file that was changed through HDF5 with its checksum, as if Neel had written it so."""
    data = path.read_bytes()
    path.write_bytes(data + b"\nneel-checksum %016x\n" % checksum(data))


def final_hash(result):
    return re.search(r"final configuration: hash ([0-9a-f]{16})", result.stdout).group(1)


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "small.toml").write_text(SMALL)

    def neel(self, *arguments, env=None, program=PROGRAM, timeout=PATIENCE):
        return subprocess.run([program, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True,
                              env={**os.environ, "XDG_CACHE_HOME": CACHE.name, **(env or {})}, timeout=timeout)

    def start(self, *arguments):
        """Starts the program; it does not outlive the test."""
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True,
                                   env={**os.environ, "XDG_CACHE_HOME": CACHE.name})
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        return process

    def started(self, *arguments):
        """Starts a run and waits until it is at work."""
        process = self.start("run", "small.toml", "--progress", "none", *arguments)
        for line in process.stdout:
            if line.startswith(("start configuration", "continued")):
                return process
        self.fail(process.stderr.read())

    def stopped_after(self, line, name, *arguments):
        """A run that was stopped when it had printed a line that begins so, or ("start") as soon as it was at work."""
        run = self.started("--name", name, *arguments)
        while line != "start" and not run.stdout.readline().startswith(line):
            pass
        run.send_signal(signal.SIGTERM)
        run.communicate()
        self.assertEqual(run.returncode, 75)

    def wait_for_line(self, path, beginning, times=1):
        """Waits until a file, which need not be there yet, has so many lines that begin so."""
        with subprocess.Popen(["tail", "-n", "+1", "-F", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as tail:
            while times > 0:
                times -= tail.stdout.readline().startswith(beginning)
            tail.kill()

    def run_small(self, name, *arguments):
        result = self.neel("run", "small.toml", "--name", name, "--progress", "none", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def run_in_parts(self, name, stops, *arguments, file="small.toml"):
        """Stops a run so many times and goes on with other threads, and the other program where NEEL_OTHER_PROGRAM is one."""
        programs = [PROGRAM, os.environ.get("NEEL_OTHER_PROGRAM", PROGRAM)]
        for part in range(stops + 1):
            if part < stops:
                (self.folder / f"{name}.stop").write_text("")
            done = self.neel("run", file, "--name", name, "--progress", "none", "--threads", 1 + part % 3, *arguments,
                             program=programs[part % 2])
            self.assertEqual(done.returncode, 75 if part < stops else 0, done.stderr)

    def same_by_threads_and_stops(self, *ladder):
        """small.toml, and with these arguments as a ladder, has the same results on other threads and after stops; the hash."""
        one = self.run_small("one", "--threads", 1)
        self.run_small("two", "--threads", 2)
        self.same("one", "two")
        self.run_in_parts("parts", 4)
        self.same("one", "parts")
        self.run_small("ladder", "--threads", 1, *ladder)
        self.run_in_parts("pieces", 3, *ladder)
        self.same("ladder", "pieces")
        return final_hash(one)

    def table(self, name):
        """The rows of NAME.tsv, by column."""
        rows = [line.split("\t") for line in (self.folder / f"{name}.tsv").read_text().splitlines() if line[0] != "#"]
        return [dict(zip(rows[0], row)) for row in rows[1:]]

    def contents(self, name):
        """Everything in NAME.h5 that must not depend on how it was made."""
        import h5py  # not every test needs it
        found = {}
        with h5py.File(self.folder / f"{name}.h5") as file:
            for group in ("config", "lattice", "results", "samples", "equilibration", "final", "lowest", "structure",
                          "structure_path", "correlations"):
                if group not in file:
                    continue
                for key, value in file[group].attrs.items():
                    if key not in ("REFERENCE_LIST", "DIMENSION_LIST"):
                        found[group, key] = str(value)
                for key, dataset in file[group].items():
                    value = dataset[()]
                    found[group, key] = value.tobytes() if hasattr(value, "tobytes") else value
        return found

    def same(self, name, other):
        mine, its = self.contents(name), self.contents(other)
        self.assertEqual(mine.keys(), its.keys())
        for key in mine:
            self.assertEqual(mine[key], its[key], key)
        self.assertEqual((self.folder / f"{name}.tsv").read_text(), (self.folder / f"{other}.tsv").read_text())

    def refused(self, code, *parts, arguments):
        """The command fails with this code and one message that holds all parts, and no stack trace."""
        result = self.neel(*arguments)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        for part in parts:
            self.assertIn(part, result.stderr)
        self.assertNotIn("terminate", result.stderr)
        self.assertNotIn("Backtrace", result.stderr)
        return result
