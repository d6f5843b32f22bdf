// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The laboratory: a simulation behind the page. It works in blocks of sweeps, each a point of a schedule, so that what was done
// is a schedule, too: `neel run` repeats it bit by bit.

#include "model/model.hpp"
#include "view/mailbox.hpp"
#include "view/source.hpp"

#include <neel/run/anneal.hpp>

#include <nlohmann/json_fwd.hpp>

#include <optional>

namespace neel::view {

/// What an input asks for, and its simulation.
struct Experiment {
  models::Model model;
  input::RunInput run;
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
  /// The experiment with these changes to the input ("key=value"), to be done in blocks. Throws UserError.
  virtual Experiment prepare(const std::vector<std::string>& changes) = 0;
  /// Writes an input that repeats what was done, ending in this configuration; returns its path. `before`: the path of the same
  /// experiment, if it was written. Throws UserError.
  virtual std::string write(const std::vector<std::string>& changes, const Done& done, std::uint64_t hash,
                            const std::string& before) = 0;
};

class Lab final : public Source, run::Observer {
public:
  Lab(Bench& bench, std::string name);

  /// Does what the page asks for, on this thread, until `over`; then saves what was done if that was not yet.
  void work(const std::function<bool()>& over);

  std::string state() override;
  std::string sites() override;
  std::string frame(std::int64_t step, int system) override;
  std::string curves(std::int64_t since) override;
  std::string act(const std::string& command) override;

  /// The input that repeats what was done, if it was saved.
  const std::string& saved() const { return saved_; }

private:
  Wish busy(const run::Position&) override { return Wish::go_on; }
  void save(const run::Position&) override {}
  bool enough(const run::Position&) override { return false; }
  void finished(const run::Position& position) override;

  void begin(std::vector<std::string> changes);
  void work_block();
  nlohmann::json state_now() const;
  nlohmann::json averages() const;
  std::string sites_now() const;
  std::string curves_from(std::int64_t since) const;
  nlohmann::json obey(const nlohmann::json& command);
  void set(const nlohmann::json& command);
  void save_done();

  Bench& bench_;
  std::string name_;
  Mailbox mailbox_;
  Experiment now_;
  std::vector<std::string> changes_;
  run::Point point_;
  std::uint64_t sweeps_ = 0;
  Done done_;
  std::vector<std::vector<double>> series_; ///< (block, observable that is a mean)
  std::vector<std::size_t> means_;          ///< these observables
  std::vector<double> sums_;                ///< of moments, since temperature or field were changed
  std::int64_t summed_ = 0;
  std::int64_t left_ = 0;      ///< blocks still to be done; below zero: without end
  std::int64_t ramp_left_ = 0; ///< blocks until `ramp_to_` is reached
  double ramp_to_ = 0;
  int experiments_ = 0;
  std::string saved_;
  std::size_t saved_blocks_ = 0;
  double seconds_ = 0; ///< that blocks took
};

} // namespace neel::view
