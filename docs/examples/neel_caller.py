#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""A program that drives Neel: from a structure and its exchange to the results as attributes. Copy it into yours; it needs the program
`neel`, the standard library and h5py.

    fe = NeelCaller([[2.866, 0, 0], [0, 2.866, 0], [0, 0, 2.866]], ["Fe", "Fe"], [[0, 0, 0], [0.5, 0.5, 0.5]],
                    bonds=[{"shell": 1, "J": -17.0}, {"shell": 2, "J": -10.0}], moments={"Fe": 2.2}, T=[1500, 1200, 900, 600])
    fe.run()
    print(fe.T, fe.magnetisation, fe.magnetisation_err, fe.critical_temperature)
"""
import json
import pathlib
import subprocess
import sys

import h5py


class NeelError(Exception):
    """The sentence of the program, and its exit code: 2 input, 3 file, 4 device or memory, 5 self-check."""

    def __init__(self, code, sentence):
        super().__init__(sentence)
        self.code = code


class Interrupted(Exception):
    """The run wrote a checkpoint; run() continues it."""


class NeelCaller:
    """A Heisenberg magnet, E = sum J S.S' over bonds, each counted once, |S| = 1: J < 0 is a ferromagnet.

    lattice: three vectors; species, positions: of each site, in units of these vectors. bonds: tables of [[couplings.bonds]], J in
    meV. moments: per species, in mu_B; 0: no spin. T: temperatures in K, from hot to cold. Others are keys of the input, such as
    **{"algorithm.systems": 4, "schedule.start": "up"}.

    After run(): T (K), and for every observable of /results a list over T with its name and name_err, in the program's units
    (meV); `info`, what `neel info --json` says of the result file.
    """

    def __init__(self, lattice, species, positions, bonds, moments, T, size=(8, 8, 8), sweeps=2000, seed=1, folder=".", name="neel",
                 program="neel", **keys):
        ions = sorted(set(species))
        self.folder, self.name, self.program = pathlib.Path(folder), name, program
        self.keys = {"model.name": "heisenberg", "model.units": "meV", "lattice.cell": [list(map(float, v)) for v in lattice],
                     "lattice.size": list(size),
                     "lattice.basis": [{"name": f"site{k}", "position": list(map(float, r)), "ion": s}
                                       for k, (s, r) in enumerate(zip(species, positions))],
                     "material.ions": ions, "material.moment": {s: float(moments[s]) for s in ions}, "material.moment_unit": "mu_B",
                     "couplings.bonds": list(bonds), "schedule.T": [f"{float(t)} K" for t in T], "schedule.thermalize": sweeps // 4,
                     "schedule.sweeps": sweeps, "algorithm.seed": seed, **keys}

    @classmethod
    def from_structure(cls, structure, *arguments, **keys):
        """Of pymatgen."""
        return cls(structure.lattice.matrix, [site.species_string for site in structure], structure.frac_coords, *arguments, **keys)

    @property
    def input(self):
        """The text of the input file: a key a line."""
        return "".join(f"{key} = {toml(value)}\n" for key, value in self.keys.items())

    def dry_run(self):
        """Memory in bytes and time in seconds, of this machine, as a dictionary (docs/driving.md)."""
        return json.loads(self._neel(*self._run(), "--dry-run", "--json"))

    def run(self, progress=None, time_limit=None):
        """Runs, or continues. `progress` is called with each JSON object of --progress json. Raises NeelError, or Interrupted after
        Ctrl-C and after `time_limit` ("1 h")."""
        limit = ["--time-limit", time_limit] if time_limit else []
        with subprocess.Popen([self.program, *self._run(), "--progress", "json", *limit], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              text=True) as process:
            errors, stopped = [], False
            while True:
                try:
                    for line in process.stderr:
                        if not line.startswith("{"):
                            errors.append(line)
                        elif progress:
                            progress(json.loads(line))
                    break
                except KeyboardInterrupt:  # the program got it, too, where it has the same terminal
                    if not stopped:
                        process.terminate()
                    stopped = True
        if process.returncode == 75:
            raise Interrupted("the run wrote a checkpoint: run() continues it")
        self._check(process.returncode, "".join(errors))
        self._read()
        return self

    @property
    def critical_temperature(self):
        """Of the peak of the susceptibility between the temperatures, in K: of this size of the lattice. NaN: there is none."""
        self._neel("analyze", self.result, "--out", self.folder, "--name", self.name)
        with h5py.File(self.folder / f"{self.name}.analysis.h5") as file:
            run = file["runs"][self.name]
            return float(run["susceptibility_peak_T"][()]) * self.T[0] / self._T_in_meV[0]

    @property
    def result(self):
        return self.folder / f"{self.name}.h5"

    def _run(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{self.name}.toml"
        path.write_text(self.input)
        return ["run", str(path), "--out", str(self.folder), "--name", self.name]

    def _neel(self, *arguments):
        done = subprocess.run([self.program, *map(str, arguments)], capture_output=True, text=True)
        self._check(done.returncode, done.stderr)
        return done.stdout

    def _check(self, code, errors):
        if code != 0:
            raise NeelError(code, errors.removeprefix("neel: error: ").strip())

    def _read(self):
        self.info = json.loads(self._neel("info", self.result, "--json"))
        with h5py.File(self.result) as file:
            for name, values in file["results"].items():
                if values.shape[-1:] == file["results/T"].shape:
                    setattr(self, name, values[()].tolist())
        self._T_in_meV, self.T = self.T, self.T_kelvin


def toml(value):
    """As TOML has values: JSON but for tables."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(v)}" for key, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def main():
    """A small ferromagnet on the lattice of iron."""
    fe = NeelCaller([[2.866, 0, 0], [0, 2.866, 0], [0, 0, 2.866]], ["Fe", "Fe"], [[0, 0, 0], [0.5, 0.5, 0.5]],
                    bonds=[{"shell": 1, "J": -36.4}, {"shell": 2, "J": -20.6}], moments={"Fe": 2.2},
                    T=[1500, 1400, 1300, 1200, 1100, 1000], size=(6, 6, 6), folder="iron", name="iron", program=sys.argv[1] if sys.argv[1:] else "neel")
    print(f"memory {fe.dry_run()['memory']['host_bytes'] / 1e6:.0f} MB")
    fe.run(progress=lambda p: print(f"{100 * p['done']:.0f} %", p["at"]))
    for t, m, error in zip(fe.T, fe.magnetisation_magnitude, fe.magnetisation_magnitude_err):
        print(f"{t:6.0f} K  |m| = {m:.4f} +- {error:.4f}")
    print(f"T_c about {fe.critical_temperature:.0f} K")


if __name__ == "__main__":
    main()
