#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""A picture of a configuration, without a screen: an arrow per spin, or a coloured cell per number.

    scripts/picture.py NAME.vtkhdf                     writes NAME.picture.png
    scripts/picture.py NAME.vtkhdf --colour staggered  arrows coloured by x, y or z (default), by their staggered z
                                                       component, by sublattice or by ion; in 2D also by angle
    scripts/picture.py NAME.vtkhdf --step 3            the snapshot of that number instead of the last
    scripts/picture.py NAME.vtkhdf --slab z=3:5        these layers alone; --ion 1 shows the ions of one number alone

It needs VTK's Python package (ParaView brings one) and, where there is no display, xvfb:
    NEEL_DEVBOX_EXTRA="python3-paraview xvfb xauth libgl1-mesa-dri" scripts/devbox python3 scripts/picture.py ...
"""
import argparse
import os
import pathlib
import re
import shutil
import sys

import neel_path  # noqa: F401
from neel.commands import fail, guard
from neel.errors import FileError

COLOURS = ("x", "y", "z", "staggered", "sublattice", "ion", "angle")


def with_a_display():
    """VTK of most distributions wants a display: calls this script again with one that nobody sees."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return
    if not shutil.which("xvfb-run"):
        fail(2, "there is no display here, and no xvfb-run to make one (Debian and Ubuntu: xvfb, xauth)")
    os.execvp("xvfb-run", ["xvfb-run", "-a", sys.executable, *sys.argv])


def slab_of(text):
    """("z", 3, 5) of "z=3:5", the last included."""
    found = re.fullmatch(r"([xyz])=(\d+)(?::(\d+))?", text)
    if not found:
        raise argparse.ArgumentTypeError(f"expected z=3 or z=3:5, found {text}")
    axis, first, last = found.groups()
    return axis, int(first), int(last or first)


def size_of(text):
    found = re.fullmatch(r"(\d{2,4})x(\d{2,4})", text)
    if not found:
        raise argparse.ArgumentTypeError(f"expected a size such as 1200x900, found {text}")
    return tuple(map(int, found.groups()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path, help="a configuration, NAME.vtkhdf")
    parser.add_argument("--colour", choices=COLOURS, default="z", help="what colours arrows show (default: %(default)s)")
    parser.add_argument("--step", type=int, default=-1, metavar="NUMBER",
                        help="which snapshot, counted from 0, or from the end if below 0 (default: the last)")
    parser.add_argument("--slab", type=slab_of, metavar="AXIS=FIRST[:LAST]", help="show these layers alone")
    parser.add_argument("--ion", type=int, metavar="NUMBER", help="show the ions of this number alone, counted from 0")
    parser.add_argument("--pixels", type=size_of, default=(1200, 900), metavar="WIDTHxHEIGHT", help="default: 1200x900")
    parser.add_argument("--out", type=pathlib.Path, metavar="FILE", help="default: NAME.picture.png")
    options = parser.parse_args()
    if not options.file.exists():
        raise FileError(f"{options.file}: no such file")
    if options.file.suffix != ".vtkhdf":
        raise FileError(f"{options.file} is not a configuration, NAME.vtkhdf")
    with_a_display()
    from neel import scene  # takes a while, and needs VTK

    scene.render(options)


if __name__ == "__main__":
    with guard():
        main()
