# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""What pages say, for test_pages: their words, tables, links, commands, and claims that can be computed again."""
import dataclasses
import functools
import math
import re
import shlex
import subprocess
import sys
import typing

from harness import PROGRAM, SOURCE

listed = subprocess.run(["git", "-C", SOURCE, "ls-files", "--cached", "--others", "--exclude-standard"], capture_output=True, text=True)
if listed.returncode != 0:
    print(f"skipped: {listed.stderr}")
    sys.exit(77)
TRACKED = listed.stdout.splitlines()
PAGES = sorted(path for path in TRACKED if path.endswith(".md") and path != "CHANGELOG.md" and (SOURCE / path).is_file())
INPUTS = sorted(path for path in TRACKED if path.startswith("inputs/") and (SOURCE / path).is_file())


@functools.cache
def raw(path):
    return (SOURCE / path).read_text()


def words(path):
    """The text in one line, so that it does not matter where lines end. Of inputs, the comments."""
    lines = raw(path).splitlines()
    if path.endswith(".toml"):
        lines = [line[1:] for line in lines if line.startswith("#")]
    return " ".join(" ".join(lines).split())


def code_lines(path):
    """Indented lines of a page, or the comments of an input, those that end in a backslash joined with the next."""
    if path.endswith(".toml"):
        found = [line.lstrip("# ") for line in raw(path).splitlines() if line.startswith("#")]
    else:
        found = [line[4:] for line in raw(path).splitlines() if line.startswith("    ")] + re.findall(r"`([^`\n]+)`", raw(path))
    return "\n".join(found).replace("\\\n", " ").splitlines()


@dataclasses.dataclass(frozen=True)
class Command:
    """A call of the program, or of one of the scripts, that a page shows."""
    page: str
    program: str  #: neel, or the script as the page names it
    arguments: tuple


WRAPPERS = ("mpirun", "srun", "timeout", "ncu")


def commands_of(path, line):
    """Those that a line of a page calls."""
    found = []
    if not re.search(r"(^|/| )neel |scripts/\w", line):
        return found
    try:
        tokens = shlex.split(line.replace("$L", "8"), comments=True)
    except ValueError:  # prose with an apostrophe
        return found
    while tokens:
        at = next((k for k, t in enumerate(tokens) if t in ("|", "||", "&&", "&", ";", "{") or t.endswith(";")), len(tokens))
        call, tokens = tokens[:at + 1] if at < len(tokens) and tokens[at].endswith(";") else tokens[:at], tokens[at + 1:]
        call = [t.rstrip(";") for t in call]
        while call and (re.fullmatch(r"[A-Z_]+=.*", call[0]) or call[0] in ("step", "scripts/devbox") and len(call) > 1):
            call = call[1:]
        if call and call[0] in WRAPPERS:
            call = call[next((k for k, t in enumerate(call) if t.endswith("/neel") or t == "neel"), len(call)):]
        if call and (call[0] == "neel" or call[0].endswith("/neel")):
            found.append(Command(path, "neel", tuple(call[1:])))
        elif call and call[0] == "python3" and len(call) > 1:
            found.append(Command(path, call[1], tuple(call[2:])))
        elif call and call[0].startswith("scripts/"):
            found.append(Command(path, call[0], tuple(call[1:])))
    return found


def commands(path):
    return [command for line in code_lines(path) for command in commands_of(path, line)]


def options(arguments):
    """Names of options, and the values of --set."""
    names = [a.split("=")[0] for a in arguments if re.match(r"--\w", a)]
    settings = [b for a, b in zip(arguments, arguments[1:]) if a == "--set"]
    return names, settings


def links(path):
    """(target, anchor) of the page's links to files, pictures included."""
    text = re.sub(r"`[^`\n]*`", "", raw(path))
    return [(m[1], m[2]) for m in re.finditer(r"\]\(([^)#\s]*)#?([^)\s]*)\)", text) if not m[1].startswith("http")]


def anchors(path):
    """As GitHub makes them of headings."""
    titles = re.findall(r"^#+ (.*)$", raw(path), re.M)
    return [re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", t).lower()).replace(" ", "-") for t in titles]


@dataclasses.dataclass(frozen=True)
class Claim:
    page: str
    pattern: str  #: what the page says; its groups are computed again
    again: typing.Callable  #: what they ought to be, a text or a tuple for each match, in the order of the page
    kind: str  #: "quick"; "long": more than some seconds; "nightly": more than a minute

    def said(self, text):
        return [m if isinstance(m, tuple) else (m,) for m in re.findall(self.pattern, text)]


CLAIMS = []
VALUE = r"(-?[\d.]+\(\d+\))"  #: 1.234(56)


def with_error(value, error):
    digits = max(0, 1 - math.floor(math.log10(error)))
    return f"{value:.{digits}f}({error * 10**digits:.0f})"


def claim(page, pattern, kind="quick"):
    """The decorated function, of a test case, computes again what the groups of the pattern say on the page."""
    def declare(function):
        CLAIMS.append(Claim(page, pattern, function, kind))
        return function
    return declare


@functools.cache
def keys(model):
    """The default of every key of a model's input, as neel keys says it."""
    text = subprocess.run([PROGRAM, "keys", model, "--markdown"], capture_output=True, text=True, check=True).stdout
    return dict(re.findall(r"^\| `(\S+)` \| (.*?) \| ", text, re.M))


def known(key, model):
    """Whether an input of the model may have the key. Parts in capitals (ION, A-B, MOMENT) stand for names that users choose."""
    key = re.sub(r"\.(from|to|points|per_octave)$", "", key.removeprefix("scan."))
    pattern = lambda part: r"\d+" if part == "N" else r"[^.]+" if re.fullmatch(r"[A-Z]{3,}|[A-Z]-[A-Z]", part) else re.escape(part)
    return any(listed.startswith(key + ".") or re.fullmatch(r"\.".join(map(pattern, listed.split("."))) + r"(\..*)?", key)
               for listed in keys(model))
