// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Inputs as the program runs them, without its loop and files.

#include "input/reader.hpp"
#include "model/schedule.hpp"
#include "models/models.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <string>

namespace neel::testing {

/// An input, read.
struct Prepared {
  input::RunInput run;
  models::Model model;

  explicit Prepared(const std::string& text) {
    input::Reader in = input::Reader::from_text(text, "test");
    model = models::read_input(in, run);
  }
  /// The first one of this name.
  std::size_t moment(const std::string& name) const {
    const auto at =
        std::find_if(model.moments.begin(), model.moments.end(), [&](const auto& m) { return m.name == name; });
    REQUIRE(at != model.moments.end());
    return static_cast<std::size_t>(at - model.moments.begin());
  }
};

/// Its simulation, at the first temperature and no field.
struct ProgramRun : Prepared {
  std::unique_ptr<run::Simulation> simulation;

  explicit ProgramRun(const std::string& text) : Prepared(text), simulation(models::make_simulation(model, run)) {
    simulation->set_conditions(run.schedule.temperature.front(), 0);
  }
  void sweep(std::uint64_t from, std::uint64_t to) const {
    for (std::uint64_t n = from; n < to; ++n) {
      simulation->sweep(n);
    }
  }
  /// Of each system.
  std::vector<double> measured(const std::string& name) const {
    std::vector<double> all;
    simulation->measure();
    simulation->collect([&](int, std::span<const double> raw) { all.push_back(raw[moment(name)]); });
    return all;
  }
};

} // namespace neel::testing
