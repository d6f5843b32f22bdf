#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Plots a run: its main observables against temperature, field, what it scans, or time for a quench.

    scripts/plot.py RUN.h5 [RUN2.h5 ...]      writes RUN.png and RUN.pdf beside it; more runs go into the same picture
    scripts/plot.py RUN.h5 --what A,B         observables and topics by name, a panel each; RUN-A-B.png
    scripts/plot.py RUN.h5 --list             what there is to name
    scripts/plot.py NAME.analysis.h5          likewise what neel analyze found: curves with error bands, crossings
    scripts/plot.py NAME.tc.json              what neel tc found: curves of all sizes, their crossings, T_c
"""
import argparse
import pathlib
import textwrap

import neel_path  # noqa: F401
from neel.commands import guard

with guard():
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    from neel import plot, results
    from neel.plot import figures


def save_board(data):
    """The final board as a picture of its own, a pixel per cell."""
    path = pathlib.Path(data.attrs["path"]).with_suffix(".board.png")
    if (board := results.board(data.attrs["path"])) is not None:
        plt.imsave(path, 1 - board, cmap="gray", vmin=0, vmax=1)
        print(f"wrote {path}")


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", type=pathlib.Path, nargs="+", metavar="run", help="result files, NAME.h5, of one model")
    parser.add_argument("--what", metavar="NAME,...", help="observables and topics, instead of the usual ones")
    parser.add_argument("--list", action="store_true", help="print what --what can name")
    arguments = parser.parse_args()
    analysed = [path.name.endswith(".analysis.h5") for path in arguments.runs]
    found = [path.name.endswith(".tc.json") for path in arguments.runs]
    if any(found) and (len(found) > 1 or arguments.what or arguments.list):
        parser.error("a file of neel tc goes into a picture of its own, without --what and --list")
    if any(analysed) and (arguments.what or arguments.list):
        parser.error("--what and --list are for runs, not for what neel analyze wrote")
    if any(analysed) and not all(analysed):
        parser.error("runs and what neel analyze wrote go into pictures of their own")
    return arguments, plot.analysis if analysed[0] else (lambda paths: plot.transition(paths[0])) if found[0] else None


def main():
    arguments, other = parsed()
    first = arguments.runs[0]
    if arguments.list:
        for title, names in plot.names(first).items():
            print(textwrap.fill(f"{title}: " + ", ".join(names), 80, subsequent_indent="    "))
        return
    what = arguments.what.split(",") if arguments.what else []
    axes = other(arguments.runs) if other else plot.panels(arguments.runs, what) if what else plot.usual(arguments.runs)
    name = first.stem + "".join("-" + w.replace("/", "_") for w in what)
    for suffix in (".png", ".pdf"):
        axes.flat[0].get_figure().savefig(first.with_name(name + suffix), dpi=150)
        print(f"wrote {first.with_name(name + suffix)}")
    if not other and not what:
        for data in figures.read(arguments.runs):
            if data.attrs["model"] == "majority":
                save_board(data)


if __name__ == "__main__":
    with guard():
        main()
