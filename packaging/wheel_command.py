# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The command `neel` of the wheel, as neel.command there: becomes the program that the package brings."""
import os
import pathlib
import sys


def main():
    os.execv(pathlib.Path(__file__).parent / "bin" / "neel", ["neel", *sys.argv[1:]])
