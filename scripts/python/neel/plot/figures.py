# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Panels side by side: of runs, and of what neel analyze found."""
import math
import os
import re
import textwrap

import matplotlib.pyplot as plt
import numpy
import xarray

from .. import results
from ..errors import FileError, InputError
from . import catalogue
from .curves import SCHEDULE, legend, real_units
from .symbols import MODELS, axis_title, equation, symbol


def analysed_labels(names):
    """What tells analysed runs apart: of a scan's of several lattices, named SCAN_size6x6, the length alone."""
    parts = [re.fullmatch(r"(.*)_size(\d+(?:x\d+)*)", name) for name in names]
    if not all(parts) or len({part[1] for part in parts}) > 1:
        return names
    return [equation("size", [int(n) for n in part[2].split("x")]) for part in parts]


def draw_analysis(found, axes):
    """What neel analyze wrote, an Analysis: a band of one sigma along each curve, what was measured as points, peaks and crossings as
    lines; into four pairs of axes."""
    for name, text in zip(found, analysed_labels(list(found))):
        data = found[name]
        along = data.attrs.get("axis", "T")  # earlier versions knew temperature alone
        scanned = [d for d in data["energy"].dims if d != along]
        m = symbol(data.attrs.get("order_parameter", "")).strip("$|") or "m"  # earlier versions do not say of what
        panels = (("order_parameter", rf"order parameter $\langle|{m}|\rangle$"), ("specific_heat", "specific heat $C$"),
                  ("susceptibility", rf"susceptibility $\chi_{{|{m}|}}$"),
                  ("binder_ratio", rf"Binder ratio $\langle {m}^4\rangle/\langle {m}^2\rangle^2$"))
        for place in numpy.ndindex(*(data.sizes[d] for d in scanned)):
            group = data.isel(dict(zip(scanned, place)))
            label = ", ".join([text] + [equation(d, float(group[d])) for d in scanned])
            for at, (quantity, ylabel) in zip(axes.flat, panels):
                value, error = group[quantity], group[quantity + "_err"]
                line, = at.plot(group[along], value, linewidth=1, label=label)
                at.fill_between(group[along], value - error, value + error, alpha=0.3, color=line.get_color(), linewidth=0)
                at.errorbar(group[f"{along}_run"], group[quantity + "_measured"], group[quantity + "_measured_err"], marker="o",
                            markersize=3, linewidth=0, elinewidth=1, capsize=2, color=line.get_color())
                if f"{quantity}_peak_{along}" in group:
                    at.axvline(group[f"{quantity}_peak_{along}"], color=line.get_color(), linewidth=0.8, linestyle=":")
                at.set_xlabel(axis_title(group[along]))
                at.set_ylabel(ylabel)
                real_units(at, group, along)
    if found.crossings is not None:
        crossings = found.crossings
        axes[1, 1].errorbar(crossings[along].values.ravel(), crossings["binder_ratio"].values.ravel(),
                            crossings["binder_ratio_err"].values.ravel(), crossings[f"{along}_err"].values.ravel(), marker="x",
                            color="k", linewidth=0, elinewidth=1, capsize=2, zorder=3, label="crossings")
    for at in axes.flat:
        legend(at)


def listed(sources):
    """A list of what may be one thing."""
    return [sources] if isinstance(sources, (str, os.PathLike, xarray.Dataset, results.Analysis)) else list(sources)


def read(sources):
    """The runs of these files or datasets, of one model, each with what tells it from the others."""
    sources, found = listed(sources), []
    for source in sources:
        runs = results.runs(source)
        for data in runs:
            data.attrs["file"] = data.attrs["label"]
            told = [equation(axis, value) for axis, value in data.attrs["scanned"].items()]
            data.attrs["label"] = ", ".join([data.attrs["label"]] * (len(sources) > 1 or not told) + told)
            data.attrs["several"] = len(sources) + len(runs) > 2
            if found and data.attrs["model"] != found[0].attrs["model"]:
                raise FileError(f"{data.attrs['path']} is of the {data.attrs['model']} model, the files before it of the "
                                f"{found[0].attrs['model']} model; plot them one by one")
            found.append(data)
    if not found:
        raise InputError("expected one run at least, found none")
    for data, of in zip(found, points(found)):
        data.attrs["point"] = of
    return found


def points(runs):
    """What each run is a point of, if each has one and they differ in one number alone, the length of the lattice or a scanned key;
    else None for each."""
    keys = {key for data in runs for key in data.attrs["scanned"]} or {"size"}
    schedules = {tuple(tuple(data[axis].values.ravel()) for axis in SCHEDULE if axis in data.coords) for data in runs}
    if len(runs) == 1 or len(keys) > 1 or len(schedules) > 1 or any(len(along) > 1 for along in next(iter(schedules))):
        return [None] * len(runs)
    found = [length(data) if "size" in keys else number(data, *keys) for data in runs]
    told = all(at is not None for at in found) and len({float(at) for at in found}) == len(runs)
    return [at.expand_dims(at.name) for at in found] if told else [None] * len(runs)


def length(data):
    """Of a lattice whose sides are alike, but for those of one site; else None."""
    sides = {n for n in numpy.atleast_1d(data.attrs["size"]) if n > 1}
    return xarray.DataArray(sides.pop(), name="L") if len(sides) == 1 else None


def number(data, key):
    """What a scan has this run's key at, if that is a number; else None."""
    value = data.attrs["scanned"].get(key)
    return xarray.DataArray(value, name=key) if type(value) in (int, float) else None


def draw_runs(runs, what, axes):
    """A panel for each thing asked for, with all runs that have it."""
    for at, one in zip(axes.flat, what):
        drawn, why = 0, ""
        for data in runs:
            try:
                catalogue.draw(at, data, one)
                drawn += 1
            except LookupError as missing:
                why = str(missing.args[0])
        if not drawn:
            raise FileError(f"{runs[0].attrs['path']}: nothing to plot of {one}: {why}; --list (neel.plot.names) says what there is")
    for at in list(axes.flat)[len(what):]:
        at.set_axis_off()


def grid(count):
    """Axes for so many panels."""
    columns = math.ceil(math.sqrt(count))
    rows = math.ceil(count / columns)
    axes = plt.subplots(rows, columns, figsize=(5.5 * columns, 3.9 * rows), constrained_layout=True, squeeze=False)[1]
    for at in axes.flat:
        at.ticklabel_format(useOffset=False, useMathText=True)
    return axes


def entitle(axes, names, what, complete=True):
    """Says above all panels which files they are of."""
    text = f"{', '.join(dict.fromkeys(names))}: {what}, one-sigma error bars{'' if complete else ' (not complete)'}"
    axes.flat[0].get_figure().suptitle(textwrap.fill(text, 55 * axes.shape[1]), fontsize="medium")


def picture(runs, what):
    """A panel for each thing asked for of runs that read() returned."""
    axes = grid(len(what))
    draw_runs(runs, what, axes)
    model = runs[0].attrs["model"]
    entitle(axes, [data.attrs["file"] for data in runs], f"{MODELS.get(model, model)} model", all(data.attrs["complete"] for data in runs))
    return axes


def topics(data):
    """The topics that a run has anything of."""
    found = []
    for topic in catalogue.TOPICS:
        figure, axes = plt.subplots()
        try:
            catalogue.draw(axes, data, topic)
            found.append(topic)
        except LookupError:
            pass
        plt.close(figure)
    return found
