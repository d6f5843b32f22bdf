# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Runs of Neel in Python: results and samples as xarray, series in the shapes that ArviZ and pyerrors take.

    import sys; sys.path.append("scripts")     # of the checkout
    import neel_results as neel

    run = neel.results("quickstart.h5")        # xarray.Dataset: every observable with its _err, by T (of a quench t)
    run["energy"].sel(T=0.5, method="nearest")
    raw = neel.samples("quickstart.h5")        # raw moments: (T, chain, draw), a draw being the mean of a bin
    neel.chains("quickstart.h5", "energy", 3)  # numpy (chain, draw) at the fourth point
    arviz.from_dict(posterior=neel.to_arviz("quickstart.h5"))    # ArviZ 1: from_dict({"posterior": ...})
    energy = neel.to_pyerrors("quickstart.h5", "energy"); energy.gamma_method()
"""
import itertools
import pathlib
import tomllib

import h5netcdf
import h5py
import numpy
import xarray

from neel_script import Refusal

_KINDS = {"neel-results": "a result file (NAME.h5)", "neel-checkpoint": "a checkpoint (NAME.chk.h5)",
          "neel-analysis": "a file of neel analyze (NAME.analysis.h5)"}


def _missing(path):
    checkpoint = path.with_suffix(".chk.h5")
    if path.suffix == ".h5" and checkpoint.exists():
        return f"{path}: no such file; its run has not finished a single point yet, there is only {checkpoint.name}"
    return f"{path}: no such file"


def _format(path):
    """What the file says it is."""
    if not path.exists():
        raise Refusal(_missing(path))
    if path.is_dir():
        raise Refusal(f"{path} is a folder; expected a file of Neel's")
    path.open("rb").close()  # says why it may not be read
    if not h5py.is_hdf5(path):
        raise Refusal(f"{path} is not an HDF5 file; expected {_KINDS['neel-results']}")
    try:
        with h5py.File(path) as file:
            found = file.attrs.get("format", b"")
    except OSError as error:
        raise Refusal(f"{path} is damaged: {error}") from error
    return found.decode() if isinstance(found, bytes) else str(found)


def check(path, wanted="neel-results"):
    """Throws Refusal, with a sentence, unless the file is one of Neel's and of this kind."""
    path = pathlib.Path(path)
    found = _format(path)
    if found == wanted:
        return
    if found not in _KINDS:
        raise Refusal(f"{path} is an HDF5 file, but not one of Neel's; expected {_KINDS[wanted]}")
    raise Refusal(f"{path} is {_KINDS[found]}; expected {_KINDS[wanted]}")


def _open(path, group, wanted="neel-results"):
    check(path, wanted)
    try:
        with xarray.open_dataset(path, group=group, engine="h5netcdf") as data:
            return data.load()
    except OSError as error:
        raise Refusal(f"{path} is damaged: {error}") from error


def results(path):
    """All observables with errors, autocorrelation times and convergence; input, size, label, path and whether it
    is complete as attributes."""
    path = pathlib.Path(path)
    data = _open(path, "results")
    with h5netcdf.File(path) as file:
        text = file["config/input"][()]
        data.attrs["input"] = text.decode() if isinstance(text, bytes) else str(text)
        data.attrs["complete"] = bool(file["results"].attrs["complete"])
        data.attrs["size"] = [int(n) for n in file["lattice"].attrs["size"]]
    data.attrs.update(label=path.stem, path=str(path))
    return data


def runs(path):
    """The results of each run of a scan (temperatures stay together), attrs["at"] being its place and attrs["scanned"] what was
    scanned, by axis; of another run, itself."""
    data = results(path)
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


def samples(path):
    """Raw moments of every system: (point, chain, draw[, axis]), NaN where a point has fewer draws than another, and how
    many measurements each draw is the mean of, `measurements` (point, draw)."""
    return _open(path, "samples")


def group(path, name):
    """Another group of a result file, such as "equilibration", "tempering" or "samples". KeyError if it has none of that name."""
    check(path)
    with h5py.File(path) as file:
        if name not in file:
            raise KeyError(name)
    return _open(path, name)


def board(path):
    """The final board of a run of cells, NAME.pbm beside it, as an array (y, x) of 0 and 1; None without one."""
    picture = pathlib.Path(path).with_suffix(".pbm")
    if not picture.exists():
        return None
    _, size, bits = picture.read_bytes().split(b"\n", 2)
    width, height = map(int, size.split())
    return numpy.unpackbits(numpy.frombuffer(bits, numpy.uint8).reshape(height, -1), axis=1)[:, :width]


def chains(path, name, point=-1):
    """One raw moment at one point, an array (chain, draw[, axis]). Draws are means over equally many measurements: a last one
    over fewer is left out, so that all weigh the same."""
    data = samples(path)
    first = data[name].dims[0]
    if data[name].dims[1] != "chain":
        raise ValueError(f"{path} is a scan; take one of its runs")
    counts = data["measurements"].isel({first: point}).values
    return data[name].isel({first: point}).values[:, (counts == counts.max()) & (counts > 0)]


def analysed_runs(path):
    """Names of the runs in a NAME.analysis.h5."""
    check(path, "neel-analysis")
    with h5netcdf.File(path) as file:
        return list(file["runs"].groups)


def analysis(path, run):
    """Curves of one run in a NAME.analysis.h5: every quantity with its _err along
    attrs["axis"] (such as T), with _measured along T_run; peaks."""
    return _open(path, f"runs/{run}", "neel-analysis")


def crossings(path):
    """Crossings of sizes in a NAME.analysis.h5, or None."""
    with h5netcdf.File(path) as file:
        found = "crossings" in file.groups
    return _open(path, "crossings", "neel-analysis") if found else None


def to_arviz(path, names=None, point=-1):
    """{name: array (chain, draw[, axis])} of raw moments (all, unless named) at one point."""
    data = samples(path)
    names = names or [n for n in data.data_vars if {"chain", "draw"} <= set(data[n].dims)]
    return {name: chains(path, name, point) for name in names}


def to_pyerrors(path, name, point=-1):
    """A pyerrors.Obs of one scalar raw moment at one point, each system a replicum of one ensemble. Build derived quantities
    from several of them: pyerrors knows that they were measured together."""
    import pyerrors  # only here

    series = chains(path, name, point)
    if series.ndim != 2:
        raise ValueError(f"{name} has more than one number per measurement; take one series of chains()")
    label = pathlib.Path(path).stem
    return pyerrors.Obs([numpy.ascontiguousarray(s) for s in series], [f"{label}|r{k:04d}" for k in range(len(series))])
