// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "parallel/shared.hpp"

#include "errors/errors.hpp"
#include "parallel/calls.hpp"
#include "parallel/plan.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <array>

namespace neel::parallel {

namespace {

std::function<void(int)> told_to_stop;
std::string where; ///< all are

/// What rank 0 tells the others to do.
enum class Order : std::uint32_t {
  end,  ///< of the program
  help, ///< see call_for_help()
  make,
  drop,
  call ///< of a simulation's function
};

template <class... T>
void give(Order order, int simulation, const T&... what) {
  run::Archive all;
  all.put(order);
  all.put(simulation);
  (Sent<T>::put(all, what), ...);
  tell(all.bytes());
}

/// Rank 0's part of a shared simulation: its calls are those of all. What it can do is checked by the input (plan.cpp).
class CallProxy final : public run::Simulation,
                        public run::Energies,
                        public run::Tempering,
                        public run::Resampling,
                        public run::BestStates {
  using Receive = std::function<void(int, std::span<const double>)>;
  using ReceiveState = std::function<void(int, const run::Configuration&)>;

  template <auto Function, class... A>
  auto all(const A&... arguments) {
    static_assert(std::is_same_v<std::tuple<Received<A>...>, typename Call<Function>::Arguments>);
    give(Order::call, number_, Call<Function>::name, arguments...);
    return together([&] { return Call<Function>::make(part_, arguments...); });
  }

public:
  CallProxy(std::unique_ptr<Simulation> own, int number)
      : Simulation(own->shape()), number_(number), part_(std::move(own)) {}
  ~CallProxy() override { give(Order::drop, number_); }
  CallProxy(const CallProxy&) = delete;
  CallProxy& operator=(const CallProxy&) = delete;

  void apply_conditions(double temperature, double field) override {
    all<&Simulation::apply_conditions>(temperature, field);
  }
  void advance(std::uint64_t number, run::Sweep kind) override { all<&Simulation::advance>(number, kind); }
  void measure() override { all<&Simulation::measure>(); }
  void collect(const Receive& receive) override { all<&Simulation::collect>(receive); }
  std::uint64_t hash() override { return all<&Simulation::hash>(); }
  run::Configuration configuration_of(int system, const run::SiteRange& range) override {
    return all<&Simulation::configuration_of>(system, range);
  }
  std::vector<float> local_energy(int system, const run::SiteRange& range) override {
    return all<&Simulation::local_energy>(system, range);
  }
  run::FinalReport ending() override { return all<&Simulation::ending>(); }
  std::string check() override { return all<&Simulation::check>(); }
  std::vector<double> energies() override { return all<&Energies::energies>(); }
  void set_temperatures(std::span<const double> each) override { all<&Tempering::set_temperatures>(each); }
  void exchange(run::Pairs pairs) override { all<&Tempering::exchange>(pairs); }
  void copy(run::Pairs pairs) override { all<&Resampling::copy>(pairs); }
  void make_room(int samples) override { all<&BestStates::make_room>(samples); }
  void keep(run::Pairs pairs) override { all<&BestStates::keep>(pairs); }
  void kept(const ReceiveState& receive) override { all<&BestStates::kept>(receive); }

  void wait() override {
    if (const int signal = all<&Part::wait>(); signal != 0 && told_to_stop) {
      told_to_stop(signal);
    }
  }
  std::vector<run::Array> save() override {
    std::vector<run::Array> arrays = all<&Part::save>();
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      if (arrays[k].pieces.take) {
        arrays[k].pieces.take = [this, k](std::uint64_t number) { return all<&Part::piece>(k, number); };
      }
    }
    return arrays;
  }
  void load(std::vector<run::Array>& arrays) override {
    std::vector<run::Array> heads;
    for (const run::Array& a : arrays) {
      heads.push_back({a.name, a.number, a.sizes, {}, a.systems});
    }
    give(Order::call, number_, Call<&Part::load>::name, heads);
    together<std::invalid_argument>([&] { part_.load(std::move(arrays)); });
  }

private:
  int number_;
  Part part_;
};

} // namespace

std::unique_ptr<run::Simulation> make_shared(const models::Model& model, const input::RunInput& run) {
  static int made = 0;
  const Plan plan = make_plan(model, run);
  give(Order::make, ++made, plan);
  return std::make_unique<CallProxy>(together<InputError>([&] { return make_part(plan); }), made);
}

void call_for_help() { give(Order::help, 0); }

void follow(const std::function<int()>& told, const std::function<void()>& help) {
  Part::told = told;
  std::map<int, Part> parts;
  for (;;) {
    run::Archive given;
    tell(given.bytes());
    const auto order = given.take<Order>();
    const int number = given.take<int>();
    switch (order) {
    case Order::end:
      return;
    case Order::help:
      help();
      break;
    case Order::make:
      try {
        parts.emplace(number, make_part(given.take<Plan>()));
      } catch (const InputError&) {
        break; // rank 0 says so
      }
      break;
    case Order::drop:
      parts.erase(number);
      break;
    case Order::call:
      known_calls().at(given.take<std::size_t>())(parts.at(number), given);
      break;
    }
  }
}

void dismiss() {
  if (leads() && ranks().size() > 1) {
    give(Order::end, 0);
  }
}

void when_told_to_stop(const std::function<void(int)>& caught) { told_to_stop = caught; }

void exchange_identities(const std::string& program, const std::string& backend, const std::string& own_device) {
  know_device(own_device);
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  const std::vector<std::string> programs = texts(program);
  for (std::size_t r = 0; r < programs.size(); ++r) {
    if (programs[r] != programs.front()) {
      throw InputError(
          fmt::format("rank 0 is \"{}\", but rank {} is \"{}\": all must be one program with one command line",
                      programs.front(), r, programs[r]));
    }
  }
  std::map<std::string, std::vector<int>> at;
  int rank = 0;
  for (const std::string& place : texts(fmt::format("{}: {}", host.data(), backend))) {
    at[place].push_back(rank++);
  }
  for (const auto& [place, numbers] : at) {
    where += fmt::format("rank{} {} on {}\n", numbers.size() > 1 ? "s" : "", fmt::join(numbers, ", "), place);
  }
}

std::string places() {
  if (ranks().size() == 1) {
    return "";
  }
  const std::string way = way_between_devices();
  return where + (way.empty() ? "" : fmt::format("planes go from GPU to GPU ({})\n", way));
}

} // namespace neel::parallel
