// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel validate --errors: are error bars as long as they should be, and is `converged` right?

#include "validate/coverage.hpp"

#include "files/durable.hpp"
#include "files/print.hpp"
#include "program/commands.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace neel::program {

namespace {

using validate::Claim;
using validate::CoverageCase;
using validate::FlagCase;

const char* const page_errors = R"(
## Error bars against the scatter of runs

`neel validate --errors --markdown FILE` wrote these tables: every quantity of every model in independent runs that differ in their
random numbers alone. The ratio is the standard deviation of a quantity's values over the root mean square of the errors that the
runs claim: above 1 errors are too short. It should lie between 0.9 and 1.1, which is known to the error that is given; a row
fails if it lies 4 such errors outside. For vector quantities all elements are taken together, and likewise all points of a run.

)";

const char* const page_flags = R"(
## How often `converged` is wrong

Runs of known kinds, made of normal numbers with an exponential correlation, and what is said of them. "Should be": whether they are
in equilibrium and 50 autocorrelation times long, chains together. A drift is given in errors of the run's mean, from end to end.
What a test of one chain cannot see is in the table, too: a drift that is not larger than the halves' errors, and a second state
that a chain has never been in. Several systems see both.

)";

double uncertainty(const CoverageCase& c) { return 1 / std::sqrt(2.0 * (c.runs - 1)); }

bool passed(const CoverageCase& c, const Claim& q) {
  constexpr double least = 0.9, most = 1.1, sigmas = 4;
  const double ratio = q.ratio(), error = sigmas * uncertainty(c);
  return c.remarks.contains(q.quantity) || (ratio > least - error && ratio < most + error);
}

/// Returns how many rows fail.
int try_errors(std::string& table) {
  table =
      "| model | case | quantity | mean | scatter | claimed | ratio | converged |\n|---|---|---|---|---|---|---|---|\n";
  std::string remarks;
  int failed = 0;
  for (const CoverageCase& c : validate::coverage_cases()) {
    files::print("{}: {}; {} runs\n", c.model, c.name, c.runs);
    for (const Claim& q : validate::calibrate(c)) {
      const bool good = passed(c, q);
      failed += good ? 0 : 1;
      const std::string flag = std::isnan(q.converged) ? "" : fmt::format("{:.0f} %", 100 * q.converged);
      files::print("  {:30} {:>11.5g}  scatter {:>9.3g}  claimed {:>9.3g}  ratio {:>5.3f} +- {:.3f} {}\n", q.quantity,
                   q.value, q.scatter, q.claimed, q.ratio(), uncertainty(c), good ? "" : "FAIL");
      table += fmt::format("| {} | {} | `{}` | {:.5g} | {:.3g} | {:.3g} | {:.3f}({:.0f}){} | {} |\n", c.model, c.name,
                           q.quantity, q.value, q.scatter, q.claimed, q.ratio(), 1000 * uncertainty(c),
                           good ? "" : " FAIL", flag);
    }
    std::fflush(stdout);
    for (const auto& [quantity, why] : c.remarks) {
      remarks += "\n`" + quantity + "`, " + c.name + ": " + why + ".\n";
    }
  }
  table += remarks;
  return failed;
}

void try_flags(std::string& table) {
  constexpr int runs = 1000;
  table = "| runs | chains | length in tau, each | should be | called converged |\n|---|---|---|---|---|\n";
  files::print("how often runs of known kinds are called converged:\n");
  for (const FlagCase& f : validate::judge_flags(runs)) {
    const char* const right = f.right ? "converged" : "not converged";
    files::print("  {:40} {} x {:>4.0f} tau: {:>5.1f} %, should be {}\n", f.kind, f.chains, f.length, 100 * f.converged,
                 right);
    table +=
        fmt::format("| {} | {} | {:.0f} | {} | {:.1f} % |\n", f.kind, f.chains, f.length, right, 100 * f.converged);
  }
}

} // namespace

ExitCode validate_errors(const std::string& markdown) {
  std::string errors, flags;
  const int failed = try_errors(errors);
  try_flags(flags);
  files::print("{}\n", failed == 0 ? "all error bars are what they claim" : fmt::format("{} rows FAIL", failed));
  if (!markdown.empty()) {
    files::write_text(markdown, page_errors + errors + page_flags + flags);
  }
  return failed == 0 ? ExitCode::done : ExitCode::check;
}

} // namespace neel::program
