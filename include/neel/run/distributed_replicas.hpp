// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Systems that are spread over ranks, each of which has some of them as a simulation by itself. Every rank sees what is measured of
// all; configurations, and what checkpoints have of them, rank 0 alone.

#include <neel/run/archive.hpp>
#include <neel/run/forwarding.hpp>

#include <algorithm>

namespace neel::run {

class DistributedReplicas final : public Forwarding, public Energies, public BestStates {
public:
  /// This rank has systems [first, first + part->systems()) of `all`; ranks follow one another.
  DistributedReplicas(std::unique_ptr<Simulation> part, int first, int all, Communicator& ranks)
      : Forwarding(std::move(part)), ranks_(&ranks), first_(first), all_(all) {
    shape_.systems = all;
    shape_.configurations = inner_->configurations() / own() * all;
    shape_.capacity = static_cast<int>(ranks.least(inner_->capacity()));
    get<Start>(*inner_).be_part(first, all);
  }

  /// What a part can do is not what all can.
  Simulation* inner() override { return nullptr; }

  void collect(const std::function<void(int, std::span<const double>)>& receive) override {
    Archive mine;
    inner_->collect([&](int system, std::span<const double> raw) {
      mine.put(first_ + system);
      mine.put(raw);
    });
    std::vector<std::vector<std::pair<int, std::vector<double>>>> of(static_cast<std::size_t>(all_));
    std::size_t most = 0;
    for_each_rank(mine, [&](Archive& p) {
      while (!p.empty()) {
        const int system = p.take<int>();
        auto& all = of[static_cast<std::size_t>(system)];
        all.emplace_back(system, p.take<std::vector<double>>());
        most = std::max(most, all.size());
      }
    });
    for (std::size_t k = 0; k < most; ++k) { // oldest first
      for (const auto& all : of) {
        receive(all[k].first, all[k].second);
      }
    }
  }

  std::uint64_t hash() override {
    auto sum = static_cast<std::int64_t>(inner_->hash());
    ranks_->add(std::span<std::int64_t>(&sum, 1));
    return static_cast<std::uint64_t>(sum);
  }
  Configuration configuration_of(int system, const SiteRange& range) override {
    Configuration c;
    of_owner(
        system, [&](int own, Archive& p) { p.put(inner_->configuration_of(own, range)); },
        [&](Archive& p) { c = p.take<Configuration>(); });
    return c;
  }
  std::vector<float> local_energy(int system, const SiteRange& range) override {
    std::vector<float> all;
    of_owner(
        system, [&](int own, Archive& p) { p.put(inner_->local_energy(own, range)); },
        [&](Archive& p) { all = p.take<std::vector<float>>(); });
    return all;
  }
  /// Of configurations (row, system), which replicas are rows of.
  std::vector<double> energies() override {
    std::vector<double> all(static_cast<std::size_t>(configurations()));
    const std::vector<double> own_energies = get<Energies>(*inner_).energies();
    for (std::size_t c = 0; c < own_energies.size(); ++c) {
      all[static_cast<std::size_t>(among_all(static_cast<int>(c)))] = own_energies[c];
    }
    ranks_->add(std::span<double>(all)); // zero but on one rank: exact
    return all;
  }

  /// On rank 0. What is of all systems together must be the same on all ranks, which is not asked.
  std::vector<Array> save() override {
    std::vector<Array> all = completed(inner_->save());
    Archive mine;
    mine.put(all);
    std::vector<std::vector<Array>> parts;
    on_first(mine, [&](Archive& p) { parts.push_back(p.take<std::vector<Array>>()); });
    for (std::size_t a = 0; !parts.empty() && a < all.size(); ++a) {
      join(all[a], parts, a);
    }
    return all;
  }
  void load(std::vector<Array>& arrays) override {
    std::for_each(arrays.begin(), arrays.end(), complete);
    const std::vector<Array> present = inner_->save();
    const std::vector<Part> parts = gathered(*ranks_, Part{first_, own()});
    for (Array& a : arrays) {
      const auto named = [&](const Array& p) { return p.name == a.name; };
      auto like = std::find_if(present.begin(), present.end(), named);
      if (like == present.end()) { // what a run does not begin with is of the shape of something that it does
        like = std::find_if(present.begin(), present.end(), [&](const Array& p) { return is_whole_of(a, p); });
      }
      if (like != present.end()) {
        take_part(a, *like, parts);
      }
    }
    inner_->load(arrays);
  }

  void make_room(int /*samples*/) override { get<BestStates>(*inner_).make_room(own()); }
  void keep(Pairs pairs) override {
    std::vector<std::pair<int, int>> here;
    for (const auto& [configuration, sample] : pairs) {
      if (has(sample)) {
        here.emplace_back(configuration / all_ * own() + configuration % all_ - first_, sample - first_);
      }
    }
    get<BestStates>(*inner_).keep(here);
  }
  void kept(const std::function<void(int, const Configuration&)>& receive) override {
    Archive mine;
    get<BestStates>(*inner_).kept([&](int sample, const Configuration& c) {
      mine.put(first_ + sample);
      mine.put(c);
    });
    on_first(mine, [&](Archive& p) {
      while (!p.empty()) {
        const int sample = p.take<int>();
        receive(sample, p.take<Configuration>());
      }
    });
  }

  /// Numbers of systems, one after another; the parts have no text.
  FinalReport ending() override {
    FinalReport all = inner_->ending();
    for (FinalReport::Numbers& n : all.numbers) {
      for (std::int64_t& value : n.values) {
        value += n.name == n.axis ? first_ : 0; // they are counted themselves
      }
      Archive mine;
      mine.put(n.values);
      n.values.clear();
      for_each_rank(mine, [&](Archive& p) {
        const auto theirs = p.take<std::vector<std::int64_t>>();
        n.values.insert(n.values.end(), theirs.begin(), theirs.end());
      });
    }
    return all;
  }

  std::string check() override {
    const std::string trouble = inner_->check();
    Archive mine;
    mine.put(trouble);
    std::string first;
    int rank = 0;
    for_each_rank(mine, [&](Archive& p) {
      const auto theirs = p.take<std::string>();
      if (first.empty() && !theirs.empty()) {
        first = "among the systems of rank " + std::to_string(rank) + ", counted from 0, " + theirs;
      }
      ++rank;
    });
    return first;
  }

private:
  int own() const { return inner_->systems(); }
  bool has(int system) const { return first_ <= system && system < first_ + own(); }
  int among_all(int configuration) const { return configuration / own() * all_ + first_ + configuration % own(); }

  template <class Receive>
  void for_each_rank(Archive& mine, const Receive& receive) const {
    ranks_->gather(mine.bytes(), unpacked(receive));
  }
  template <class Receive>
  void on_first(Archive& mine, const Receive& receive) const {
    ranks_->gather_at_first(mine.bytes(), unpacked(receive));
  }
  template <class Receive>
  static auto unpacked(const Receive& receive) {
    return [&receive](int /*rank*/, std::span<const std::byte> piece) {
      Archive p({piece.begin(), piece.end()});
      receive(p);
    };
  }
  template <class Give, class Take>
  void of_owner(int system, const Give& give, const Take& take) const {
    Archive mine;
    if (has(system)) {
      give(system - first_, mine);
    }
    on_first(mine, [&](Archive& p) {
      if (!p.empty()) {
        take(p);
      }
    });
  }

  /// Bytes of a system's worth of a row, of all that lies behind the axis; and rows before it, replicas included.
  struct Rows {
    std::size_t count, bytes;
    explicit Rows(const Array& a) : count(static_cast<std::size_t>(a.systems.rows)), bytes(0) {
      for (int d = 0; d < a.systems.axis; ++d) {
        count *= a.sizes[static_cast<std::size_t>(d)];
      }
      bytes = count == 0 ? 0 : a.bytes.size() / count;
    }
  };

  /// Makes array `a` of the parts' lists one of all systems.
  static void join(Array& all, const std::vector<std::vector<Array>>& parts, std::size_t a) {
    if (all.systems.axis < 0) {
      return;
    }
    auto& length = all.sizes[static_cast<std::size_t>(all.systems.axis)];
    length = 0;
    all.bytes.clear();
    for (const auto& part : parts) {
      length += part[a].sizes[static_cast<std::size_t>(all.systems.axis)];
    }
    const std::size_t rows = Rows(parts.front()[a]).count;
    for (std::size_t r = 0; r < rows; ++r) {
      for (const auto& part : parts) {
        const std::size_t bytes = Rows(part[a]).bytes;
        const auto from = part[a].bytes.begin() + static_cast<std::ptrdiff_t>(r * bytes);
        all.bytes.insert(all.bytes.end(), from, from + static_cast<std::ptrdiff_t>(bytes));
      }
    }
  }

  /// Is an array of all systems what `part` is a part of?
  bool is_whole_of(const Array& all, const Array& part) const {
    const auto axis = static_cast<std::size_t>(part.systems.axis);
    if (part.systems.axis < 0 || all.number != part.number || all.sizes.size() != part.sizes.size()) {
      return false;
    }
    std::vector<std::uint64_t> sizes = all.sizes;
    sizes[axis] = part.sizes[axis];
    return sizes == part.sizes &&
           all.sizes[axis] * static_cast<std::size_t>(own()) == part.sizes[axis] * static_cast<std::size_t>(all_);
  }

  struct Part {
    int first, count;
  };
  /// Leaves on each rank its part of an array that is otherwise like `like`, of which the first rank alone need have the bytes. Throws
  /// std::invalid_argument, on all ranks, if it does not fit.
  void take_part(Array& all, const Array& like, const std::vector<Part>& parts) const {
    if (!is_whole_of(all, like)) {
      if (like.systems.axis >= 0) {
        throw std::invalid_argument("the array " + all.name + " is not of so many systems");
      }
      return;
    }
    all.systems = like.systems;
    const Rows there(all);
    const auto at = [&](std::size_t r, int system) {
      return all.bytes.begin() +
             static_cast<std::ptrdiff_t>(r * there.bytes + there.bytes * static_cast<std::size_t>(system) /
                                                               static_cast<std::size_t>(all_));
    };
    all.bytes = ranks_->from_first([&](int rank) {
      const auto [first, count] = parts[static_cast<std::size_t>(rank)];
      std::vector<std::byte> bytes;
      for (std::size_t r = 0; r < there.count; ++r) {
        bytes.insert(bytes.end(), at(r, first), at(r, first + count));
      }
      return bytes;
    });
    all.fetch = nullptr;
    all.sizes = like.sizes;
  }

  Communicator* ranks_;
  int first_, all_;
};

} // namespace neel::run
