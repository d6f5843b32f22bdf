// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A simulation that hands everything on to another one: the base of those that change a part of it.

#include <neel/run/simulation.hpp>

#include <memory>

namespace neel::run {

class Forwarding : public Simulation {
public:
  explicit Forwarding(std::unique_ptr<Simulation> inner) : inner_(std::move(inner)) {}

  int systems() const override { return inner_->systems(); }
  std::int64_t sites() const override { return inner_->sites(); }
  std::size_t moments() const override { return inner_->moments(); }
  int capacity() const override { return inner_->capacity(); }
  void set_conditions(double temperature, double field) override { inner_->set_conditions(temperature, field); }
  void sweep(std::uint64_t number) override { inner_->sweep(number); }
  void thermalize(std::uint64_t number) override { inner_->thermalize(number); }
  void measure() override { inner_->measure(); }
  void sweep_and_measure(std::uint64_t number) override { inner_->sweep_and_measure(number); }
  void wait() override { inner_->wait(); }
  void collect(const std::function<void(int, std::span<const double>)>& receive) override { inner_->collect(receive); }
  std::uint64_t hash() override { return inner_->hash(); }
  void be_part(int first, int all) override { inner_->be_part(first, all); }
  Configuration configuration_of(int system, const SiteRange& range) override {
    return inner_->configuration_of(system, range);
  }
  void set_configuration(int system, const Configuration& c) override { inner_->set_configuration(system, c); }
  std::vector<float> local_energy(int system, const SiteRange& range) override {
    return inner_->local_energy(system, range);
  }
  int system_at(int place) const override { return inner_->system_at(place); }
  FinalReport ending() override { return inner_->ending(); }
  std::vector<Array> save() override { return inner_->save(); }
  void load(std::vector<Array>& arrays) override { inner_->load(arrays); }
  void set_temperatures(std::span<const double> each) override { inner_->set_temperatures(each); }
  int configurations() const override { return inner_->configurations(); }
  std::vector<double> energies() override { return inner_->energies(); }
  void exchange(std::span<const std::pair<int, int>> pairs) override { inner_->exchange(pairs); }
  void copy(std::span<const std::pair<int, int>> pairs) override { inner_->copy(pairs); }
  bool moves_configurations() const override { return inner_->moves_configurations(); }
  const Ladder* ladder() const override { return inner_->ladder(); }
  int shown() const override { return inner_->shown(); }
  bool fields(int system, double* to) override { return inner_->fields(system, to); }
  int system_of(int index) const override { return inner_->system_of(index); }
  Spectra* spectra() override { return inner_->spectra(); }
  void make_room(int samples) override { inner_->make_room(samples); }
  void keep(std::span<const std::pair<int, int>> pairs) override { inner_->keep(pairs); }
  void kept(const std::function<void(int, const Configuration&)>& receive) override { inner_->kept(receive); }
  const LowestSeen* lowest() const override { return inner_->lowest(); }
  std::string check() override { return inner_->check(); }

protected:
  std::unique_ptr<Simulation> inner_;
};

} // namespace neel::run
