// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Population annealing (Hukushima and Iba, AIP Conf. Proc. 690, 200 (2003); Machta, Phys. Rev. E 82, 026704 (2010)): a population
// of configurations is at one temperature. Before the next one, each configuration is replaced by so many copies, tau on average,
// tau = exp((1/T - 1/T') E) / Q with Q the mean of these factors over the population: Q estimates Z(T') / Z(T).

#include <neel/core/math.hpp>
#include <neel/random/philox.hpp>
#include <neel/run/forwarding.hpp>

#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

namespace neel::simulation {

struct PopulationOptions {
  int members = 2;      ///< of each population
  int blocks = 1;       ///< of families, from which errors are made
  bool uniform = false; ///< the start is a sample of 1/T = 0
  Seed seed = 1;
};

/// Around a simulation whose systems are (member, system), and whose configurations are (member, replica, system), system fastest. Each
/// replica of each system is a population by itself. To the outside, systems are (system, block of families): what is handed over
/// of them are pseudo-values, whose mean is that of the population and whose scatter tells its error.
class PopulationAnnealing final : public run::Forwarding, public run::Places {
public:
  /// Behind the moments of the simulation: log Z(T)/Z(start) per site, rho_t, rho_f, family entropy, number of families.
  static constexpr std::size_t own_moments = 5;

  PopulationAnnealing(std::unique_ptr<run::Simulation> members, const PopulationOptions& options)
      : Forwarding(std::move(members)), options_(options), energies_(run::get<run::Energies>(*inner_)),
        resampling_(run::get<run::Resampling>(*inner_)), systems_(inner_->systems() / options.members),
        populations_(inner_->configurations() / options.members), family_(count(inner_->configurations())),
        log_z_(count(populations_), 0.0), deviation_(family_.size(), 0.0) {
    shape_.systems = systems_ * options_.blocks;
    shape_.moments += own_moments;
    for (std::size_t c = 0; c < family_.size(); ++c) {
      family_[c] = static_cast<int>(c) / populations_;
    }
    if (options.uniform) {
      inverse_ = 0;
    }
    clear_sums();
  }

  /// A member for each block.
  int system_at(int place) const override { return place % options_.blocks * systems_ + place / options_.blocks; }

  void apply_conditions(double temperature, double field) override {
    inner_->apply_conditions(temperature, field);
    next_ = 1 / temperature;
    inverse_ = inverse_.value_or(next_);
  }
  void advance(std::uint64_t number, run::Sweep kind) override {
    resample(number);
    inner_->advance(number, kind);
  }

  /// All systems of a measurement come before the next one.
  void collect(const std::function<void(int, std::span<const double>)>& receive) override {
    inner_->collect([&](int inside, std::span<const double> raw) {
      const int system = inside % systems_;
      const std::size_t at = row(system, block_of(inside / systems_, system)) * inner_->moments();
      for (std::size_t k = 0; k < raw.size(); ++k) {
        sums_[at + k] += raw[k];
      }
      if (inside + 1 == inner_->systems()) {
        hand_over(receive);
        clear_sums();
      }
    });
  }

  std::vector<run::Array> save() override {
    std::vector<run::Array> all = inner_->save();
    std::vector<std::uint64_t> numbers{bits(inverse_.value_or(next_))};
    for (const std::vector<double>* list : {&log_z_, &deviation_}) {
      for (const double value : *list) {
        numbers.push_back(bits(value));
      }
    }
    numbers.insert(numbers.end(), family_.begin(), family_.end());
    all.push_back(run::to_array("population", numbers));
    return all;
  }
  void load(std::vector<run::Array>& arrays) override {
    const std::vector<std::uint64_t> numbers =
        run::numbers_from_array(arrays, "population", {1 + log_z_.size() + 2 * family_.size()});
    auto from = numbers.begin();
    inverse_ = number(*from++);
    bool sound = std::isfinite(*inverse_) && *inverse_ >= 0;
    for (std::vector<double>* list : {&log_z_, &deviation_}) {
      for (double& value : *list) {
        value = number(*from++);
        sound = sound && std::isfinite(value);
      }
    }
    for (int& family : family_) {
      sound = sound && *from < count(options_.members);
      family = sound ? static_cast<int>(*from) : 0;
      ++from;
    }
    if (!sound) {
      throw std::invalid_argument("its families are damaged");
    }
    inner_->load(arrays);
  }

private:
  static std::size_t count(int n) { return static_cast<std::size_t>(n); }
  static std::uint64_t bits(double value) {
    std::uint64_t all = 0;
    std::memcpy(&all, &value, sizeof all);
    return all;
  }
  static double number(std::uint64_t all) {
    double value = 0;
    std::memcpy(&value, &all, sizeof value);
    return value;
  }
  double members() const { return options_.members; }
  std::size_t at(int member, int population) const { return count(member * populations_ + population); }
  std::size_t row(int system, int block) const { return count(system * options_.blocks + block); }
  /// Families of consecutive numbers; of several replicas, there is one block.
  int block_of_family(int family) const {
    return static_cast<int>(std::int64_t{family} * options_.blocks / options_.members);
  }
  int block_of(int member, int population) const { return block_of_family(family_[at(member, population)]); }

  /// Before the first sweep at another temperature.
  void resample(std::uint64_t sweep) {
    if (next_ == *inverse_) {
      return;
    }
    const std::vector<double> energies = energies_.energies();
    std::vector<std::pair<int, int>> pairs;
    for (int p = 0; p < populations_; ++p) {
      const random::Draw draw =
          random::Stream(options_.seed, random::Purpose::swap, static_cast<std::uint32_t>(p), sweep)(0);
      const double u = static_cast<double>((std::uint64_t{draw.a} << 32 | draw.b) >> 11) * 0x1p-53;
      copy_members(p, copies(p, energies, u), pairs);
    }
    resampling_.copy(pairs);
    inverse_ = next_;
  }

  /// How many copies of each member there are to be: systematic resampling, with one random number u for all.
  std::vector<int> copies(int population, const std::vector<double>& energies, double u) {
    const double step = *inverse_ - next_;
    double highest = -std::numeric_limits<double>::infinity(), sum = 0;
    for (int m = 0; m < options_.members; ++m) {
      highest = std::max(highest, step * energies[at(m, population)]);
    }
    std::vector<double> weight;
    for (int m = 0; m < options_.members; ++m) {
      weight.push_back(math::exp_clamped(step * energies[at(m, population)] - highest));
      sum += weight.back();
    }
    log_z_[count(population)] += highest + math::log(sum / members());
    std::vector<int> all;
    double passed = 0;
    for (int m = 0, before = 0; m < options_.members; ++m) {
      const double tau = weight[count(m)] / sum * members();
      deviation_[at(family_[at(m, population)], population)] += (tau - 1) / members();
      passed += tau;
      const int after = m + 1 == options_.members ? m + 1 : std::min(options_.members, static_cast<int>(passed + u));
      all.push_back(after - before);
      before = after;
    }
    return all;
  }

  /// Members without a copy get those that others have too many.
  void copy_members(int population, std::vector<int> copies, std::vector<std::pair<int, int>>& pairs) {
    for (int from = 0, to = 0; from < options_.members; ++from) {
      for (; copies[count(from)] > 1; --copies[count(from)], ++to) {
        while (copies[count(to)] > 0) {
          ++to;
        }
        family_[at(to, population)] = family_[at(from, population)];
        pairs.emplace_back(static_cast<int>(at(from, population)), static_cast<int>(at(to, population)));
      }
    }
  }

  void clear_sums() { sums_.assign(count(systems()) * inner_->moments(), 0.0); }

  /// The pseudo-value of block b is m + B/R (sum of the members in b of (x - m)), m the mean of all.
  void hand_over(const std::function<void(int, std::span<const double>)>& receive) const {
    const std::size_t width = inner_->moments();
    const double scale = options_.blocks / members();
    std::vector<double> mean(width), raw;
    for (int s = 0; s < systems_; ++s) {
      std::vector<double> size(count(options_.blocks), 0.0);
      std::fill(mean.begin(), mean.end(), 0.0);
      for (int m = 0; m < options_.members; ++m) {
        size[count(block_of(m, s))] += 1;
      }
      for (std::size_t k = 0; k < width; ++k) {
        for (int b = 0; b < options_.blocks; ++b) {
          mean[k] += sums_[row(s, b) * width + k] / members();
        }
      }
      const Families families = families_of(s);
      for (int b = 0; b < options_.blocks; ++b) {
        raw.clear();
        for (std::size_t k = 0; k < width; ++k) {
          raw.push_back(mean[k] + scale * (sums_[row(s, b) * width + k] - size[count(b)] * mean[k]));
        }
        const double log_z = families.log_z + options_.blocks * families.deviation[count(b)];
        raw.insert(raw.end(), {log_z / static_cast<double>(sites()), families.rho_t, families.rho_f, families.entropy,
                               families.number});
        receive(static_cast<int>(row(s, b)), raw);
      }
    }
  }

  /// Averages over the replicas of a system. With n_i members in family i of R: rho_t = sum n_i^2 / R, entropy - sum n_i/R log n_i/R;
  /// d_i being its part in log Z: rho_f = R sum d_i^2, R times the variance of log Z.
  struct Families {
    double log_z = 0, rho_t = 0, rho_f = 0, entropy = 0, number = 0;
    std::vector<double> deviation; ///< of log Z, by block
  };
  Families families_of(int system) const {
    Families f;
    f.deviation.resize(count(options_.blocks), 0.0);
    const double replicas = populations_ / systems_;
    for (int p = system; p < populations_; p += systems_) {
      std::vector<int> size(count(options_.members), 0);
      for (int m = 0; m < options_.members; ++m) {
        ++size[count(family_[at(m, p)])];
      }
      f.log_z += log_z_[count(p)] / replicas;
      for (int i = 0; i < options_.members; ++i) {
        const double part = size[count(i)] / members(), d = deviation_[at(i, p)];
        f.rho_t += members() * part * part / replicas;
        f.rho_f += members() * d * d / replicas;
        f.entropy -= part > 0 ? part * math::log(part) / replicas : 0;
        f.number += part > 0 ? 1 / replicas : 0;
        f.deviation[count(block_of_family(i))] += d / replicas;
      }
    }
    return f;
  }

  PopulationOptions options_;
  run::Energies& energies_;
  run::Resampling& resampling_;
  int systems_, populations_;
  std::optional<double> inverse_; ///< 1/T of the populations; none before the first temperature
  double next_ = 0;               ///< that conditions ask for
  std::vector<int> family_;       ///< (member, population): the member that it descends from
  std::vector<double> log_z_;     ///< of each population
  std::vector<double> deviation_; ///< (family, population): what it adds to log Z, beyond the mean
  std::vector<double> sums_;      ///< (system, block, moment), of the measurement that is handed over
};

} // namespace neel::simulation
