# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Result files as xarray datasets, and series in the shapes that ArviZ and pyerrors take."""
import dataclasses
import itertools
import pathlib
import re
import tomllib

import h5netcdf
import h5py
import numpy
import xarray

from .errors import FileError

_KINDS = {"neel-results": "a result file (NAME.h5)", "neel-checkpoint": "a checkpoint (NAME.chk.h5)",
          "neel-analysis": "a file of neel analyze (NAME.analysis.h5)"}


def _missing(path):
    checkpoint = path.with_suffix(".chk.h5")
    if path.suffix == ".h5" and checkpoint.exists():
        return f"{path}: no such file; its run has not finished a single point yet, there is only {checkpoint.name}"
    meant = path.with_name(f"{path.name}.h5")
    return f"{path}: no such file" + (f"; did you mean {meant}?" if meant.exists() else "")


def _format(path):
    """What the file says it is."""
    if not path.exists():
        raise FileError(_missing(path))
    if path.is_dir():
        raise FileError(f"{path} is a folder; expected a file of Neel's")
    path.open("rb").close()  # says why it may not be read
    if not h5py.is_hdf5(path):
        raise FileError(f"{path} is not an HDF5 file; expected {_KINDS['neel-results']}")
    try:
        with h5py.File(path) as file:
            found = file.attrs.get("format", b"")
    except OSError as error:
        raise FileError(f"{path} is damaged: {error}") from error
    return found.decode() if isinstance(found, bytes) else str(found)


def check(path, wanted="neel-results"):
    """Throws FileError, with a sentence, unless the file is one of Neel's and of this kind."""
    path = pathlib.Path(path)
    found = _format(path)
    if found == wanted:
        return
    if found not in _KINDS:
        raise FileError(f"{path} is an HDF5 file, but not one of Neel's; expected {_KINDS[wanted]}")
    raise FileError(f"{path} is {_KINDS[found]}; expected {_KINDS[wanted]}")


def _read(path, group, wanted="neel-results"):
    check(path, wanted)
    try:
        with xarray.open_dataset(path, group=group, engine="h5netcdf") as data:
            return data.load()
    except OSError as error:
        raise FileError(f"{path} is damaged: {error}") from error


def _text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def results(path):
    """All observables of a run with errors, autocorrelation times and convergence: what open() returns of a result file."""
    path = pathlib.Path(path)
    data = _read(path, "results")
    data = data.set_coords([name for name in ("T", "T_kelvin", "H", "H_tesla") if name in data])
    try:
        with h5netcdf.File(path) as file:
            data.attrs["input"] = _text(file["config/input"][()])
            data.attrs["hash"] = _text(file["config"].attrs["hash"])
            data.attrs["complete"] = bool(file["results"].attrs["complete"])
            data.attrs["size"] = [int(n) for n in file["lattice"].attrs["size"]]
            if "timing" in file:
                data.attrs.update({name: _text(file["timing"].attrs[name]) for name in ("version", "revision", "backend", "started")
                                   if name in file["timing"].attrs})
    except KeyError as error:
        raise FileError(f"{path} is damaged, or was written by another version of Neel: {error.args[0]}") from error
    data.attrs.update(label=path.stem, path=str(path))
    return data


@dataclasses.dataclass
class Analysis:
    """What neel analyze found of one or several runs.

    runs: by name, the curves of each run as an xarray.Dataset: energy,
        order_parameter, specific_heat, susceptibility, binder_ratio with their
        _err along the axis that attrs["axis"] names (such as T), peaks, and
        what was measured (_measured along T_run). Of spin glasses
        correlation_length_over_L and binder_ratio, and what says whether they
        were in equilibrium; of quenches integral_length along t, z.
    crossings: where Binder ratios of neighbouring sizes cross, an
        xarray.Dataset, or None.
    path: the file, NAME.analysis.h5.
    """

    runs: dict
    crossings: xarray.Dataset | None
    path: str

    @property
    def label(self):
        """NAME.analysis"""
        return pathlib.Path(self.path).stem

    def __getitem__(self, name):
        return self.runs[name]

    def __iter__(self):
        return iter(self.runs)

    def __len__(self):
        return len(self.runs)


def open(path, group="results"):
    """Opens a file that Neel wrote.

    path: NAME.h5 of a run or a scan, or NAME.analysis.h5 of neel analyze.
    group: of a result file, another group than "results", such as "samples"
        (raw moments of every system, (point, chain, draw), with the number of
        measurements that each draw is the mean of), "equilibration",
        "tempering", "structure", "correlations".

    Returns, of a result file, an xarray.Dataset in memory. Of "results": every
    observable NAME, its error NAME_err (one sigma), its integrated
    autocorrelation time NAME_tau in sweeps and NAME_converged, along T, H, t
    and the axes of a scan. Units and long names are attributes of each
    variable; the coordinates T_kelvin and H_tesla are there where the input
    says what its unit is. The dataset has the attributes input (TOML, all
    defaults filled in), hash (of the input), version, revision, complete, size,
    model, label and path. Of NAME.analysis.h5, an Analysis.

    Raises FileError where the file is missing, damaged, or of another kind, or
    has no such group.
    """
    path = pathlib.Path(path)
    if _format(path) == "neel-analysis":
        return Analysis({name: analysis(path, name) for name in analysed_runs(path)}, crossings(path), str(path))
    if group == "results":
        return results(path)
    try:
        return group_of(path, group)
    except KeyError:
        with h5py.File(path) as file:
            raise FileError(f"{path} has no group {group}; it has {', '.join(file)}") from None


def runs(of):
    """The results of each run of a scan (temperatures stay together), attrs["at"]
    being its place and attrs["scanned"] what was scanned, by axis; of another
    run, itself. `of`: the path of its file, or what open() returned of it."""
    data = of if isinstance(of, xarray.Dataset) else results(of)
    scan = tomllib.loads(data.attrs["input"]).get("scan", {})
    scanned = [d for d in data["measurements"].dims if d not in ("t", "H", "T", "T_number")] if scan else []
    parts = []
    for at in itertools.product(*(range(data.sizes[d]) for d in scanned)):
        part = data.isel(dict(zip(scanned, at)))
        part.attrs = {**data.attrs, "at": dict(zip(scanned, at)), "scanned": {}}
        for axis, k in zip(scanned, at):
            value = scan
            for word in data[axis].long_name.split(":")[0].split("."):  # "lattice.size: ..."
                value = value[word]
            part.attrs["scanned"][axis] = value[k]
            if axis == "size":
                part.attrs["size"] = value[k]
        parts.append(part)
    return parts


def group_of(path, name):
    """Another group of a result file, such as "samples": raw moments of every system, (point, chain, draw[, axis]), NaN where a point has
    fewer draws than another, and `measurements` (point, draw). KeyError if there is none of that name."""
    check(path)
    with h5py.File(path) as file:
        if name not in file:
            raise KeyError(name)
    return _read(path, name)


def board(path):
    """The final board of a run of cells, NAME.pbm beside it, as an array (y, x) of 0 and 1; None without one."""
    picture = pathlib.Path(path).with_suffix(".pbm")
    if not picture.exists():
        return None
    _, size, bits = picture.read_bytes().split(b"\n", 2)
    width, height = map(int, size.split())
    return numpy.unpackbits(numpy.frombuffer(bits, numpy.uint8).reshape(height, -1), axis=1)[:, :width]


def chains(path, name, point=-1):
    """One raw moment at one point, an array (chain, draw[, axis]). Draws are means
    over equally many measurements: a last one over fewer is left out, so that
    all weigh the same."""
    data = group_of(path, "samples")
    first = data[name].dims[0]
    if data[name].dims[1] != "chain":
        raise ValueError(f"{path} is a scan; take one of its runs")
    counts = data["measurements"].isel({first: point}).values
    return data[name].isel({first: point}).values[:, (counts == counts.max()) & (counts > 0)]


def analysed_runs(path):
    """Names of the runs in a NAME.analysis.h5, numbers in them by size."""
    check(path, "neel-analysis")
    with h5netcdf.File(path) as file:
        return sorted(file["runs"].groups, key=lambda name: [int(part) if k % 2 else part for k, part in enumerate(re.split(r"(\d+)", name))])


def analysis(path, run):
    """Curves of one run in a NAME.analysis.h5: every quantity with its _err along
    attrs["axis"] (such as T), with _measured along T_run; peaks."""
    return _read(path, f"runs/{run}", "neel-analysis")


def crossings(path):
    """Crossings of sizes in a NAME.analysis.h5, or None."""
    with h5netcdf.File(path) as file:
        found = "crossings" in file.groups
    return _read(path, "crossings", "neel-analysis") if found else None


def to_arviz(path, names=None, point=-1):
    """{name: array (chain, draw[, axis])} of raw moments (all, unless named) at
    one point."""
    data = group_of(path, "samples")
    names = names or [n for n in data.data_vars if {"chain", "draw"} <= set(data[n].dims)]
    return {name: chains(path, name, point) for name in names}


def to_pyerrors(path, name, point=-1):
    """A pyerrors.Obs of one scalar raw moment at one point, each system a replicum
    of one ensemble. Build derived quantities
    from several of them: pyerrors knows that they were measured together."""
    import pyerrors  # only here

    series = chains(path, name, point)
    if series.ndim != 2:
        raise ValueError(f"{name} has more than one number per measurement; take one series of chains()")
    label = pathlib.Path(path).stem
    return pyerrors.Obs([numpy.ascontiguousarray(s) for s in series], [f"{label}|r{k:04d}" for k in range(len(series))])
