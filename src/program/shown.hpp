// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What neel analyze prints, and options that it shares between models.

#include "analysis/reasons.hpp"
#include "files/print.hpp"
#include "program/commands.hpp"

namespace neel::program {

/// Prints whole lines, which fit the terminal.
template <class... Arguments>
void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  files::print_lines(fmt::format(format, std::forward<Arguments>(arguments)...));
}

/// Values of what was varied as people are shown them: temperatures in kelvin where energies are in meV or K.
class Shown {
public:
  /// Of what curves follow, with energies in `unit`.
  Shown(const input::EnergyUnit& unit, bool temperature);
  explicit Shown(const analysis::RunData& run) : Shown(run.unit, run.along_temperature()) {}

  std::string value(double v) const;
  std::string text(const analysis::Estimate& e) const;
  const std::string& unit() const { return unit_; }
  analysis::InWords in_words() const {
    return [*this](double v) { return value(v) + unit_; };
  }

private:
  double factor_ = 1;
  std::string unit_;
};

/// A value of --from or --to, a temperature with energies in `unit` or a plain number; `what` it is of, for messages.
std::optional<double> bound(const std::string& option, const std::string& text, bool temperature,
                            const input::EnergyUnit& unit, const std::string& what);

/// Names with a number where several have the same.
void tell_apart(const std::vector<std::string*>& names);

/// The overlaps of replicas in these files, to PATH.tsv and PATH.h5: crossings of sizes and T_c, equilibration, the growth of
/// correlations after a quench.
void analyze_glass(const AnalyzeOptions& options, const std::vector<std::string>& runs, const std::string& path);

} // namespace neel::program
