// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The laboratory: a simulation behind the page. It works in blocks of sweeps, each a point of a schedule, so that what was done
// is a schedule, too: `neel run` repeats it bit by bit.

#include "model/model.hpp"
#include "view/command_queue.hpp"
#include "view/data_provider.hpp"
#include "view/history.hpp"

#include <neel/run/anneal.hpp>

#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <optional>

namespace neel::view {

/// Temperatures and fields, from the least to the largest of each.
struct Range {
  std::array<double, 2> temperature, field;

  bool holds(double t, double h) const {
    return t >= temperature[0] && t <= temperature[1] && h >= field[0] && h <= field[1];
  }
  Range with(double t, double h) const {
    return {{std::min(temperature[0], t), std::max(temperature[1], t)}, {std::min(field[0], h), std::max(field[1], h)}};
  }
};

/// What an input asks for, and its simulation.
struct Experiment {
  models::Model model;
  input::RunInput run; ///< its first temperature and field are those to begin with
  Range range;         ///< that the simulation was made for
  std::unique_ptr<run::Simulation> simulation;
};

/// Temperature and field of each block that was done.
struct Done {
  std::vector<double> temperature, field;
};

/// What the program does for the laboratory.
class Bench {
public:
  virtual ~Bench() = default;
  /// The experiment with these changes to the input ("key=value"), to be done in blocks, in this range, or else in one that is wide
  /// enough for sliders. Throws UserError, as the input does for what it refuses.
  virtual Experiment prepare(const std::vector<std::string>& changes, const std::optional<Range>& range) = 0;
  /// An input that repeats what was done and ends in the configuration with this hash.
  virtual std::string text(const Experiment& experiment, const Done& done, std::uint64_t hash) const = 0;
  /// Writes this input and returns its path. `before`: that of the same experiment, if it was written. Throws FileError.
  virtual std::string write(const std::string& text, const std::string& before) = 0;
  /// Writes it somewhere else at the end, since it could not be written: `why`. Throws FileError with all that there is to be said.
  [[noreturn]] virtual void rescue(const std::string& text, const std::string& why) = 0;
  /// A sentence for the terminal.
  virtual void note(const std::string& sentence) = 0;
};

class Lab final : public DataProvider, run::Observer {
public:
  static constexpr std::int64_t most_blocks = 1'000'000; ///< of an experiment

  /// It pauses when nothing was asked for so many seconds; 0: never.
  Lab(Bench& bench, std::string name, int idle_seconds);

  /// Does what the page asks for, on this thread, until `over`; then saves what was done if that was not yet. Throws CheckError
  /// where a self-check failed, FileError where what was done could not be written to its place.
  void work(const std::function<bool()>& over);

  std::string state() override;
  std::string sites() override;
  std::string frame(std::int64_t step, int system) override;
  std::string series(std::int64_t since) override;
  std::string act(const std::string& command) override;

  /// The input that repeats what was done, if it was saved.
  const std::string& saved() const { return saved_; }

private:
  RunAction busy(const run::Position&) override;
  void save(const run::Position&) override {}
  bool enough(const run::Position&) override { return false; }
  void finished(const run::Position& position) override;

  using Clock = std::chrono::steady_clock;

  std::string ask(CommandQueue::Kind kind, CommandQueue::Question question);
  void begin(std::vector<std::string> changes);
  void work_block();
  void pause(const std::string& why);
  void pause_if_idle();
  void check();
  void fail(const std::string& trouble);
  void widen(double temperature, double field);
  std::string text() const;
  nlohmann::json state_now() const;
  nlohmann::json averages() const;
  std::string sites_now() const;
  std::string frame_now(int system);
  std::string series_from(std::int64_t since) const;
  nlohmann::json obey(const nlohmann::json& command);
  void go_on(std::int64_t blocks);
  void set(const nlohmann::json& command);
  void ramp(const nlohmann::json& command);
  nlohmann::json save(bool as_text);
  void reset(const nlohmann::json& command);
  void check_for_saving();
  void write_done();
  void save_done();
  void end();

  Bench& bench_;
  std::string name_;
  CommandQueue mailbox_;
  Experiment now_;
  std::vector<std::string> changes_;
  run::Point point_;
  std::uint64_t sweeps_ = 0;
  Done done_;
  History history_;                ///< by block: sweeps, T, H, and observables that are means
  std::vector<std::size_t> means_; ///< these observables
  std::vector<double> sums_;       ///< of moments, since temperature or field were changed
  std::int64_t summed_ = 0;
  std::int64_t left_ = 0;      ///< blocks still to be done; below zero: without end
  std::int64_t ramp_left_ = 0; ///< blocks until `ramp_to_` is reached
  double ramp_to_ = 0;
  int experiments_ = 0;
  std::string saved_;
  std::size_t saved_blocks_ = 0;
  Range sliders_{};                   ///< that the experiment began with
  double seconds_ = 0;                ///< that blocks took
  std::uint64_t checked_sweeps_ = 0;  ///< at the last self-check
  std::string failed_, first_failed_; ///< what it found in this experiment, and in the first where it found something
  std::string paused_;                ///< why, where nobody asked for it
  Clock::duration idle_;
  std::atomic<Clock::rep> asked_ = 0;
};

} // namespace neel::view
