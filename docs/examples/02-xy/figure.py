# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The helicity modulus of a run's sizes, and the line 2T/pi that it meets at the transition: RUN.h5 to RUN.png."""
import pathlib
import sys

import matplotlib
import numpy

matplotlib.use("Agg")

import neel  # noqa: E402

run = pathlib.Path(sys.argv[1])
axes = neel.plot.panel([run], "stiffness_x")
low, high = axes.get_xlim()
axes.plot([low, high], 2 / numpy.pi * numpy.array([low, high]), "k--", linewidth=1, label=r"$2T/\pi$")
axes.axvline(0.8929, color="0.6", linewidth=0.8)
axes.set_xlim(low, high)
axes.set_ylim(0, None)
axes.legend()
axes.get_figure().savefig(run.with_suffix(".png"), dpi=150)
print(f"wrote {run.with_suffix('.png')}")
