// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Plants each bug in each kernel that it would be wrong in, and looks for a row of neel validate that it moves beyond its sigmas.
// A row whose error only has grown too large does not count.
//
//   neel_mutation [--markdown FILE] [TEXT]     TEXT: only bugs whose names begin so

#include "files/durable.hpp"
#include "files/print.hpp"
#include "mutation/bugs.hpp"
#include "validate/kernels.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

using namespace neel;
using mutation::Bug;
using validate::Case;
using validate::Row;

namespace {

const char* const page_start = R"(
## Bugs injected on purpose

`neel_mutation --markdown FILE` (of the tests: scripts/nightly builds and runs it) wrote these tables. The program's own kernels and
simulations are built once more, with a switch for each bug in the physics of a site (tests/mutation); others are around a
simulation. A bug is tried in every kernel that it would be wrong in, in one row of that kernel after another until one of them is
off by more than its sigmas (those of its model first that take the least time); that an error has grown too large does not count.

)";

/// Cases with what they run, the short ones first.
struct Trials {
  std::vector<Case> cases;
  std::vector<std::vector<std::string>> kernels;
  double threshold;

  Trials() {
    std::size_t rows = 0;
    for (const bool full : {false, true}) {
      for (Case& c : validate::cases(full)) {
        rows += c.expectations.size();
        kernels.push_back(validate::kernels_of(c));
        cases.push_back(std::move(c));
      }
    }
    threshold = validate::threshold(rows);
  }
  /// Those of a kernel, that kernel alone before several together.
  std::vector<std::size_t> of(const std::string& kernel) const {
    std::vector<std::size_t> found;
    for (std::size_t c = 0; c < cases.size(); ++c) {
      if (std::find(kernels[c].begin(), kernels[c].end(), kernel) != kernels[c].end()) {
        found.push_back(c);
      }
    }
    return found;
  }
};

/// What the rows of one case make of one bug.
class Experiment {
public:
  Experiment(const Trials& trials, const Bug& bug) : trials_(trials), bug_(bug) {}

  /// The row that is furthest off. Cases are run once, however many kernels they have.
  const Row& worst(std::size_t number) {
    const auto known = worst_.find(number);
    if (known != worst_.end()) {
      return known->second;
    }
    mutation::injected = bug_.fault;
    const std::vector<Row> rows = validate::run(trials_.cases[number], [&](models::Model& model) {
      if (bug_.wrap != nullptr) {
        model.make = [make = model.make, wrap = bug_.wrap](run::ExecutionContext where) { return wrap(make(where)); };
      }
    });
    mutation::injected = mutation::Fault::none;
    const auto off = [](const Row& r) { return std::isfinite(r.sigmas()) ? std::abs(r.sigmas()) : 0.0; };
    return worst_[number] =
               *std::max_element(rows.begin(), rows.end(), [&](const Row& a, const Row& b) { return off(a) < off(b); });
  }
  bool caught(std::size_t number) {
    const double s = worst(number).sigmas();
    return std::isfinite(s) && std::abs(s) > trials_.threshold;
  }

private:
  const Trials& trials_;
  const Bug& bug_;
  std::map<std::size_t, Row> worst_;
};

/// Tries a bug in all its kernels; returns in how many it is missed.
int try_bug(const Trials& trials, const Bug& bug, std::string& summary, std::string& table) {
  Experiment experiment(trials, bug);
  int tried = 0, missed = 0;
  double least = 0; // nothing found yet
  for (const std::string& kernel : validate::kernels()) {
    if (!bug.in(kernel)) {
      continue;
    }
    ++tried;
    const std::vector<std::size_t> all = trials.of(kernel);
    const auto found = std::find_if(all.begin(), all.end(), [&](std::size_t c) { return experiment.caught(c); });
    if (found == all.end()) {
      ++missed;
      files::print("MISSED: {} in {}\n", bug.name, kernel);
      table += fmt::format("| {} | {} | none | | |\n", bug.name, kernel);
      continue;
    }
    const Row& row = experiment.worst(*found);
    const Case& c = trials.cases[*found];
    least = least == 0 ? std::abs(row.sigmas()) : std::min(least, std::abs(row.sigmas()));
    table += fmt::format("| {} | {} | {}; {} | `{}` | {:+.1f} |\n", bug.name, kernel, c.name, c.sampler,
                         row.expected.observable, row.sigmas());
  }
  files::print("{:22} caught in {:3} of {:3} kernels, by {:.1f} sigma or more: {}\n", bug.name, tried - missed, tried,
               least, bug.what);
  std::fflush(stdout);
  summary += fmt::format("| {} | {} | {} of {} | {:.1f} |\n", bug.name, bug.what, tried - missed, tried, least);
  return missed;
}

int try_all(const std::string& name, const std::string& markdown) {
  const Trials trials;
  std::string summary = "| bug | what it does | kernels that show it | sigmas, at least |\n|---|---|---|---|\n";
  std::string table = "\n| bug | kernel | case | row | sigmas |\n|---|---|---|---|---|\n";
  int missed = 0;
  bool any = false;
  for (const std::vector<Bug>& bugs : {mutation::physics_bugs(), mutation::wrapped_bugs()}) {
    for (const Bug& bug : bugs) {
      if (bug.name.starts_with(name)) {
        any = true;
        missed += try_bug(trials, bug, summary, table);
      }
    }
  }
  if (!any) {
    files::print("there is no bug {}\n", name);
    return 2;
  }
  files::print("{}\n", missed == 0 ? "every bug was caught in every kernel" : fmt::format("{} MISSED", missed));
  if (!markdown.empty()) {
    files::write_text(markdown, page_start + summary + table);
  }
  return missed == 0 ? 0 : 5;
}

} // namespace

int main(int count, char** arguments) {
  const Kokkos::ScopeGuard kokkos;
  std::string name, markdown;
  for (int k = 1; k < count; ++k) {
    const std::string word = arguments[k];
    if (word == "--markdown" && k + 1 < count) {
      markdown = arguments[++k];
    } else {
      name = word;
    }
  }
  return try_all(name, markdown);
}
