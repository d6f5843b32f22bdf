# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The tables of docs/validation.md, from the full tables that neel validate and neel_mutation write.

    python3 tests/program/validation_tables.py FILE ...            prints the tables of these files
    python3 tests/program/validation_tables.py --check FILE ...    ends with 1 where the page has others
"""
import math
import pathlib
import re
import sys

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/validation.md"
# What a row is compared with, by the words of its source; the first that fits.
SOURCES = (("transfer matrix", r"transfer matrices|sum over n of I_n|a ring of 4"),
           ("enumeration", r"sum over (all|the) |average over all|C\(1, 0\)"),
           ("published", r"Kaufman|Baxter|Fisher|Joyce|Nishimori"),
           ("integral over spins", r"integral|the same|characters"),
           ("closed form", r"L\(m H|I1|N T|t\^r|L\^"),
           ("series", r"series"),
           ("free field", r"sum over modes|N mu"),
           ("equipartition, virial", r"equipartition|virial"),
           ("independent simulation", r"independent"))


def rows(text, head):
    """The rows below each table head that begins so, cells as texts."""
    found = []
    for part in re.split(rf"^{re.escape(head)}.*\n\|[-|]+\n", text, flags=re.M)[1:]:
        for line in part.splitlines():
            if not line.startswith("|"):
                break
            found.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return found


def by_model(table):
    models = {}
    for row in table:
        models.setdefault(row[0], []).append(row)
    return models


def rms(values):
    return math.sqrt(sum(x * x for x in values) / len(values))


def kind(source):
    for name, words in SOURCES:
        if re.search(words, source):
            return name
    raise ValueError(f"of which kind is the source {source}? Name it in SOURCES")


def table(*lines):
    head, *body = (f"| {' | '.join(map(str, line))} |\n" for line in lines)
    return head + "|---" * len(lines[0]) + "|\n" + "".join(body)


def deviations(name, own, kernels):
    sigmas = [float(row[7]) for row in own]
    kinds = [kind(row[9]) for row in own]
    against = ", ".join(f"{k} {kinds.count(k)}" for k, _ in SOURCES if k in kinds)
    return name, kernels, len(own), f"{rms(sigmas):.2f}", f"{max(sigmas, key=abs):+.2f}", against


def rows_table(text):
    """Of the rows against exact values."""
    all_rows = rows(text, "| model | case | sampler |")
    kernels = [kernel.split(",")[0] for kernel, _ in rows(text, "| kernel | rows |")]
    lines = [deviations(model, own, kernels.count(model)) for model, own in by_model(all_rows).items()]
    return table(("model", "kernels", "rows", "rms, sigma", "largest, sigma", "rows compared with"), *lines,
                 (*deviations("all", all_rows, len(kernels))[:-1], ""))


def errors_table(text):
    """Of error bars against scatter; what has a remark has no part in it."""
    remarks = set(re.findall(r"^(`\w+`), (.*?): ", text, re.M))
    lines = []
    for model, own in by_model(rows(text, "| model | case | quantity |")).items():
        ratios = [float(row[6].split("(")[0]) for row in own if (row[2], row[1]) not in remarks]
        lines.append((model, len({row[1] for row in own}), len(ratios), f"{min(ratios):.2f}", f"{sum(ratios) / len(ratios):.2f}", f"{max(ratios):.2f}"))
    return table(("model", "cases", "quantities", "least ratio", "mean", "largest"), *lines)


def flags_table(text):
    """Of how often runs are called converged."""
    lines = {}
    for runs, chains, length, right, called in rows(text, "| runs | chains |"):
        lines.setdefault((runs, length, right), {})[chains] = called
    return table(("runs", "length in tau, each", "should be", "1 chain", "8 chains"),
                 *((*key, called.get("1", "–"), called.get("8", "–")) for key, called in lines.items()))


def bugs_table(text):
    """Of injected bugs."""
    all_bugs = rows(text, "| bug | what it does |")
    shown, tried = zip(*(map(int, row[2].split(" of ")) for row in all_bugs))
    least = min(all_bugs, key=lambda row: float(row[3]))
    return table(("bugs", "pairs of bug and kernel", "found", "least deviation, sigma", "by which bug"),
                 (len(all_bugs), sum(tried), sum(shown), least[3], least[1]))


TABLES = (("| model | case | sampler |", (rows_table,)), ("| model | case | quantity |", (errors_table, flags_table)),
          ("| bug | what it does |", (bugs_table,)))


def tables(text):
    """Those that a file, or several behind one another, make."""
    return [make(text) for head, makers in TABLES if head in text for make in makers]


def missing(text):
    """Tables that the page lacks."""
    page = PAGE.read_text()
    return [one for one in tables(text) if one not in page]


if __name__ == "__main__":
    check = sys.argv[1:2] == ["--check"]
    files = "\n".join(pathlib.Path(name).read_text() for name in sys.argv[1 + check:])
    wrong = missing(files) if check else tables(files)
    print("\n".join(wrong) if wrong or not check else "docs/validation.md has these tables")
    sys.exit(check and bool(wrong))
