// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel tc: the temperature of a transition from couplings alone.

#include "analysis/file_table.hpp"
#include "files/checksum.hpp"
#include "models/models.hpp"
#include "output/real_units.hpp"
#include "program/commands.hpp"
#include "program/forecast.hpp"
#include "program/log.hpp"
#include "program/outputs.hpp"
#include "program/single_run.hpp"
#include "program/tc_files.hpp"
#include "program/timer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <sstream>

namespace neel::program {

namespace {

/// A run was stopped with a checkpoint.
struct Stopped {
  std::string by;
};

/// "0.5%" or "0.005".
double relative_error(const std::string& text) {
  const bool percent = text.ends_with("%");
  double value = 0;
  try {
    value = input::parse_quantity(percent ? text.substr(0, text.size() - 1) : text, input::Dimension::moment, {}) /
            (percent ? 100 : 1);
  } catch (const std::invalid_argument&) {
    value = 0;
  }
  if (!(value >= 1e-6 && value <= 0.2)) {
    throw InputError("--error " + text + ": expected a part of T_c from 0.0001% to 20%, such as 0.5%");
  }
  return value;
}

/// The autocorrelation time of the order parameter in a result file, the median of its temperatures; the time between
/// measurements where it is not known.
double tau_of(const std::string& path, const SingleRun& single) {
  const files::Hdf5Reader file(path, false);
  std::vector<std::size_t> sizes;
  std::vector<double> tau = file.doubles("/results/" + single.model.order_parameter + "_tau", sizes);
  std::erase_if(tau, [](double t) { return !std::isfinite(t); });
  std::sort(tau.begin(), tau.end());
  return tau.empty() ? static_cast<double>(single.run.schedule.measure_every) : tau[tau.size() / 2];
}

/// Makes runs as `neel run` does.
class Runs {
public:
  Runs(const tc::Question& question, const TcOptions& options, std::string base, Log& log, Stop& stop)
      : question_(question), options_(options), base_(std::move(base)), log_(log), stop_(stop) {}

  tc::Finished make(const tc::RunPlan& plan) {
    SingleRun single;
    const std::vector<std::string> keys = plan.keys(question_);
    input::Reader in = question_.with(keys);
    single.model = models::read_input(in, single.run);
    // Another --error leads to other runs: names tell them apart.
    std::string of_keys;
    for (const std::string& key : keys) {
      of_keys += key + "\n";
    }
    constexpr std::size_t digits = 4;
    single.base = base_ + fmt::format("_L{}_{}-{}", question_.length(plan.multiple), plan.number + 1,
                                      files::checksum(of_keys).substr(0, digits));
    single.of_scan = true;
    made_.push_back({std::filesystem::path(single.base).filename().string(), keys});
    const auto begin = std::chrono::steady_clock::now();
    const double before = seconds_;
    if (const auto reason = stop_.reason(0)) {
      throw Stopped{*reason};
    }
    RunOptions options;
    options.input = options_.input;
    options.quiet = true;
    options.force = options_.force;
    const bool there = !options.force && look(single, options).done;
    if (constexpr double long_run = 20;
        !there && updates_ > 0 && plan.updates(question_) * seconds_ / updates_ > long_run) {
      log_.write(fmt::format("next: L = {}, {} x {} sweeps at {} temperatures, {}\n", question_.text(plan.multiple),
                             plan.systems, plan.thermalize + plan.sweeps, plan.temperatures.size(),
                             forecast(plan.updates(question_))));
    }
    if (work(single, options, stop_) != ExitCode::done) {
      log_.write(fmt::format("{} takes {} in all\n", made_.back().name, forecast(plan.updates(question_))));
      throw Stopped{stop_.given() + " in the run " + made_.back().name};
    }
    if (!there) {
      seconds_ += seconds_since(begin);
      updates_ += plan.updates(question_);
    }
    const tc::Finished done{made_.back().name, single.base + ".h5", tau_of(single.base + ".h5", single)};
    const output::ShownTemperature t = output::shown_temperature(question_.expected().unit);
    const auto [from, to] = std::minmax(plan.temperatures.front(), plan.temperatures.back());
    log_.write(fmt::format("L = {:<4} {} T from {:.5g} to {:.5g} {}, {} x {} sweeps, tau {:.3g}, {}\n",
                           question_.text(plan.multiple), plan.temperatures.size(), from * t.factor, to * t.factor,
                           t.unit, plan.systems, plan.thermalize + plan.sweeps, done.tau,
                           there ? "done before" : fmt::format("{:.2g} s", seconds_ - before)));
    return done;
  }

  std::string forecast(double updates) const {
    return updates_ > 0 ? rough_duration(updates * seconds_ / updates_) + " here"
                        : fmt::format("{:.2g} updates", updates);
  }
  const std::vector<TcRun>& made() const { return made_; }

private:
  const tc::Question& question_;
  const TcOptions& options_;
  std::string base_;
  Log& log_;
  Stop& stop_;
  std::vector<TcRun> made_;
  double seconds_ = 0, updates_ = 0; ///< of the runs that were made now
};

/// A temperature as the log has all of them, in one unit.
std::string shown(const analysis::Estimate& e, const input::EnergyUnit& unit) {
  const output::ShownTemperature t = output::shown_temperature(unit);
  return analysis::with_error({e.value * t.factor, e.error * t.factor}) + " " + t.unit;
}

std::string header(const TcOptions& options, const tc::Question& question, double error) {
  const models::ExpectedOrder& e = question.expected();
  return fmt::format("Neel tc: {} of {}, to {:.3g} %\n{}mean field: T_c = {},\n  {}\n", e.model, options.input,
                     100 * error, question.notes(), shown({e.temperature, 0}, e.unit), e.text);
}

/// Lines of at most 80 columns.
std::string wrapped(const std::string& text) {
  constexpr std::size_t width = 80;
  std::string all, line;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      all += line + "\n";
      line = "  " + word;
    } else {
      line += (line.empty() ? "" : " ") + word;
    }
  }
  return all + line + "\n";
}

ExitCode end(const tc::Answer& answer, const input::EnergyUnit& unit, Log& log) {
  if (!answer.sentence.empty()) {
    log.write(wrapped(answer.sentence));
  }
  if (answer.limit) {
    const output::ShownTemperature t = output::shown_temperature(unit);
    log.write(wrapped(fmt::format("by {}: errors in {}: statistical {:.2g}, of finite sizes {:.2g} (last drift {:.2g})",
                                  name_of(answer.limit->ratio), t.unit, answer.limit->at.error * t.factor,
                                  answer.limit->systematic * t.factor, answer.limit->drift * t.factor)));
    log.write(tc_line(*answer.limit, unit));
  }
  return answer.status == tc::Answer::Status::budget ? ExitCode::stopped : ExitCode::done;
}

} // namespace

ExitCode find_tc(const TcOptions& options) {
  RunOptions like_a_run;
  like_a_run.input = options.input;
  like_a_run.out = options.out;
  like_a_run.name = options.name;
  like_a_run.time_limit = options.time_limit;
  const double error = relative_error(options.error);
  const std::optional<double> seconds = time_limit(like_a_run);
  input::Reader in = input::Reader::from_file(options.input);
  for (const std::string& s : options.set) {
    in.set(s);
  }
  const tc::Question question(std::move(in));
  const std::string base = output_base(like_a_run), own = base + ".tc";
  keep_foreign_tc_files(own);
  Log log(own + ".log", options.quiet);
  log.clear();
  log.write(header(options, question, error));
  Stop stop(own + ".stop", seconds);
  Runs runs(question, options, base, log, stop);
  const input::EnergyUnit unit = question.expected().unit;
  tc::Search search(question, {error, options.max_sweeps, [&](const tc::RunPlan& plan) { return runs.make(plan); },
                               [&](const std::string& line) { log.write(line); },
                               [&](double updates) { return runs.forecast(updates); },
                               [&](const analysis::Estimate& t) { return shown(t, unit); }});
  try {
    const tc::Answer answer = search.find();
    write_tc_files(own, options.input, question, search, answer, runs.made());
    const ExitCode code = end(answer, unit, log);
    log.close();
    return code;
  } catch (const Stopped& stopped) {
    log.write("stopped by " + stopped.by + ": run the same command to continue\n");
    log.close();
    return ExitCode::stopped;
  } catch (const UserError& e) {
    log.last_word(e.what());
    throw;
  }
}

} // namespace neel::program
