// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel validate: checks this build on this machine against exact results.

#include "validate/validate.hpp"

#include "files/durable.hpp"
#include "program/backend.hpp"
#include "program/commands.hpp"
#include "program/formatted.hpp"
#include "program/report.hpp"
#include "validate/mutants.hpp"

#include <algorithm>
#include <cstdio>

#include "build_info.hpp"

namespace neel::program {

namespace {

using validate::Case;
using validate::Row;

const char* verdict(bool passed) { return passed ? "pass" : "FAIL"; }

const char* const page_start = R"(# Validation

`neel validate --bugs --markdown FILE` wrote this page: every model and every update, through the code that users' runs go
through, against what is known exactly. `--full` does so with ten times as many measurements and every generator; `--bugs` then
breaks each sampler on purpose and sees that a row fails. Exit code 5 if a row fails or a bug is missed. A row fails, too, if its
error is too large to mean anything. Seeds are fixed: every machine and backend gets the same numbers.

)";

const char* const page_sources = R"(
Sources: sums over all states (4 x 4 torus); Kaufman, Phys. Rev. 76, 1232 (1949) (16 x 16); transfer matrices (4 x 4 x 4); integrals
over the sphere and L(x) = coth x - 1/x (free spins, two spins); Fisher, Am. J. Phys. 32, 343 (1964) (open chain); Joyce, Phys. Rev.
155, 478 (1967) (ring); Nishimori, Prog. Theor. Phys. 66, 1169 (1981); the high-temperature series
-3t + 12 t^7 (1 - t^2) + 132 t^11 (1 - t^2), t = tanh(1/T); sums over modes, equipartition and the virial theorem (phi4), and an
independent Monte Carlo program where g > 0; C(1, 0) = 9/32 ([majority.md](majority.md)). The formulas are in
[src/validate/exact.cpp](../src/validate/exact.cpp), with tests of their own.
)";

const char* const page_bugs = R"(
## Samplers broken on purpose

A case is a model, a system and a sampler. A bug is tried in each whose expectation it would change
([src/validate/cases.cpp](../src/validate/cases.cpp) says which), and caught if a row of the case fails.

)";

std::size_t count_rows(const std::vector<Case>& cases) {
  std::size_t rows = 0;
  for (const Case& c : cases) {
    rows += c.expectations.size();
  }
  return rows;
}

/// What is the same for all rows.
std::string setting(std::size_t rows, double threshold, bool full) {
  return formatted(
      "Neel %s, %s, %s%zu rows; a row passes within %.2f sigma, so that a right program passes them all with "
      "probability 0.999.\n",
      NEEL_VERSION, backend_name().c_str(), full ? "--full, " : "", rows, threshold);
}

/// Prints every row; returns how many fail. `table` receives them in Markdown.
int try_rows(const std::vector<Case>& cases, double threshold, std::string& table) {
  std::printf("%-17s %-40s %-28s %-22s %13s %13s %9s %7s\n", "model", "case", "sampler", "quantity", "exact",
              "measured", "error", "sigmas");
  table = "| model | case | sampler | quantity | exact | measured | error | sigmas | verdict | source |\n"
          "|---|---|---|---|---|---|---|---|---|---|\n";
  int failed = 0;
  for (const Case& c : cases) {
    for (const Row& r : validate::run(c)) {
      const bool passed = r.passed(threshold);
      failed += passed ? 0 : 1;
      std::printf("%-17s %-40s %-28s %-22s %13.8f %13.8f %9.2e %+7.2f %s\n", c.model.c_str(), c.name.c_str(),
                  c.sampler.c_str(), r.expected.observable.c_str(), r.expected.exact, r.measured, r.error, r.sigmas(),
                  verdict(passed));
      std::fflush(stdout);
      table += formatted("| %s | %s | %s | `%s` | %.8f | %.8f | %.2e | %+.2f | %s | %s |\n", c.model.c_str(),
                         c.name.c_str(), c.sampler.c_str(), r.expected.observable.c_str(), r.expected.exact, r.measured,
                         r.error, r.sigmas(), verdict(passed), r.expected.source.c_str());
    }
  }
  std::printf("%s\n", failed == 0 ? "all rows pass" : formatted("%d rows FAIL", failed).c_str());
  return failed;
}

/// The rows of a case that find a bug, or none.
std::string found_by(const validate::Bug& bug, const Case& c, double threshold) {
  std::string found;
  for (const Row& r : validate::run(c, [&](models::ModelRun& m) { return bug.plant(m.make_simulation()); })) {
    if (!r.passed(threshold)) {
      found += (found.empty() ? "" : ", ") + formatted("`%s` (%+.1f sigma)", r.expected.observable.c_str(), r.sigmas());
    }
  }
  return found;
}

/// Plants each bug in each case that must show it; returns in how many it is missed. `table` receives them in Markdown.
int try_bugs(const std::vector<Case>& cases, double threshold, std::string& table) {
  std::printf("\nsamplers broken on purpose:\n");
  std::string lines = "\n| planted bug | case | sampler | rows that caught it |\n|---|---|---|---|\n";
  table = "| planted bug | what it does | caught in |\n|---|---|---|\n";
  int missed = 0;
  for (const validate::Bug& bug : validate::bugs()) {
    int tried = 0, found = 0;
    for (const Case& c : cases) {
      if (std::find(c.flaws.begin(), c.flaws.end(), bug.flaw) == c.flaws.end()) {
        continue;
      }
      const std::string rows = found_by(bug, c, threshold);
      ++tried;
      found += rows.empty() ? 0 : 1;
      lines += formatted("| %s | %s: %s | %s | %s |\n", bug.name, c.model.c_str(), c.name.c_str(), c.sampler.c_str(),
                         rows.empty() ? "none" : rows.c_str());
    }
    std::printf("%-18s %-52s caught in %d of %d cases\n", bug.name, bug.what, found, tried);
    std::fflush(stdout);
    table += formatted("| %s | %s | %d of %d cases |\n", bug.name, bug.what, found, tried);
    missed += tried - found;
  }
  table += lines;
  std::printf("%s\n",
              missed == 0 ? "all bugs were caught in every case" : formatted("%d cases MISSED a bug", missed).c_str());
  return missed;
}

} // namespace

ExitCode validate(const ValidateOptions& options) {
  const std::vector<Case> cases = validate::cases(options.full);
  const double threshold = validate::threshold(count_rows(cases));
  const std::string head = setting(count_rows(cases), threshold, options.full);
  std::printf("%s", head.c_str());
  std::string rows, bugs;
  const int failed = try_rows(cases, threshold, rows);
  const int missed = options.bugs ? try_bugs(cases, threshold, bugs) : 0;
  if (!options.markdown.empty()) {
    files::write_text(options.markdown,
                      page_start + head + "\n" + rows + page_sources + (options.bugs ? page_bugs + bugs : ""));
  }
  return failed + missed == 0 ? ExitCode::done : ExitCode::check;
}

} // namespace neel::program
