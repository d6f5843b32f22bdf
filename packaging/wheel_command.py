#!python
# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The command `neel` of the wheel: becomes the program that the package brings. pip writes the interpreter's path into the first line."""
import importlib.util
import os
import sys

package = importlib.util.find_spec("neel").submodule_search_locations[0]  # without importing what it imports
os.execv(os.path.join(package, "bin", "neel"), ["neel", *sys.argv[1:]])
