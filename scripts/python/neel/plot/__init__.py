# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Pictures of runs, as matplotlib axes.

    neel.plot.usual("square.h5")         what one usually wants to see
    neel.plot.panel(data, "energy")      one observable or topic
    neel.plot.names("square.h5")         what there is to name

Runs are paths of result files, datasets of neel.open or neel.run, or a list
of these, of one model. Error bars are one sigma; a red ring marks a point
that is not converged. Temperatures and fields have a second axis in K and
tesla where the input says what its unit is.
"""
import numpy as _numpy
import xarray as _xarray

from .. import results as _results
from ..errors import InputError as _InputError
from . import catalogue as _catalogue
from . import figures as _figures
from . import glass as _glass
from . import transition as _transition
from .composition_scan import compositions

__all__ = ["analysis", "compositions", "names", "panel", "panels", "transition", "usual"]


def usual(runs):
    """Draws what one usually wants to see of this model: a grid (row, column) of
    matplotlib axes."""
    runs = _figures.read(runs)
    return _figures.picture(runs, _catalogue.usual(runs[0]))


def panels(runs, what):
    """Draws a panel for each name of a list of observables and topics: a grid
    (row, column) of matplotlib axes.

    Raises FileError where no run has what is named.
    """
    if isinstance(what, str) or not what:
        raise _InputError(f"expected a list of observables and topics, found {what!r}; neel.plot.names says what there is")
    return _figures.picture(_figures.read(runs), list(what))


def panel(runs, what, axes=None):
    """Draws one observable or topic into the axes given, or into those of a new
    figure, and returns these axes.

    Raises FileError where no run has what is named.
    """
    if axes is None:
        axes = _figures.grid(1)[0, 0]
    _figures.draw_runs(_figures.read(runs), [what], _numpy.array([axes]))
    return axes


def names(run):
    """What panel and panels can name of a run: {"topics": [...], "observables":
    [...], "usual": [...]}, the last what usual() draws."""
    data = _figures.read(run)[0]
    return {"topics": _figures.topics(data), "observables": _catalogue.names_of(data), "usual": _catalogue.usual(data)}


def analysis(found):
    """Draws what neel analyze found: the path of NAME.analysis.h5, an Analysis, or
    a list of these. A grid (2, 2) of matplotlib axes with the order parameter,
    specific heat, susceptibility and Binder ratio; of spin glasses with xi/L and
    the Binder ratio of all sizes, or the growth of xi_12 after a quench. Bands are
    one sigma; dotted lines mark peaks, crosses crossings.

    Raises InputError where it is given a run, or analyses of unlike things.
    """
    all_of = []
    for one in _figures.listed(found):
        one = one if isinstance(one, (_results.Analysis, _xarray.Dataset)) else _results.open(one)
        if not isinstance(one, _results.Analysis):
            raise _InputError(f"{one.attrs['path']} is a run, not what neel analyze wrote; neel.plot.usual draws it")
        all_of.append(one)
    kinds = {_glass.kind(one) for one in all_of}
    if len(kinds) > 1:
        raise _InputError("these are analyses of unlike things; draw them one by one")
    overlaps = kinds.pop() if kinds else None
    axes = _figures.grid(len(overlaps or range(4)))
    for one in all_of:
        (_glass.draw if overlaps else _figures.draw_analysis)(one, axes)
    what = "reweighted" if not overlaps else "overlaps of a quench" if len(overlaps) == 1 else "overlaps"
    _figures.entitle(axes, [one.label for one in all_of], what)
    return axes


def transition(path):
    """Draws what neel tc found, NAME.tc.json: the curves of all sizes with their
    crossings, and how these approach T_c. A grid (row, column) of matplotlib axes.

    Raises FileError where the file is anything else.
    """
    return _transition.draw(path)
