// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel validate: checks this build on this machine against exact results.

#include "validate/kernels.hpp"

#include "backend/backend.hpp"
#include "files/durable.hpp"
#include "files/print.hpp"
#include "program/commands.hpp"
#include "program/report.hpp"

#include <cstdio>
#include <map>

#include "build_info.hpp"

namespace neel::program {

namespace {

using validate::Case;
using validate::Row;

const char* verdict(bool passed) { return passed ? "pass" : "FAIL"; }

const char* const page_start = R"(# Validation

`neel validate --markdown FILE` wrote these tables: every model and every kernel that changes sites, by the code of users' runs,
against known values. `--full` makes ten times as many measurements, with every generator in every coding. A row fails, too, if
its error is too large to mean anything. Seeds are fixed: every machine and backend gets the same digits. docs/validation.md is a
summary.

)";

const char* const page_sources = R"(
Sources: sums over all states (4 x 4 torus); Kaufman, Phys. Rev. 76, 1232 (1949) (16 x 16); transfer matrices (4 x 4 x 4); integrals
over the sphere and L(x) = coth x - 1/x (free spins, two spins); Fisher, Am. J. Phys. 32, 343 (1964) (open chain); Joyce, Phys. Rev.
155, 478 (1967) (ring); Nishimori, Prog. Theor. Phys. 66, 1169 (1981); the high-temperature series
-3t + 12 t^7 (1 - t^2) + 132 t^11 (1 - t^2), t = tanh(1/T); sums over modes, equipartition and the virial theorem (phi4);
C(1, 0) = 9/32 (docs/majority.md). The formulas are in src/validate/exact.cpp. Clusters of random ions with all terms are
integrated over all their spheres and averaged over all placements of the ions (clusters.cpp); spin glasses of eight spins are
summed over all states and couplings, boards of 16 cells over all boards (enumerated.cpp). Independent simulations by other code:
the 8 x 8 x 8 torus, phi4 with g > 0, boards after ten steps. All of these have tests of their own.

## Kernels and their rows

What a run's input can choose, with the number of rows above. A test compares this list with the kernels of the program.

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
  return fmt::format(
      "Neel {}, {}, {}{} rows; a row passes within {:.2f} sigma, so that a right program passes them all with "
      "probability 0.999.\n",
      NEEL_VERSION, backend::name(), full ? "--full, " : "", rows, threshold);
}

/// Prints every row; returns how many fail. `table` receives them in Markdown.
int try_rows(const std::vector<Case>& cases, double threshold, std::string& table) {
  files::print("{:17} {:48} {:32} {:22} {:>13} {:>13} {:>9} {:>7}\n", "model", "case", "sampler", "quantity", "exact",
               "measured", "error", "sigmas");
  table = "| model | case | sampler | quantity | exact | measured | error | sigmas | verdict | source |\n"
          "|---|---|---|---|---|---|---|---|---|---|\n";
  int failed = 0;
  for (const Case& c : cases) {
    for (const Row& r : validate::run(c)) {
      const bool passed = r.passed(threshold);
      failed += passed ? 0 : 1;
      files::print("{:17} {:48} {:32} {:22} {:>13.8f} {:>13.8f} {:>9.2e} {:>+7.2f} {}\n", c.model, c.name, c.sampler,
                   r.expected.observable, r.expected.exact, r.measured, r.error, r.sigmas(), verdict(passed));
      std::fflush(stdout);
      table += fmt::format("| {} | {} | {} | `{}` | {:.8f} | {:.8f} | {:.2e} | {:+.2f} | {} | {} |\n", c.model, c.name,
                           c.sampler, r.expected.observable, r.expected.exact, r.measured, r.error, r.sigmas(),
                           verdict(passed), r.expected.source);
    }
  }
  files::print("{}\n", failed == 0 ? "all rows pass" : fmt::format("{} rows FAIL", failed));
  return failed;
}

/// Prints in how many rows the kernels of each model are; returns how many are in none. `table` receives all in Markdown.
int list_kernels(const std::vector<Case>& cases, std::string& table) {
  std::map<std::string, std::size_t> rows;
  for (const Case& c : cases) {
    for (const std::string& kernel : validate::kernels_of(c)) {
      rows[kernel] += c.expectations.size();
    }
  }
  table = "| kernel | rows |\n|---|---|\n";
  std::map<std::string, std::pair<int, int>> of_model; // kernels in all, with rows
  std::string without;
  int missing = 0;
  for (const std::string& kernel : validate::kernels()) {
    const bool covered = rows[kernel] > 0;
    auto& [all, found] = of_model[kernel.substr(0, kernel.find(','))];
    ++all;
    found += covered ? 1 : 0;
    missing += covered ? 0 : 1;
    without += covered ? "" : "no row for: " + kernel + "\n";
    table += fmt::format("| {} | {} |\n", kernel, rows[kernel]);
  }
  files::print("kernels with rows:");
  for (const auto& [model, count] : of_model) {
    files::print(" {} {} of {};", model, count.second, count.first);
  }
  files::print("{}\n{}", missing == 0 ? " none is missing" : "", without);
  return missing;
}

} // namespace

ExitCode validate(const ValidateOptions& options) {
  if (options.errors) {
    return validate_errors(options.markdown);
  }
  const std::vector<Case> cases = validate::cases(options.full);
  const double threshold = validate::threshold(count_rows(cases));
  const std::string head = setting(count_rows(cases), threshold, options.full);
  files::print("{}", head);
  std::string rows, kernels;
  const int failed = try_rows(cases, threshold, rows), missing = list_kernels(cases, kernels);
  if (!options.markdown.empty()) {
    files::write_text(options.markdown, page_start + head + "\n" + rows + page_sources + kernels);
  }
  return failed + missing == 0 ? ExitCode::done : ExitCode::check;
}

} // namespace neel::program
