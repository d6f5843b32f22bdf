# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Inputs as TOML, of Python's dictionaries."""
import json
import math
import re

from .errors import InputError


def _key(key):
    """As TOML has it; dots lead into tables, as there."""
    if not isinstance(key, str):
        raise InputError(f"keys of an input are texts, found {key!r}")
    return ".".join(part if re.fullmatch(r"[A-Za-z0-9_-]+", part) else json.dumps(part) for part in key.split("."))


def value(of, where):
    """A value as TOML in one line; `where`: its key, for messages. Takes what numpy has, too."""
    if hasattr(of, "tolist"):  # numpy's numbers and arrays
        of = of.tolist()
    if isinstance(of, bool):
        return str(of).lower()
    if isinstance(of, int):
        return str(of)
    if isinstance(of, float):
        if not math.isfinite(of):
            raise InputError(f"{where}: expected a finite number, found {of}")
        return repr(of)
    if isinstance(of, str):
        return json.dumps(of, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(of, dict):
        return "{" + ", ".join(f"{_key(k)} = {value(v, f'{where}.{k}')}" for k, v in of.items()) + "}"
    if isinstance(of, (list, tuple, range)):
        return "[" + ", ".join(value(v, where) for v in of) + "]"
    raise InputError(f"{where}: expected a number, text, list or dictionary, found {of!r} of type {type(of).__name__}")


def text(of):
    """The TOML of a dictionary of tables."""
    lines = []
    for table, keys in of.items():
        if not isinstance(keys, dict):
            raise InputError(f"{table}: expected a table, such as {{\"name\": \"ising\"}}, found {keys!r}")
        lines += [f"[{_key(table)}]", *(f"{_key(k)} = {value(v, f'{table}.{k}')}" for k, v in keys.items())]
    return "\n".join(lines) + "\n"


def settings(overrides):
    """The options --set of overrides: tables whose keys are set, table={"key": value}, or dotted keys, {"table.key": value}."""
    found = []
    for name, of in overrides.items():
        if isinstance(of, dict) and "." not in name:
            found += [f"{_key(name)}.{_key(k)}={value(v, f'{name}.{k}')}" for k, v in of.items()]
        elif "." in name:
            found.append(f"{_key(name)}={value(of, name)}")
        else:
            raise InputError(f"{name}={of!r} is neither an argument of neel.run nor a table of the input; expected such as "
                             "schedule={\"T\": 2.0}, or **{\"schedule.T\": 2.0}")
    return [word for setting in found for word in ("--set", setting)]
