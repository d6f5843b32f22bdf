# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Crystals of ASE, pymatgen and spglib as the [lattice] of an input."""
import dataclasses
import os

import numpy

from .errors import InputError

VACANCY = "vacancy"
_SYMBOLS = """X H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd
Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np
Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og""".split()


@dataclasses.dataclass
class _Cell:
    vectors: numpy.ndarray  #: (3, 3), a row each, in angstrom
    positions: numpy.ndarray  #: (site, 3), in units of the vectors
    species: list  #: of each site {symbol: fraction}
    moments: numpy.ndarray | None  #: (site) or (site, 3)
    periodic: tuple = (True, True, True)


def _of_ase(atoms):
    species = [{symbol: 1.0} for symbol in atoms.get_chemical_symbols()]
    occupancy = atoms.info.get("occupancy")  # of a CIF with sites that several species share
    if occupancy and "spacegroup_kinds" in atoms.arrays:
        species = [dict(occupancy[str(kind)]) for kind in atoms.arrays["spacegroup_kinds"]]
    moments = atoms.get_initial_magnetic_moments() if atoms.has("initial_magmoms") else None
    return _Cell(numpy.array(atoms.cell), atoms.get_scaled_positions(wrap=False), species, moments, tuple(map(bool, atoms.pbc)))


def _of_pymatgen(structure):
    species = [{kind.symbol: float(part) for kind, part in site.species.items()} for site in structure]
    moments = [site.properties.get("magmom") for site in structure]
    moments = [getattr(m, "global_moment", m) for m in moments]
    known = all(m is not None for m in moments)
    return _Cell(numpy.array(structure.lattice.matrix), numpy.array([site.frac_coords for site in structure]), species,
                 numpy.array(moments, float) if known else None, tuple(getattr(structure.lattice, "pbc", (True, True, True))))


def _of_spglib(cell):
    vectors, positions, numbers = cell[:3]
    if not all(0 < n < len(_SYMBOLS) for n in numbers):
        raise InputError(f"expected atomic numbers from 1 to {len(_SYMBOLS) - 1} in the cell of spglib, found {sorted(set(numbers))}")
    return _Cell(numpy.array(vectors, float), numpy.array(positions, float), [{_SYMBOLS[n]: 1.0} for n in numbers],
                 numpy.array(cell[3], float) if len(cell) > 3 else None)


def _cell_of(structure):
    if hasattr(structure, "get_scaled_positions"):
        cell = _of_ase(structure)
    elif hasattr(structure, "lattice") and hasattr(structure, "frac_coords"):
        cell = _of_pymatgen(structure)
    elif isinstance(structure, tuple) and len(structure) in (3, 4):
        cell = _of_spglib(structure)
    else:
        hint = "; ase.io.read reads files" if isinstance(structure, (str, os.PathLike)) else ""
        raise InputError("expected Atoms of ASE, a Structure of pymatgen, or spglib's (lattice, positions, numbers), found "
                         f"{structure!r} of type {type(structure).__name__}{hint}")
    if cell.vectors.shape != (3, 3) or abs(numpy.linalg.det(cell.vectors)) < 1e-9:
        raise InputError(f"expected a cell of three independent vectors, found {cell.vectors.tolist()}")
    return cell


def _chosen(cell, magnetic):
    """The species whose sites are taken."""
    there = list(dict.fromkeys(symbol for site in cell.species for symbol in site))
    if magnetic is None and cell.moments is not None:
        magnetic = [s for k, site in enumerate(cell.species) if numpy.any(cell.moments[k]) for s in site]
    if not magnetic and len(there) > 1:
        raise InputError(f"which species are magnetic? Expected magnetic=[...] with some of {', '.join(there)}, or magnetic moments in the structure")
    magnetic = [magnetic] if isinstance(magnetic, str) else list(magnetic or there)
    if missing := [s for s in magnetic if s not in there]:
        raise InputError(f"magnetic={magnetic}: the crystal has no {', '.join(missing)}; it has {', '.join(there)}")
    return magnetic


def _ions(species, occupation, where):
    """{symbol: fraction} of a site, its fractions together 1."""
    mixed = {}
    for symbol, fraction in species.items():
        for ion, part in occupation.get(symbol, {symbol: 1.0}).items():
            mixed[ion] = mixed.get(ion, 0.0) + fraction * part
    total = sum(mixed.values())
    if total > 1 + 1e-6 or any(part < 0 for part in mixed.values()):
        raise InputError(f"{where}: fractions of ions are from 0 to 1, together at most 1, found {mixed}")
    if total < 1 - 1e-6:
        mixed[VACANCY] = 1.0 - total
    return {ion: round(part, 12) for ion, part in mixed.items() if part > 0}


def _in_cell(positions, periodic):
    """Positions in [0, 1): on periodic axes each by itself, on open ones all together, since nothing goes across these."""
    positions = numpy.round(positions, 12)
    least = positions.min(axis=0)
    inside = (least >= 0) & (positions.max(axis=0) < 1)
    moved = numpy.round(positions - numpy.where(periodic, numpy.floor(positions), numpy.where(inside, 0, least)), 12)
    if (moved >= 1).any():
        axis = int(numpy.argwhere(moved >= 1)[0][1])
        raise InputError(f"expected sites within one cell along axis {axis + 1}, which is not periodic, found positions from "
                         f"{positions[:, axis].min():g} to {positions[:, axis].max():g} cells; use a longer cell")
    return (moved + 0.0).tolist()


def crystal(structure, size, magnetic=None, occupation=None):
    """The [lattice] of an input, of a crystal.

        iron = ase.build.bulk("Fe", cubic=True)
        lattice = neel.crystal(iron, size=[8, 8, 8])
        neel.run({"lattice": lattice, ...})

    structure: Atoms of ASE, a Structure of pymatgen, or a cell of spglib:
        (lattice, positions, numbers[, magnetic moments]).
    size: cells along the three axes of the structure.
    magnetic: the species whose sites are kept, a symbol or a list; without it
        those that have magnetic moments in the structure, or the only one.
        Sites of all others carry no spin and are left out.
    occupation: what sits on the sites of a species, such as
            {"Fe": {"Fe": 0.9, "Cr": 0.1}}
        Partial occupations of the structure itself (ASE's of a CIF,
        pymatgen's) are kept; where a site is not always occupied, the rest
        are ions `vacancy`.

    Returns a dictionary: cell (three vectors in angstrom, so distances of bonds
    are in angstrom), size, basis (of each site name, such as Fe1, position in
    units of the cell's vectors, and ion or ions), and boundary where an axis of
    the structure is not periodic. The ions have their moments in [material];
    give `vacancy`, and species without a moment that share a site, moment 0.

    Raises InputError where it cannot be told what to take.
    """
    cell = _cell_of(structure)
    if numpy.shape(size) != (3,) or any(n != int(n) for n in size):
        raise InputError(f"size: expected three numbers of cells, found {size!r}")
    magnetic = _chosen(cell, magnetic)
    basis, counts = [], {}
    for species, position in zip(cell.species, cell.positions):
        if not set(species) & set(magnetic):
            continue
        first = next(s for s in species if s in magnetic)
        counts[first] = counts.get(first, 0) + 1
        name = f"{first}{counts[first]}"
        ions = _ions(species, occupation or {}, name)
        basis.append({"name": name, "position": position, **({"ion": next(iter(ions))} if len(ions) == 1 else {"ions": ions})})
    for site, position in zip(basis, _in_cell(numpy.array([site["position"] for site in basis]), cell.periodic)):
        site["position"] = position
    lattice = {"cell": (numpy.round(cell.vectors, 12) + 0.0).tolist(), "size": [int(n) for n in size], "basis": basis}
    if not all(cell.periodic):
        lattice["boundary"] = ["periodic" if p else "open" for p in cell.periodic]
    return lattice
