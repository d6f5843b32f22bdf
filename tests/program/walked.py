# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Pages that are walked from their first line to the last: their inputs are written, their commands run, in their order, and each line
that they show of what a command prints is the beginning of a line that it prints, "..." standing for what is left out."""
import dataclasses
import glob
import importlib.util
import os
import re
import subprocess
import sys

import pages
from harness import PROGRAM, SOURCE

PAGES = {"docs/tutorial.md": "nightly", "docs/how-to/backend.md": "long", "docs/how-to/continue.md": "long",
         **{page: "long" for page in pages.PAGES if page.startswith("docs/examples/0") or page.startswith("docs/examples/1")}}
MY_INPUT = '[model]\nname = "ising"\n[lattice]\nsize = [8, 8]\n[schedule]\nT = [3.0, 2.5]\nthermalize = 100\nsweeps = 1000\n'
CAN_PLOT = all(importlib.util.find_spec(name) for name in ("xarray", "h5netcdf", "matplotlib"))


@dataclasses.dataclass
class Step:
    """A command of a page, the inputs that stand before it, and what the page shows of its output."""
    command: pages.Command
    inputs: dict
    shown: list


def steps(path):
    """Blocks of code are commands with what they print, or, where they begin with a table, parts of the input named last."""
    found, inputs, name = [], {}, None
    for block in re.split(r"\n{1,}(?! {4})", pages.raw(path)):
        if named := re.findall(r"(?:Make a file|Write) `(\S+\.toml)`", block):
            name = named[-1]
            inputs[name] = ""
        lines = [line.strip() for line in re.findall(r"^ {4}(.*)$", block.replace("\\\n", " "), re.M)]
        if lines and lines[0].startswith("["):
            inputs[name] += "\n".join(lines) + "\n\n"
            continue
        for line in lines:
            if called := pages.commands_of(path, line):
                found += [Step(command, dict(inputs), []) for command in called]
            elif line and found:
                found[-1].shown.append(line)
    return found


def called(case, command):
    """Runs the command as the page has it; what it prints."""
    arguments = [file for a in command.arguments for file in (sorted(glob.glob(a, root_dir=case.folder)) if "*" in a and "{" not in a else [a])]
    if command.program == "neel":
        quiet = ["--progress", "none"] if arguments[0] == "run" else []
        return case.neel(*arguments, *quiet, timeout=3600)
    return subprocess.run([sys.executable, SOURCE / command.program, *arguments], cwd=case.folder, capture_output=True, text=True,
                          env={**os.environ, "NEEL_PROGRAM": PROGRAM, "PYTHONPATH": str(SOURCE / "scripts/python")})


def walk(case, path):
    """Runs all commands of a page; returns how many, and how many lines of their output it shows."""
    for name in ("inputs", "docs"):
        if not (case.folder / name).exists():
            os.symlink(SOURCE / name, case.folder / name)
    (case.folder / "my.toml").write_text(MY_INPUT)
    run = shown = 0
    for step in steps(path):
        if step.command.program != "neel" and not CAN_PLOT:
            continue
        for name, text in step.inputs.items():
            (case.folder / name).write_text(text)
        done = called(case, step.command)
        words = " ".join(step.command.arguments)
        case.assertEqual(done.returncode, 0, f"{path}: {words}: {done.stderr}")
        printed = [" ".join(line.split()) for line in done.stdout.splitlines()]
        for line in step.shown:
            pattern = ".*".join(re.escape(" ".join(part.split())) for part in line.split("..."))
            case.assertTrue(any(re.match(pattern, other) for other in printed), f"{path}: {words} does not print: {line}\n{done.stdout}")
        run, shown = run + 1, shown + len(step.shown)
    return run, shown
