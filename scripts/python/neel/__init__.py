# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Neel from Python: Monte Carlo for classical lattice systems.

    import neel

    data = neel.run("square.toml", schedule={"T": [2.0, 2.3, 2.6]})
    data["energy"], data["energy_err"]   # along T; one sigma
    data["energy"].units                 # "J/site"
    neel.plot.usual(data)                # matplotlib axes

    run, analyze   call the program, and return what it found
    open           opens the files of the program
    plot           pictures of runs
    crystal        the [lattice] of an input, of ASE, pymatgen or spglib
    runs           the runs of a scan one by one
    free_energy    F against the direction of the magnetisation, from torques
    chains, to_arviz, to_pyerrors   series for other packages
    find_program   which program is called

Errors are neel.Error, and below it InputError, FileError, DeviceError,
CheckFailed, Interrupted and ProgramNotFound.

Quantities are in the units of the input's [model]: J (reduced units), K or
meV; times are in sweeps. Every variable has its units and its long_name.
docs/python.md has examples.
"""
import importlib
import importlib.metadata
import importlib.util
import pathlib

_PLACES = {"run": "running", "analyze": "running", "open": "results", "runs": "results", "chains": "results", "to_arviz": "results",
           "to_pyerrors": "results", "Analysis": "results", "find_program": "program", "Error": "errors", "InputError": "errors",
           "FileError": "errors", "DeviceError": "errors", "CheckFailed": "errors", "Interrupted": "errors", "ProgramNotFound": "errors",
           "crystal": "crystals", "free_energy": "anisotropy", "plot": "plot"}

_NEEDS = ("numpy", "xarray", "h5netcdf", "h5py", "matplotlib")  # as in pyproject.toml

__all__ = [name for name in _PLACES if name[0].islower()]


def _version():
    beside = pathlib.Path(__file__).parent.with_name("VERSION")  # in the checkout
    return beside.read_text().strip() if beside.exists() else importlib.metadata.version("neel")


def __getattr__(name):
    """Modules are imported when they are first needed: xarray and matplotlib take a second."""
    if name == "__version__":
        value = _version()
    elif name in _PLACES:
        try:
            module = importlib.import_module(f"{__name__}.{_PLACES[name]}")
        except ModuleNotFoundError as missing:
            absent = [package for package in _NEEDS if importlib.util.find_spec(package) is None] or [missing.name]
            raise ModuleNotFoundError(f"neel.{name} needs packages that this Python does not have: pip install {' '.join(absent)}",
                                      name=absent[0]) from None
        value = getattr(module, name, module)
    else:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    globals()[name] = value
    return value


def __dir__():
    return [*_PLACES, "__version__"]
