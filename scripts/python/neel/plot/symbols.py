# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""What axes and legends of the plots call observables, parameters and units, in TeX as matplotlib draws it."""
import re
import textwrap

# Names of observables, or long names where models use a name for unlike things: what each is called, and its symbol; @1 is the
# first part of the name in parentheses. Those that are not here have their long names from the file.
_OBSERVABLES = [(re.compile(name), words, symbol) for name, words, symbol in (
    ("energy", "energy", "E"),
    ("energy_(bonds|exchange)", "exchange energy", r"E_\mathrm{ex}"),
    ("energy_dipole", "dipolar energy", r"E_\mathrm{dip}"),
    ("energy_other_bonds", "energy of other parts of bonds", r"E_\mathrm{other}"),
    ("energy_field", "Zeeman energy", r"E_\mathrm{Z}"),
    ("energy_dm", "Dzyaloshinskii-Moriya energy", r"E_\mathrm{DM}"),
    ("energy_anisotropy", "anisotropy energy", r"E_\mathrm{K}"),
    ("energy_zeeman", "Zeeman energy", r"E_\mathrm{Z}"),
    ("energy_gradient", "gradient energy", r"E_\nabla"),
    ("energy_mass", "mass energy", r"E_{\mu^2}"),
    ("energy_quartic", "quartic energy", r"E_g"),
    ("energy_cutoff", "cutoff energy", r"E_\Lambda"),
    ("specific_heat", "specific heat", "C"),
    ("acceptance", "acceptance", ""),
    (r"\w+_histogram", "probability density", ""),
    ("magnetisation", "magnetisation", "M"),
    ("magnetisation along the field", "magnetisation along the field", "M_H"),
    ("magnetisation_magnitude", "magnetisation", "|M|"),
    ("magnetisation_squared", "squared magnetisation", "M^2"),
    ("magnetisation_([xyz])", "magnetisation", r"M_{@1}"),
    (r"magnetisation_(\w+)_([xyz])", "magnetisation of @1", r"M_{@2}^{\mathrm{@1}}"),
    ("binder_ratio|magnetisation_binder", "Binder ratio", r"\langle M^4\rangle/\langle M^2\rangle^2"),
    ("staggered_binder", "Binder ratio", r"\langle n^4\rangle/\langle n^2\rangle^2"),
    (r"Binder ratio \[<q\^4>\] / \[<q\^2>\]\^2", "Binder ratio", r"[\langle q^4\rangle]/[\langle q^2\rangle]^2"),
    ("susceptibility", "susceptibility", r"\chi"),
    ("susceptibility_([xyz]{1,2})", "susceptibility", r"\chi_{@1}"),
    ("magnetisation_susceptibility", "susceptibility of |M|", r"\chi_{|M|}"),
    ("staggered_susceptibility", "staggered susceptibility", r"\chi_n"),
    (r"susceptibility_(\w+)", r"susceptibility, sublattice @1", r"\chi_{\mathrm{@1}}"),
    ("staggered_magnetisation|staggered_magnitude", "staggered magnetisation", "|n|"),
    ("staggered_squared", "squared staggered magnetisation", "n^2"),
    ("staggered_([xyz])", "staggered magnetisation", r"n_{@1}"),
    (r"sublattice_(\w+)_([xyz])", r"magnetisation, sublattice @1", r"m_{@2}^{\mathrm{@1}}"),
    ("order_magnitude", "order parameter", r"|\psi|"),
    ("order_squared", "squared order parameter", r"|\psi|^2"),
    ("order_susceptibility", "susceptibility of the order parameter", r"\chi_\psi"),
    ("order_binder", "Binder ratio", r"\langle|\psi|^4\rangle/\langle|\psi|^2\rangle^2"),
    ("weak_moment", "weak moment", "w"),
    ("weak_moment_squared", "squared weak moment", "w^2"),
    (r"weak_moment_(\w+)", "weak moment of @1", r"w_{\mathrm{@1}}"),
    ("correlation_length", "correlation length", r"\xi"),
    (r"correlation_length_(\d)", r"correlation length, axis @1", r"\xi_{@1}"),
    ("correlation_length_over_L", "correlation length", r"\xi/L"),
    (r"correlation_length_over_L_(\d)", r"correlation length, axis @1", r"\xi_{@1}/L"),
    ("integral_length", "correlation length", r"\xi_{12}"),
    ("stiffness_([xyz])", "stiffness", r"\Upsilon_{@1}"),
    ("skyrmion_charge", "topological charge of a layer", "Q"),
    ("skyrmion_charge_squared", "squared topological charge of a layer", "Q^2"),
    ("torque_theta", "torque", r"-\partial F/\partial\theta"),
    ("torque_([xyz])", "torque", r"\tau_{@1}"),
    ("overlap", "overlap", "q"),
    ("overlap_modulus", "overlap", r"\langle|q|\rangle"),
    ("overlap_squared", "squared overlap", r"\langle q^2\rangle"),
    ("overlap_correlation", "correlation of overlaps", "C_4(r)"),
    ("spin_glass_susceptibility", "spin-glass susceptibility", r"\chi_\mathrm{SG}"),
    (r"\|M\|, M the average of the field over sites", "magnetisation", "|M|"),
    ("phi", "field", r"\phi"),
    (r"phi_(\d)", r"field, component @1", r"\phi_{@1}"),
    ("phi_squared", "squared field", r"\langle\phi^2\rangle"),
    ("phi_fourth", "fourth power of the field", r"\langle(\phi^2)^2\rangle"),
    ("propagator_([xyz])", "propagator along $@1$", r"\langle|\phi_p|^2\rangle"),
    ("wall_density", "wall density", ""),
    ("blinking", "blinking fraction", ""),
    ("period", "period of a board (0: none yet)", ""),
)]

# Axes of runs and of vectors, and keys that are scanned.
_AXES = {
    "T": ("temperature", "T"), "T_number": ("temperature", "T"), "H": ("field", "H"), "t": ("time", "t"),
    "T_kelvin": ("temperature", "T"), "H_tesla": ("field", r"\mu_0 H"),
    "t_w": ("waiting time", r"t_\mathrm{w}"), "r": ("distance", "r"), "n": ("mode number", "n"), "L": ("length of the lattice", "L"),
    "theta": ("angle of $M$ from $z$ in degrees,", r"\theta"), "phi": ("angle of $M$ about $z$ in degrees,", r"\varphi"),
    "J": ("coupling", "J"), "D": ("crystal field", "D"), "q": ("number of states", "q"),
    "mass_squared": ("mass squared", r"\mu^2"), "g": ("coupling", "g"), "inverse_cutoff": ("inverse cutoff", r"1/\Lambda"),
}

MODELS = {"heisenberg": "Heisenberg", "xy": "XY", "ising": "Ising", "phi4": r"$\phi^4$", "edwards-anderson": "Edwards-Anderson"}


def tex(text):
    """Of long names and units: `k_B`, `<M^2>` and Greek letters as TeX has them."""
    text = text.replace("mu_B", r"$\mu_\mathrm{B}$").replace("k_B", r"$k_\mathrm{B}$")
    text = re.sub(r"(?<!\\)\b(xi|mu|phi|chi|Lambda)(?![a-z])", r"$\\\1$", text)
    text = re.sub(r"([_^])(\w|\d+)(?![a-zA-Z0-9])", r"$\1{\2}$", text)
    text = re.sub(r"_(\w+)", r"$_{\\mathrm{\1}}$", text)
    return text.replace("<", r"$\langle$").replace(">", r"$\rangle$").replace("$$", "")


def _words(name):
    return name.replace("_", " ")


def _found(name):
    """What an observable is called and its symbol, which may be empty; None where the table has neither."""
    for pattern, *texts in _OBSERVABLES:
        if found := pattern.fullmatch(name):
            for k, part in enumerate(found.groups(), 1):
                texts = [text.replace(f"@{k}", part) for text in texts]
            return texts
    return None


def symbol(name):
    """The symbol of an observable as TeX, or its name where it has none."""
    words, sign = _found(name) or (_words(name), "")
    return f"${sign}$" if sign else words


def _unit(units):
    """As printed: [5 mu_B/site] of (5.0 mu_B)/site, with J in italics, since it is no joule."""
    if units == "1":
        return ""
    units = re.sub(r"\(([\d.]+) mu_B\)", lambda found: "mu_B" if float(found[1]) == 1 else f"{float(found[1]):g} mu_B", units)
    units = re.sub(r"/\((\w+)\)", r"/\1", units)
    return "  [" + re.sub(r"\bJ\b", "$J$", tex(units)) + "]"


def title(quantity, name):
    """What an axis says of an observable: what it is, its symbol and its unit."""
    units = _unit(quantity.attrs.get("units", "1"))
    if found := _found(quantity.long_name) or _found(name):
        words, sign = found
        return _words(words) + (f" ${sign}$" if sign else "") + units
    return "\n".join(map(tex, textwrap.wrap(quantity.long_name, 42))) + units


def _sign(axis):
    """The symbol of an axis, without dollars."""
    if axis in _AXES:
        return _AXES[axis][1]
    head, _, tail = axis.partition("_")
    return head if not tail and len(head) == 1 else rf"{head}_\mathrm{{{tail}}}" if len(head) == 1 else None


def axis_title(x):
    """What an axis says of what is along it."""
    words = _AXES[x.name][0] if x.name in _AXES else tex(x.attrs.get("long_name", _words(x.name)))
    sign = _sign(x.name)
    return words + (f" ${sign}$" if sign else "") + _unit(x.attrs.get("units", "1"))


def equation(axis, value):
    """T = 0.5, as TeX; of a list of lengths, L = 6."""
    if axis == "size" and isinstance(value, list):
        sides = [n for n in value if n > 1] or value[:1]
        return rf"$L = {sides[0]}$" if len(set(sides)) == 1 else "$" + r" \times ".join(map(str, value)) + "$"
    sign, text = _sign(axis), f"{value:g}" if isinstance(value, (int, float)) and not isinstance(value, bool) else str(value)
    return f"${sign} = {text}$" if sign and isinstance(value, (int, float)) else f"{_words(axis)} = {text}"
