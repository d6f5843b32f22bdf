# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Calls of the program that leave results: neel run and neel analyze."""
import hashlib
import numbers
import os
import pathlib
import re
import tempfile
import warnings

import xarray

from . import inputs, results
from .errors import InputError
from .program import call, raise_for, sentence


def _done(code, out, err, places=()):
    """Raises the error of a call that failed; warns of what a successful one wrote to stderr."""
    said = sentence(err, places)
    if code == 75 and not said:
        said = sentence(out.strip().rpartition("\n")[2])
    raise_for(code, said)
    if said:
        warnings.warn(said, stacklevel=3)


def _options(**flags):
    """{"threads": 2} as --threads 2, True as the flag alone; nothing of None and False."""
    given = [(f"--{name.replace('_', '-')}", value) for name, value in flags.items() if value is not None and value is not False]
    return [word for flag, value in given for word in ([flag] if value is True else [flag, str(value)])]


def _own_name(text, settings):
    """Of a dictionary without name=: the model and a hash of all that is set, so that each input has files of its own."""
    model = re.search(r'^\[model\]\n(?:.*\n)*?name = "([\w-]+)"', text, re.M)
    return f"{model[1] if model else 'run'}-{hashlib.sha256((text + repr(settings)).encode()).hexdigest()[:8]}"


def run(input, out=".", name=None, threads=None, *, progress=None, restart=False, force=False, time_limit=None, program=None, **overrides):
    """Runs an input, and returns its results as an xarray.Dataset, as neel.open
    does.

    input: the path of a TOML file, or a dictionary of its tables:
            {"model": {"name": "ising"}, "couplings": {"J": 1.0}, ...}
        Lists of tables are lists of dictionaries; ranges are dictionaries:
            "couplings": {"bonds": [{"shell": 1, "J": "-17 meV"}]}
            "T": {"from": 3.0, "to": 1.8, "points": 13}
        Energies are numbers in the unit of [model], or texts with a unit.
        docs/input.md has all keys.
    out: the folder for the files NAME.h5, NAME.tsv, NAME.log, ..., made if
        missing.
    name: NAME; without it the stem of the file, or of a dictionary its model
        and a hash, so that each dictionary has files of its own.
    threads: of the host; without it all that the process may use.
    progress: True or False; without it a line of progress is shown in terminals
        and notebooks.
    restart: starts over instead of continuing.
    force: also over results of another input.
    time_limit: stops with a checkpoint before so much time is over: seconds,
        or a text such as "10 min".
    program: the path of neel (neel.find_program says where it is looked for
        otherwise).
    overrides: tables whose keys are set over those of the input, or keys
        with dots for a single one below a table:
            neel.run("my.toml", schedule={"T": [2.0, 1.0]})
            neel.run("my.toml", **{"material.fractions.Cr": 0.2})

    A run that is finished is not run again: its results are read. With more
    sweeps, systems or temperatures and the same name, it goes on from there.
    Ctrl-C lets the program write a checkpoint, and raises Interrupted; the
    same call continues, with the same bits as if nothing had happened.

    Raises InputError (all mistakes of the input at once), FileError,
    DeviceError, CheckFailed, Interrupted, ProgramNotFound; each is a neel.Error
    with the program's sentence.
    """
    settings = inputs.settings(overrides)
    time_limit = f"{time_limit} s" if isinstance(time_limit, numbers.Real) and not isinstance(time_limit, bool) else time_limit
    options = [*settings, *_options(out=out, threads=threads, restart=restart, force=force, time_limit=time_limit)]
    with tempfile.TemporaryDirectory() as folder:
        places = []
        if isinstance(input, dict):
            text = inputs.text(input)
            name = name or _own_name(text, settings)
            file = pathlib.Path(folder) / "input.toml"
            file.write_text(text, encoding="utf-8")
            places.append(file)
        elif isinstance(input, os.PathLike) or isinstance(input, str) and "\n" not in input:
            file = pathlib.Path(input)
            name = name or file.stem
        else:
            raise InputError(f"expected the path of a TOML file, or a dictionary of its tables, found {input!r}")
        _done(*_shown(["run", file, *options, "--name", name], program, progress), places)
    return results.open(pathlib.Path(out) / f"{name}.h5")


def _shown(arguments, program, progress):
    """A call with a line of progress."""
    return call([*arguments, "--progress", "none" if progress is False else "bar"], program, progress)


def _path(of):
    return of.attrs["path"] if isinstance(of, xarray.Dataset) else of


def analyze(runs, along=None, out=".", name=None, points=None, limits=(None, None), exponent=None, program=None):
    """Reweights between the states of runs (neel analyze): curves, peaks,
    crossings of sizes, T_c; of spin glasses crossings, equilibration, and z of
    quenches.

    runs: the path of a result file, a dataset of neel.run or neel.open, or a
        list of these; sizes are compared.
    along: what curves follow, "T", "H" or a coupling; without it what was
        varied.
    out, name: the files are NAME.analysis.h5 and NAME.analysis.tsv in the
        folder out; NAME is the first run's without name.
    points: per curve, 3 to 100000 (201 without it).
    limits: lowest and highest value, in the run's unit, or with one: ("600 K",
        "900 K"); None is the run's. Of a quench, sweeps.
    exponent: crossings approach T_c as L to the power of minus this.

    Returns a neel.Analysis: curves with errors by run (in the run's unit), and
    crossings. Raises neel.Error as neel.run does.
    """
    several = [runs] if isinstance(runs, (str, os.PathLike, xarray.Dataset)) else list(runs)
    options = _options(along=along, out=out, name=name, points=points, exponent=exponent, **{"from": limits[0], "to": limits[1]})
    code, said, err = call(["analyze", *map(_path, several), *options], program)
    _done(code, said, err)
    return results.open(re.search(r"^wrote (.*\.analysis\.h5) and ", said, re.M)[1])
