// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel validate: checks this build on this machine against exact results.

#include "validate/validate.hpp"

#include "files/durable.hpp"
#include "program/backend.hpp"
#include "program/commands.hpp"
#include "program/report.hpp"
#include "validate/mutants.hpp"

#include <cstdio>

#include "build_info.hpp"

namespace neel::program {

namespace {

using validate::Case;
using validate::Row;

std::string line(const char* format, const Case& c, const Row& r, double threshold) {
  char text[600];
  std::snprintf(text, sizeof text, format, c.model.c_str(), c.name.c_str(), c.sampler.c_str(),
                r.expected.observable.c_str(), r.expected.exact, r.measured, r.error, r.sigmas(),
                r.passed(threshold) ? "pass" : "FAIL", r.expected.source.c_str());
  return text;
}

std::string setting(std::size_t rows, double threshold, bool full) {
  char text[400];
  std::snprintf(
      text, sizeof text,
      "Neel %s (%s), %s, %s%d rows; a row passes within %.2f sigma, so that a right program passes them all with "
      "probability 0.999\n",
      NEEL_VERSION, NEEL_REVISION, backend_name().c_str(), full ? "--full, " : "", static_cast<int>(rows), threshold);
  return text;
}

std::size_t count_rows(const std::vector<Case>& cases) {
  std::size_t rows = 0;
  for (const Case& c : cases) {
    rows += c.expectations.size();
  }
  return rows;
}

/// Which of the rows that a bug concerns find it: a line of a table in Markdown for each case it concerns.
std::string try_bugs(const std::vector<Case>& cases, double threshold, int& missed) {
  std::string table = "| planted bug | case | sampler | rows that caught it |\n|---|---|---|---|\n";
  for (const validate::Bug& bug : validate::bugs()) {
    int concerned = 0, caught = 0;
    for (const Case& c : cases) {
      if (!bug.concerns(c)) {
        continue;
      }
      ++concerned;
      std::string found;
      for (const Row& r : validate::run(c, [&](models::ModelRun& m) { return bug.plant(m.make_simulation()); })) {
        char text[120];
        std::snprintf(text, sizeof text, "%s (%.1f sigma)", r.expected.observable.c_str(), r.sigmas());
        found += r.passed(threshold) ? "" : (found.empty() ? "" : ", ") + std::string(text);
      }
      caught += found.empty() ? 0 : 1;
      table += std::string("| ") + bug.name + " | " + c.model + ": " + c.name + " | " + c.sampler + " | " +
               (found.empty() ? "none" : found) + " |\n";
    }
    std::printf("%-18s %-52s caught in %d of %d cases\n", bug.name, bug.what, caught, concerned);
    std::fflush(stdout);
    missed += concerned - caught;
  }
  return table;
}

} // namespace

ExitCode validate(const ValidateOptions& options) {
  const std::vector<Case> cases = validate::cases(options.full);
  const double threshold = validate::threshold(count_rows(cases));
  const std::string head = setting(count_rows(cases), threshold, options.full);
  std::printf("%s%-17s %-40s %-28s %-22s %13s %13s %9s %7s\n", head.c_str(), "model", "case", "sampler", "quantity",
              "exact", "measured", "error", "sigmas");
  std::string table = "| model | case | sampler | quantity | exact | measured | error | sigmas | verdict | source |\n"
                      "|---|---|---|---|---|---|---|---|---|---|\n";
  int failed = 0;
  for (const Case& c : cases) {
    for (const Row& r : validate::run(c)) {
      failed += r.passed(threshold) ? 0 : 1;
      std::printf("%s", line("%-17s %-40s %-28s %-22s %13.8f %13.8f %9.2e %+7.2f %s\n", c, r, threshold).c_str());
      std::fflush(stdout);
      table += line("| %s | %s | %s | `%s` | %.8f | %.8f | %.2e | %+.2f | %s | %s |\n", c, r, threshold);
    }
  }
  std::printf("%s\n", failed == 0 ? "all rows pass" : (std::to_string(failed) + " rows FAIL").c_str());
  std::string bugs;
  int missed = 0;
  if (options.bugs) {
    std::printf("\nsamplers broken on purpose:\n");
    bugs = "\n## Samplers broken on purpose\n\n" + try_bugs(cases, threshold, missed);
    std::printf("%s\n", missed == 0 ? "all bugs were caught in every case"
                                    : (std::to_string(missed) + " cases MISSED a bug").c_str());
  }
  if (!options.markdown.empty()) {
    files::write_text(options.markdown, head + "\n" + table + bugs);
  }
  return failed + missed == 0 ? ExitCode::done : ExitCode::check;
}

} // namespace neel::program
