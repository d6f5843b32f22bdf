# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Tables and curves of what neel bench --json FILE measured."""
import json

import matplotlib
import matplotlib.pyplot as plt
import numpy

from ..errors import FileError
from . import published as published_figures

SIZES = ("L", "n")
KINDS = {"suite", "labels", "hash"}


def measured(path):
    """What the bench wrote."""
    try:
        found = json.loads(path.read_text())
        if all(KINDS <= set(row) and rate_of(row) > 0 for row in found["rows"]) and found["rows"] and found["backend"]:
            return found
    except (ValueError, TypeError, LookupError, StopIteration):
        pass
    raise FileError(f"{path} is not what neel bench --json wrote")


def rate_of(row):
    return row[next(key for key in row if key.endswith("_per_ns"))]


def roof_of(row):
    return next((row[key] for key in row if key.startswith("roof_")), None)


def name_of(labels):
    """As neel bench prints it."""
    return " ".join(value if not value[0].isdigit() else f"{key}={value}" for key, value in labels.items())


def by_suite(rows):
    suites = {}
    for row in rows:
        suites.setdefault(row["suite"], []).append(row)
    return suites


def percent(part):
    return "" if part is None else f"{100 * part:.0f} %"


def table(rows):
    unit = next(key for key in rows[0] if key.endswith("_per_ns")).removesuffix("_per_ns")
    head = ["case", f"{unit}/ns", "least to most", "of roof", "measuring", "instructions", "hash"]
    lines = []
    for row in rows:
        roof = roof_of(row)
        instructions = next((row[key] for key in row if key.startswith("instructions_")), None)
        lines.append([name_of(row["labels"]), f"{rate_of(row):.4g}", f"{row['least']:.4g} to {row['most']:.4g}",
                      percent(rate_of(row) / roof if roof else None), percent(row.get("cost_of_measuring_every_10")),
                      "" if instructions is None else f"{instructions:.4g}", row["hash"]])
    keep = [k for k in range(len(head)) if any(line[k] for line in lines)]
    return "\n".join("| " + " | ".join(line[k] for k in keep) + " |"
                     for line in [head, ["---"] * len(head), *lines])


def described(bench):
    return (f"{bench['backend']}; {bench['processor']}, {bench['threads']} host threads; Neel {bench['version']} "
            f"({bench['revision']}), {bench['date']}; copy bandwidth {bench['copy_bandwidth_bytes_per_s'] * 1e-9:.4g} GB/s; "
            f"medians of {bench['repetitions']} repetitions")


def curves(rows):
    """Of cases that differ in nothing but size: their labels, sizes, rates, roofs."""
    size = next((s for s in SIZES if s in rows[0]["labels"]), None)
    found = {}
    for row in rows:
        if size in row["labels"]:
            others = name_of({k: v for k, v in row["labels"].items() if k != size})
            found.setdefault(others, []).append((int(row["labels"][size]), rate_of(row), roof_of(row)))
    return {name: numpy.array(sorted(points), float).T for name, points in found.items() if len({p[0] for p in points}) > 1}


def draw(suite, rows, bench, path):
    """Rates against size; returns whether there was anything to draw."""
    found = curves(rows)
    if not found:
        return False
    height = max(4.5, 0.8 + 0.19 * len(found))
    figure, axes = plt.subplots(figsize=(9, height), constrained_layout=True)
    styles = ["-", "--", ":", "-."]
    for k, (name, (sizes, rates, roofs)) in enumerate(found.items()):
        axes.plot(sizes, rates, marker="o", markersize=3, linestyle=styles[k // 10 % len(styles)], color=f"C{k % 10}", label=name)
    _, (sizes, _, roofs) = next(iter(found.items()))
    if numpy.isfinite(roofs).all():
        axes.plot(sizes, roofs, color="black", linewidth=0.8, label="roof of the first")
    axes.set(xscale="log", yscale="log", xlabel="size", ylabel="per nanosecond", title=f"{suite}, {bench['backend']}")
    axes.set_xticks(sorted({s for points in found.values() for s in points[0]}))
    axes.get_xaxis().set_major_formatter(matplotlib.ticker.StrMethodFormatter("{x:.0f}"))
    axes.minorticks_off()
    axes.legend(fontsize="small", frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    figure.savefig(path, dpi=120)
    plt.close(figure)
    return True


def write(path):
    bench = measured(path)
    text = [f"# neel bench\n\n{described(bench)}\n"]
    for suite, rows in by_suite(bench["rows"]).items():
        text.append(f"## {suite}\n\n{table(rows)}\n")
        picture = path.with_name(f"{path.stem}-{suite.replace('/', '_')}.png")
        if draw(suite, rows, bench, picture):
            text.append(f"![rates against size]({picture.name})\n")
            print(f"wrote {picture}")
    path.with_suffix(".md").write_text("\n".join(text))
    print(f"wrote {path.with_suffix('.md')}")


def compare(path, old_path):
    new, old = measured(path), measured(old_path)
    before = {(row["suite"], name_of(row["labels"])): row for row in old["rows"]}
    pairs = [(before[key], row) for row in new["rows"] if (key := (row["suite"], name_of(row["labels"]))) in before]
    if not pairs:
        raise FileError(f"{path} and {old_path} have no case in common")
    print(f"old: {described(old)}\nnew: {described(new)}\n")
    ratios = [rate_of(now) / rate_of(was) for was, now in pairs]
    for (was, now), ratio in zip(pairs, ratios):
        bits = "" if now["hash"] == was["hash"] else "  other bits"
        print(f"{now['suite']:17} {name_of(now['labels']):43} {rate_of(was):9.4g} {rate_of(now):9.4g} {ratio:6.3f}{bits}")
    print(f"\n{len(ratios)} cases, new/old: median {numpy.median(ratios):.3f}, from {min(ratios):.3f} to {max(ratios):.3f}")


def scaling(paths):
    """Efficiency of strong scaling; and, as in Lulli, Bernaschi and Parisi (Comput. Phys. Commun. 196, 290 (2015)), x t(x) against x = L / N, t being a rank's
    time for one site of its own: level where planes cost most, rising where sites do."""
    found = {}  # (lattice, L) -> [(ranks, rate, efficiency)]
    for path in paths:
        for row in (row for row in measured(path)["rows"] if row["suite"] == "parallel"):
            labels = row["labels"]
            key, ranks = (labels["lattice"], int(labels["L"])), int(labels.get("ranks", 1))
            if "long" in labels:
                print(f"{key[0]:14} {key[1]:6} {ranks:4} ranks, {ranks} times as long: {100 * row['efficiency']:4.0f} %")
            elif ranks > 1 or not any(entry[0] == 1 for entry in found.get(key, [])):
                found.setdefault(key, []).append((ranks, rate_of(row), row.get("efficiency", 1)))
    if not found:
        raise FileError("no file has the suite parallel")
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 5), constrained_layout=True)
    names = sorted({name for name, _ in found})
    for (name, size), points in sorted(found.items()):
        ranks, rates, parts = numpy.array(sorted(points), float).T
        for n, rate, part in zip(ranks[1:], rates[1:], parts[1:]):
            print(f"{name:14} {size:6} {n:4.0f} ranks: {rate:9.4g} updates/ns, {100 * part:4.0f} %")
        style = {"color": f"C{names.index(name)}", "marker": "osDv^<>"[sorted(s for m, s in found if m == name).index(size) % 7]}
        left.plot(ranks, parts, label=f"{name}, L = {size}", **style)
        right.plot(size / ranks, size / rates, linestyle="none", **style)  # x t: t is N / rate
    left.set(xlabel="ranks", ylabel="strong-scaling efficiency", xticks=sorted({p[0] for v in found.values() for p in v}))
    left.set_ylim(bottom=0)
    right.set(xscale="log", yscale="log", xlabel="x = L / N", ylabel="x t(x), ns")
    right.set_xticks(sorted({size / p[0] for (_, size), points in found.items() for p in points}))
    right.get_xaxis().set_major_formatter(matplotlib.ticker.StrMethodFormatter("{x:.0f}"))
    right.minorticks_off()
    right.tick_params(axis="x", labelrotation=60)
    right.legend(*left.get_legend_handles_labels(), fontsize="small", frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    path = paths[0].with_name(f"{paths[0].stem}-scaling.png")
    figure.savefig(path, dpi=120)
    print(f"wrote {path}")


def as_published(found):
    """Benches as published.py takes them."""
    benches = []
    for bench in found:
        backend, _, device = bench["backend"].partition(", ")
        on_host = backend in ("OpenMP", "Serial")
        benches.append(published_figures.Bench(bench["rows"], f"{bench['processor']}, {bench['threads']} threads" if on_host else device,
                                            bench["threads"] if on_host else 0))
    return benches


def published(paths):
    """Measured beside published, as published.py has it."""
    found = [measured(path) for path in paths]
    benches = as_published(found)
    text = ["# Measured and published\n", *(f"{described(bench)}\n" for bench in found), published_figures.__doc__.split("\n\n")[1]]
    for name, draw_one in published_figures.FIGURES.items():
        if there := [bench for bench in benches if bench.of(name)]:
            figure, lines = draw_one(there)
            picture = paths[0].with_name(f"{paths[0].stem}-published-{name}.png")
            figure.savefig(picture, dpi=120)
            plt.close(figure)
            text.append(f"## {name}\n\n![{name}]({picture.name})\n\n" + "\n".join(lines) + "\n")
            print(f"wrote {picture}")
    if len(text) == 2 + len(found):
        raise FileError(f"{paths[0]} has no suite of which figures were published")
    path = paths[0].with_name(f"{paths[0].stem}-published.md")
    path.write_text("\n".join(text))
    print(f"wrote {path}")
