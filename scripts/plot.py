#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Plots a run: its main observables against temperature, field, what it scans, or time for a quench.

    scripts/plot.py RUN.h5 [RUN2.h5 ...]      writes RUN.png and RUN.pdf beside it; more runs go into the same picture
    scripts/plot.py RUN.h5 --what A,B         observables and topics by name, a panel each; RUN-A-B.png
    scripts/plot.py RUN.h5 --list             what there is to name
    scripts/plot.py NAME.analysis.h5          likewise what neel analyze found: curves with error bands, crossings
"""
import argparse
import math
import pathlib
import re
import textwrap

from neel_script import Refusal, guard

with guard():
    import matplotlib
    import numpy

    matplotlib.use("Agg")
    matplotlib.rcParams["axes.formatter.useoffset"] = False
    import matplotlib.pyplot as plt

    import neel_panels
    import neel_results
    from neel_curves import SCHEDULE, legend
    from neel_symbols import axis_title, equation, symbol


def analysed_labels(names):
    """What tells analysed runs apart: of a scan's of several lattices, named SCAN_size6x6, the length alone."""
    parts = [re.fullmatch(r"(.*)_size(\d+(?:x\d+)*)", name) for name in names]
    if not all(parts) or len({part[1] for part in parts}) > 1:
        return names
    return [equation("size", [int(n) for n in part[2].split("x")]) for part in parts]


def plot_analysis(path, axes):
    """What neel analyze wrote: a band of one sigma along each curve, what was measured as points, peaks and crossings as lines."""
    names = neel_results.analysed_runs(path)
    for name, text in zip(names, analysed_labels(names)):
        data = neel_results.analysis(path, name)
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
    crossings = neel_results.crossings(path)
    if crossings is not None:
        axes[1, 1].errorbar(crossings[along].values.ravel(), crossings["binder_ratio"].values.ravel(),
                            crossings["binder_ratio_err"].values.ravel(), crossings[f"{along}_err"].values.ravel(), marker="x",
                            color="k", linewidth=0, elinewidth=1, capsize=2, zorder=3, label="crossings")
    for at in axes.flat:
        legend(at)


def read(paths):
    """The runs in these files, of one model."""
    found = []
    for path in paths:
        runs = neel_results.runs(path)
        for data in runs:
            data.attrs["file"] = data.attrs["label"]
            told = [equation(axis, value) for axis, value in data.attrs["scanned"].items()]
            data.attrs["label"] = ", ".join([data.attrs["label"]] * (len(paths) > 1 or not told) + told)
            data.attrs["several"] = len(paths) + len(runs) > 2
            if found and data.attrs["model"] != found[0].attrs["model"]:
                raise Refusal(f"{path} is of the {data.attrs['model']} model, the files before it of the "
                              f"{found[0].attrs['model']} model; plot them one by one")
            found.append(data)
    for data, length in zip(found, lengths(found)):
        data.attrs["length"] = length
    return found


def lengths(runs):
    """The length of each run's lattice, if that is all in which runs of one point each differ; else None for each."""
    sides = [{n for n in numpy.atleast_1d(data.attrs["size"]) if n > 1} for data in runs]
    points = {tuple(float(data[axis].values.item()) for axis in SCHEDULE if axis in data.coords) for data in runs
              if all(data.sizes.get(axis, 1) == 1 for axis in SCHEDULE)}
    told = len(runs) > 1 and len(points) == 1 and all(len(s) == 1 for s in sides) and len(set.union(*sides)) == len(runs)
    one_point = told and all(data.sizes.get(axis, 1) == 1 for data in runs for axis in SCHEDULE)
    return [s.pop() if one_point else None for s in sides]


def plot_runs(runs, what, axes):
    """A panel for each thing asked for, with all runs that have it."""
    for at, one in zip(axes.flat, what):
        drawn, why = 0, ""
        for data in runs:
            try:
                neel_panels.draw(at, data, one)
                drawn += 1
            except LookupError as missing:
                why = str(missing.args[0])
        if not drawn:
            raise Refusal(f"{runs[0].attrs['path']}: nothing to plot of {one}: {why}; --list says what there is")
    for at in list(axes.flat)[len(what):]:
        at.set_axis_off()


def grid(panels):
    """Rows and columns."""
    columns = math.ceil(math.sqrt(panels))
    return math.ceil(panels / columns), columns


def list_all(runs):
    """Prints what --what can name."""
    topics = []
    for topic in neel_panels.TOPICS:
        figure, axes = plt.subplots()
        try:
            neel_panels.draw(axes, runs[0], topic)
            topics.append(topic)
        except LookupError:
            pass
        plt.close(figure)
    for title, names in (("topics", topics), ("observables", neel_panels.names_of(runs[0])),
                         ("usual", neel_panels.usual(runs[0]))):
        print(textwrap.fill(f"{title}: " + ", ".join(names), 80, subsequent_indent="    "))


def save_board(data):
    """The final board as a picture of its own, a pixel per cell."""
    path = pathlib.Path(data.attrs["path"]).with_suffix(".board.png")
    if (board := neel_results.board(data.attrs["path"])) is not None:
        plt.imsave(path, 1 - board, cmap="gray", vmin=0, vmax=1)
        print(f"wrote {path}")


def picture(runs, analysed, what):
    """A panel for each thing asked for; of what neel analyze wrote, four."""
    rows, columns = grid(max(4, len(what)) if analysed else len(what))
    figure, axes = plt.subplots(rows, columns, figsize=(5.5 * columns, 3.75 * rows), constrained_layout=True, squeeze=False)
    for path in analysed:
        plot_analysis(path, axes)
    if runs:
        plot_runs(runs, what, axes)
    names = ", ".join(dict.fromkeys([data.attrs["file"] for data in runs] + [path.stem for path in analysed]))
    model = f"{runs[0].attrs['model']} model" if runs else "reweighted"
    state = "" if all(data.attrs["complete"] for data in runs) else " (not complete)"
    figure.suptitle(textwrap.fill(f"{names}: {model}, one-sigma error bars{state}", 55 * columns), fontsize="medium")
    return figure


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", type=pathlib.Path, nargs="+", metavar="run", help="result files, NAME.h5, of one model")
    parser.add_argument("--what", metavar="NAME,...", help="observables and topics, instead of the usual ones")
    parser.add_argument("--list", action="store_true", help="print what --what can name")
    arguments = parser.parse_args()
    paths = arguments.runs
    analysed = [path for path in paths if path.name.endswith(".analysis.h5")]
    runs = read([path for path in paths if path not in analysed])
    if analysed and (arguments.what or arguments.list):
        parser.error("--what and --list are for runs, not for what neel analyze wrote")
    if arguments.list:
        list_all(runs)
        return
    what = arguments.what.split(",") if arguments.what else neel_panels.usual(runs[0]) if runs else ["all"] * 4
    figure = picture(runs, analysed, what)
    name = paths[0].stem + ("".join("-" + w.replace("/", "_") for w in what) if arguments.what else "")
    for suffix in (".png", ".pdf"):
        figure.savefig(paths[0].with_name(name + suffix), dpi=150)
        print(f"wrote {paths[0].with_name(name + suffix)}")
    if runs and runs[0].attrs["model"] == "majority" and not arguments.what:
        for data in runs:
            save_board(data)


if __name__ == "__main__":
    with guard():
        main()
