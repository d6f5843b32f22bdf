// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Inputs as the program runs them, without its loop and files.

#include "model/schedule.hpp"
#include "models/models.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <string>

namespace neel::testing {

/// A run of the program, by its input, at the first temperature and no field.
struct ProgramRun {
  explicit ProgramRun(const std::string& text) {
    input::Reader in = input::Reader::from_text(text, "test");
    model = models::read_input(in, input);
    simulation = models::make_simulation(model, input);
    simulation->set_conditions(input.schedule.temperature.front(), 0);
  }
  void sweep(std::uint64_t from, std::uint64_t to) const {
    for (std::uint64_t n = from; n < to; ++n) {
      simulation->sweep(n);
    }
  }
  std::size_t moment(const std::string& name) const {
    const auto at =
        std::find_if(model.moments.begin(), model.moments.end(), [&](const auto& m) { return m.name == name; });
    REQUIRE(at != model.moments.end());
    return static_cast<std::size_t>(at - model.moments.begin());
  }
  /// Of each system.
  std::vector<double> measured(const std::string& name) const {
    std::vector<double> all;
    simulation->measure();
    simulation->collect([&](int, std::span<const double> raw) { all.push_back(raw[moment(name)]); });
    return all;
  }

  input::RunInput input;
  models::Model model;
  std::unique_ptr<run::Simulation> simulation;
};

} // namespace neel::testing
