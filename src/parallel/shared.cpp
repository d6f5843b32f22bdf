// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "parallel/shared.hpp"

#include "errors/errors.hpp"
#include "parallel/call.hpp"
#include "parallel/plan.hpp"

#include <neel/run/archive.hpp>
#include <neel/run/forwarding.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>

namespace neel::parallel {

namespace {

using run::Archive;
using run::Simulation;

std::function<void(int)> told_to_stop;
std::string where; ///< all are

/// The signal by which one of the other ranks was told to stop; all ranks ask, the first with 0.
int signal_of_others(int mine) { return static_cast<int>(-ranks().least(-std::int64_t{mine})); }

void give(Call call, int simulation, Archive arguments = {}) {
  Archive order;
  order.put(call);
  order.put(simulation);
  order.bytes().insert(order.bytes().end(), arguments.bytes().begin(), arguments.bytes().end());
  tell(order.bytes());
}

template <class... T>
Archive parcel(const T&... values) {
  Archive p;
  (p.put(values), ...);
  return p;
}

/// As long as it lives, the first rank has the bytes of arrays, the others what they are: bytes go to all of them, or in parts, as
/// somebody reads them.
class OnDemand {
public:
  explicit OnDemand(std::vector<run::Array>& arrays) : arrays_(&arrays) {
    for (run::Array& a : arrays) {
      a.fetch = [](run::Array& array) {
        run::complete(array);
        tell(array.bytes);
      };
    }
  }
  ~OnDemand() {
    for (run::Array& a : *arrays_) {
      a.fetch = nullptr;
    }
  }
  OnDemand(const OnDemand&) = delete;
  OnDemand& operator=(const OnDemand&) = delete;

private:
  std::vector<run::Array>* arrays_;
};

/// Rank 0's part of a shared simulation: its calls are those of all.
class CallProxy final : public run::Forwarding {
  template <class Work>
  auto all(Call call, Archive arguments, const Work& work) {
    give(call, number_, std::move(arguments));
    return together(work);
  }

public:
  CallProxy(std::unique_ptr<Simulation> part, int number) : Forwarding(std::move(part)), number_(number) {}
  ~CallProxy() override { give(Call::drop, number_); }
  CallProxy(const CallProxy&) = delete;
  CallProxy& operator=(const CallProxy&) = delete;

  void set_conditions(double temperature, double field) override {
    all(Call::set_conditions, parcel(temperature, field), [&] { inner_->set_conditions(temperature, field); });
  }
  void sweep(std::uint64_t number) override {
    all(Call::sweep, parcel(number), [&] { inner_->sweep(number); });
  }
  void thermalize(std::uint64_t number) override {
    all(Call::thermalize, parcel(number), [&] { inner_->thermalize(number); });
  }
  void measure() override {
    all(Call::measure, {}, [&] { inner_->measure(); });
  }
  void sweep_and_measure(std::uint64_t number) override {
    all(Call::sweep_and_measure, parcel(number), [&] { inner_->sweep_and_measure(number); });
  }
  void wait() override {
    const int signal = all(Call::wait, {}, [&] {
      inner_->wait();
      return signal_of_others(0);
    });
    if (signal != 0 && told_to_stop) {
      told_to_stop(signal);
    }
  }
  void collect(const std::function<void(int, std::span<const double>)>& receive) override {
    all(Call::collect, {}, [&] { inner_->collect(receive); });
  }
  std::uint64_t hash() override {
    return all(Call::hash, {}, [&] { return inner_->hash(); });
  }
  run::Configuration configuration_of(int system, const run::SiteRange& range) override {
    return all(Call::configuration, parcel(system, range), [&] { return inner_->configuration_of(system, range); });
  }
  std::vector<float> local_energy(int system, const run::SiteRange& range) override {
    return all(Call::local_energy, parcel(system, range), [&] { return inner_->local_energy(system, range); });
  }
  run::FinalReport ending() override {
    return all(Call::ending, {}, [&] { return inner_->ending(); });
  }
  std::vector<run::Array> save() override {
    std::vector<run::Array> arrays = all(Call::save, {}, [&] { return inner_->save(); });
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      if (auto& take = arrays[k].pieces.take; take) {
        take = [this, k, own = take](std::uint64_t number) {
          return all(Call::piece, parcel(k, number), [&] { return own(number); });
        };
      }
    }
    return arrays;
  }
  void load(std::vector<run::Array>& arrays) override {
    std::vector<run::Array> heads;
    for (const run::Array& a : arrays) {
      heads.push_back({a.name, a.number, a.sizes, {}, a.systems});
    }
    Archive p;
    put(p, heads);
    give(Call::load, number_, std::move(p));
    const OnDemand all(arrays);
    together<std::invalid_argument>([&] { inner_->load(arrays); });
  }
  void set_temperatures(std::span<const double> each) override {
    Archive p;
    p.put_list(each);
    all(Call::set_temperatures, std::move(p), [&] { inner_->set_temperatures(each); });
  }
  std::vector<double> energies() override {
    return all(Call::energies, {}, [&] { return inner_->energies(); });
  }
  void exchange(std::span<const std::pair<int, int>> pairs) override {
    all(Call::exchange, of_pairs(pairs), [&] { inner_->exchange(pairs); });
  }
  void copy(std::span<const std::pair<int, int>> pairs) override {
    all(Call::copy, of_pairs(pairs), [&] { inner_->copy(pairs); });
  }
  void make_room(int samples) override {
    all(Call::make_room, parcel(samples), [&] { inner_->make_room(samples); });
  }
  void keep(std::span<const std::pair<int, int>> pairs) override {
    all(Call::keep, of_pairs(pairs), [&] { inner_->keep(pairs); });
  }
  void kept(const std::function<void(int, const run::Configuration&)>& receive) override {
    all(Call::kept, {}, [&] { inner_->kept(receive); });
  }
  bool fields(int /*system*/, double* /*to*/) override { return false; }
  // No rank but this one would hear of it.
  void set_configuration(int /*system*/, const run::Configuration& /*c*/) override {
    throw std::logic_error("a start is made by each rank for itself");
  }

  std::string check() override {
    return all(Call::check, {}, [&] { return inner_->check(); });
  }

private:
  static Archive of_pairs(std::span<const std::pair<int, int>> pairs) {
    std::vector<int> numbers;
    for (const auto& [a, b] : pairs) {
      numbers.insert(numbers.end(), {a, b});
    }
    Archive p;
    p.put_list(std::span<const int>(numbers));
    return p;
  }

  int number_;
};

std::vector<std::pair<int, int>> take_pairs(Archive& p) {
  const auto numbers = p.take_list<std::vector<int>>();
  std::vector<std::pair<int, int>> pairs;
  for (std::size_t k = 0; k + 1 < numbers.size(); k += 2) {
    pairs.emplace_back(numbers[k], numbers[k + 1]);
  }
  return pairs;
}

/// Another rank's part, and what it last saved.
struct Followed {
  std::unique_ptr<Simulation> part;
  std::vector<run::Array> saved;
};

/// Makes the call that rank 0 makes; what comes out of it is rank 0's.
void carry_out(Followed& here, Call call, Archive& p, const std::function<int()>& told) {
  Simulation& s = *here.part;
  if (call != Call::piece) {
    here.saved.clear();
  }
  switch (call) {
  case Call::set_conditions: {
    const auto temperature = p.take<double>();
    return s.set_conditions(temperature, p.take<double>());
  }
  case Call::sweep:
    return s.sweep(p.take<std::uint64_t>());
  case Call::thermalize:
    return s.thermalize(p.take<std::uint64_t>());
  case Call::measure:
    return s.measure();
  case Call::sweep_and_measure:
    return s.sweep_and_measure(p.take<std::uint64_t>());
  case Call::wait:
    s.wait();
    signal_of_others(told());
    return;
  case Call::collect:
    return s.collect([](int, std::span<const double>) {});
  case Call::hash:
    s.hash();
    return;
  case Call::configuration: {
    const int system = p.take<int>();
    s.configuration_of(system, p.take<run::SiteRange>());
    return;
  }
  case Call::local_energy: {
    const int system = p.take<int>();
    s.local_energy(system, p.take<run::SiteRange>());
    return;
  }
  case Call::ending:
    s.ending();
    return;
  case Call::save:
    here.saved = s.save();
    for (run::Array& a : here.saved) {
      a.bytes = {};
    }
    return;
  case Call::piece: {
    const auto array = p.take<std::size_t>();
    here.saved.at(array).pieces.take(p.take<std::uint64_t>());
    return;
  }
  case Call::load: {
    std::vector<run::Array> arrays = run::take_arrays(p);
    const OnDemand all(arrays);
    try {
      return s.load(arrays);
    } catch (const std::invalid_argument&) {
      return; // rank 0 says so
    }
  }
  case Call::set_temperatures:
    return s.set_temperatures(p.take_list<std::vector<double>>());
  case Call::energies:
    s.energies();
    return;
  case Call::exchange:
    return s.exchange(take_pairs(p));
  case Call::copy:
    return s.copy(take_pairs(p));
  case Call::make_room:
    return s.make_room(p.take<int>());
  case Call::keep:
    return s.keep(take_pairs(p));
  case Call::kept:
    return s.kept([](int, const run::Configuration&) {});
  case Call::check:
    s.check();
    return;
  default:
    throw std::logic_error("a call that nobody knows");
  }
}

} // namespace

std::unique_ptr<Simulation> make_shared(const models::Model& model, const input::RunInput& run) {
  static int made = 0;
  const Plan plan = make_plan(model, run);
  Archive p;
  put(p, plan);
  give(Call::make, ++made, std::move(p));
  return std::make_unique<CallProxy>(together<InputError>([&] { return make_part(plan); }), made);
}

void call_for_help() { give(Call::help, 0); }

void follow(const std::function<int()>& told, const std::function<void()>& help) {
  std::map<int, Followed> parts;
  for (;;) {
    Archive order;
    tell(order.bytes());
    const auto call = order.take<Call>();
    const int number = order.take<int>();
    if (call == Call::end) {
      return;
    }
    if (call == Call::help) {
      help();
    } else if (call == Call::make) {
      const Plan plan = take_plan(order);
      try {
        parts[number].part = make_part(plan);
      } catch (const InputError&) {
        continue; // rank 0 says so
      }
    } else if (call == Call::drop) {
      parts.erase(number);
    } else {
      carry_out(parts.at(number), call, order, told);
    }
  }
}

void dismiss() {
  if (leads() && ranks().size() > 1) {
    give(Call::end, 0);
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
