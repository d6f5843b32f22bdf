# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Neel from Python: Monte Carlo for classical lattice systems.

    import neel

    data = neel.run("square.toml", schedule={"T": [2.0, 2.3, 2.6]})    # an xarray.Dataset with errors
    data["energy"], data["energy_err"], data["energy"].units           # E/site along T, one sigma, "J/site"
    neel.plot.usual(data)                                              # matplotlib axes

    run, open, analyze        call the program; open its files
    plot                      pictures of runs
    crystal                   the [lattice] of an input, of a crystal of ASE, pymatgen or spglib
    runs, chains, to_arviz, to_pyerrors    a scan's runs one by one; series for other packages
    find_program              which program is called
    Error                     and below it InputError, FileError, DeviceError, CheckFailed, Interrupted, ProgramNotFound

Quantities are in the units of the input's [model]: J (reduced units), K or meV; times in sweeps. `units` and `long_name` of every
variable say it. docs/python.md has examples; help(neel.run) every argument.
"""
import importlib
import importlib.metadata
import pathlib

_PLACES = {"run": "running", "analyze": "running", "open": "results", "runs": "results", "chains": "results", "to_arviz": "results",
           "to_pyerrors": "results", "Analysis": "results", "find_program": "program", "Error": "errors", "InputError": "errors",
           "FileError": "errors", "DeviceError": "errors", "CheckFailed": "errors", "Interrupted": "errors", "ProgramNotFound": "errors",
           "crystal": "crystals", "plot": "plot"}

__all__ = [name for name in _PLACES if name[0].islower()]


def _version():
    beside = pathlib.Path(__file__).parent.with_name("VERSION")  # in the checkout
    return beside.read_text().strip() if beside.exists() else importlib.metadata.version("neel")


def __getattr__(name):
    """Modules are imported when they are first needed: xarray and matplotlib take a second."""
    if name == "__version__":
        value = _version()
    elif name in _PLACES:
        module = importlib.import_module(f"{__name__}.{_PLACES[name]}")
        value = getattr(module, name, module)
    else:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    globals()[name] = value
    return value


def __dir__():
    return [*_PLACES, "__version__"]
