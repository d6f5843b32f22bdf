#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The phase diagram of a mixed magnet, from one run that scans its composition on cooling.

    scripts/plot_compositions.py RUN.h5        prints a table, and writes RUN.compositions.png beside it

Columns: x; the temperature of order, T_N or T_C; T_comp, where the weak moment w reverses; w(0), that at the lowest
temperature; errors of one sigma. docs/perovskite.md and scripts/python/neel/plot/composition_scan.py say how they are found.
"""
import argparse
import pathlib

import neel_path  # noqa: F401
from neel.commands import guard

with guard():
    import matplotlib

    matplotlib.use("Agg")

    from neel.plot import composition_scan


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=pathlib.Path)
    path = parser.parse_args().run
    analysed = composition_scan.analyse(path)
    print("\n".join(composition_scan.table(analysed)))
    picture = path.with_suffix(".compositions.png")
    composition_scan.draw(analysed)[0].get_figure().savefig(picture, dpi=150)
    print(f"wrote {picture}")


if __name__ == "__main__":
    with guard():
        main()
