// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A simulation that measures structure factors, too.

#include <neel/core/copy.hpp>
#include <neel/run/forwarding.hpp>
#include <neel/run/spectra.hpp>
#include <neel/structure/correlations.hpp>
#include <neel/structure/sums.hpp>

#include <bit>

namespace neel::structure {

struct Options {
  Layout layout;
  std::vector<std::array<double, 3>> positions{{0, 0, 0}}; ///< of basis sites, in units of the cell's vectors
  std::int64_t every = 1;                                  ///< measurements
  int systems = 1;                                         ///< of a point
  std::vector<bool> disordered{false};                     ///< for each group of systems
  /// Fewest blocks of measurements; at most twice as many, and then neighbours join (as statistics::Bins has it).
  std::size_t blocks() const {
    const std::size_t each = static_cast<std::size_t>(systems) / disordered.size();
    return std::max<std::size_t>((fewest_blocks + each - 1) / each, layout.correlations ? 4 : 1);
  }
  /// Bytes on the host.
  double bytes(double slots) const {
    return slots * static_cast<double>(layout.numbers()) * sizeof(double) * (2 * static_cast<double>(blocks()) + 1);
  }
};

template <ExecutionSpace Exec>
class Structured final : public run::Forwarding, public run::Spectra {
public:
  Structured(std::unique_ptr<run::Simulation> inner, const Options& options, Product<Exec> product)
      : Forwarding(std::move(inner)), options_(options), places_(run::find<run::Places>(*inner_)),
        fields_(run::find<run::Fields>(*inner_)), sums_(options.layout, options.positions, inner_->systems(), product) {
  }

  void advance(std::uint64_t number, run::Sweep kind) override {
    inner_->advance(number, kind);
    if (kind == run::Sweep::measured && measured_++ % options_.every == 0) {
      sums_.add([&](int slot, double* to) {
        const int system = run::system_at(places_, slot);
        if (fields_ != nullptr) {
          fields_->fields(system, to);
        } else {
          copy_fields(inner_->configuration(system), to);
        }
      });
      if (++open_ == length_) {
        close();
      }
    }
  }
  void wait() override {
    inner_->wait();
    Exec().fence("neel::structure::wait");
  }

  const std::vector<std::vector<run::Spectrum>>& finished() const override { return finished_; }
  std::vector<std::string> products() const override;
  void finish_point() override;

  std::vector<run::Array> save() override;
  void load(std::vector<run::Array>& arrays) override;

private:
  static constexpr const char* name = "structure";

  std::size_t slots() const { return static_cast<std::size_t>(inner_->systems()); }
  void clear() {
    blocks_.clear();
    length_ = 1;
    open_ = measured_ = 0;
    sums_.clear();
  }

  /// From (cell, basis site, component) to (component, basis site, cell).
  void copy_fields(const run::Configuration& c, double* to) const {
    if (options_.layout.field.overlaps) {
      copy_overlaps(c, to);
      return;
    }
    const Kokkos::View<double*, Kokkos::HostSpace> host("neel::structure::host_fields", c.values.size());
    run::to_field_order(c.values, c.components, options_.layout.basis(), host.data());
    copy_there(host, to);
  }
  /// Of all pairs, (pair, site): from those of the first with each other one.
  void copy_overlaps(const run::Configuration& c, double* to) const {
    const std::size_t sites = c.values.size(), others = c.overlaps.size() / sites;
    const Kokkos::View<double*, Kokkos::HostSpace> host("neel::structure::host_fields",
                                                        sites * others * (others + 1) / 2);
    std::size_t at = 0;
    for (std::size_t a = 0; a <= others; ++a) {
      for (std::size_t b = a + 1; b <= others; ++b) {
        for (std::size_t site = 0; site < sites; ++site) {
          const float* const with_first = &c.overlaps[others * site];
          host(at++) = (a == 0 ? 1.0F : with_first[a - 1]) * with_first[b - 1];
        }
      }
    }
    copy_there(host, to);
  }
  static void copy_there(const Kokkos::View<double*, Kokkos::HostSpace>& host, double* to) {
    copy_numbers(
        Kokkos::View<double*, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(to, host.size()),
        host);
  }

  void close() {
    blocks_.push_back({sums_.read(), open_});
    open_ = 0;
    sums_.clear();
    if (blocks_.size() == 2 * options_.blocks()) {
      for (std::size_t b = 0; b < options_.blocks(); ++b) {
        Block joined = std::move(blocks_[2 * b]);
        add(blocks_[2 * b + 1], joined);
        blocks_[b] = std::move(joined);
      }
      blocks_.resize(options_.blocks());
      length_ *= 2;
    }
  }
  /// Throws std::invalid_argument where close() cannot have come to these blocks.
  void check_counts() const {
    std::int64_t all = open_;
    bool alike = length_ > 0 && std::has_single_bit(static_cast<std::uint64_t>(length_)) && open_ < length_ &&
                 blocks_.size() < 2 * options_.blocks() && (length_ == 1 || blocks_.size() >= options_.blocks());
    for (const Block& b : blocks_) {
      alike = alike && b.measurements == length_;
      all += b.measurements;
    }
    if (!alike || all != measured_ / options_.every + (measured_ % options_.every > 0 ? 1 : 0)) {
      throw std::invalid_argument("the array structure has counts that no run comes to");
    }
  }
  static void add(const Block& more, Block& to) {
    std::transform(more.sums.begin(), more.sums.end(), to.sums.begin(), to.sums.begin(), std::plus<>());
    to.measurements += more.measurements;
  }

  Options options_;
  const run::Places* places_;
  run::Fields* fields_; ///< null: configurations have them
  Sums<Exec> sums_;
  std::int64_t measured_ = 0;          ///< measurements of the point, with and without structure factors
  std::int64_t open_ = 0, length_ = 1; ///< measurements in sums_, and in a block
  std::vector<Block> blocks_;          ///< of the point
  std::vector<std::vector<run::Spectrum>> finished_;
};

template <ExecutionSpace Exec>
std::vector<std::string> Structured<Exec>::products() const {
  const auto n = options_.layout.components();
  if (!options_.layout.tensor) {
    return {""};
  }
  const auto letter = [&](std::size_t a) { return n <= 3 ? std::string(1, "xyz"[a]) : std::to_string(a + 1); };
  std::vector<std::string> names;
  for (std::size_t a = 0; a < n; ++a) {
    names.push_back(letter(a) + letter(a));
  }
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      names.push_back(letter(a) + letter(b));
      names.push_back(letter(a) + letter(b) + "_imag");
    }
  }
  return names;
}

template <ExecutionSpace Exec>
void Structured<Exec>::finish_point() {
  const Layout& layout = options_.layout;
  if (open_ > 0) {
    Block rest{sums_.read(), open_};
    if (blocks_.empty()) {
      blocks_.push_back(std::move(rest));
    } else {
      add(rest, blocks_.back());
    }
  }
  const std::size_t groups = options_.disordered.size(), systems = static_cast<std::size_t>(options_.systems);
  for (std::size_t first = 0; first < slots(); first += systems) {
    finished_.emplace_back(groups);
    for (std::size_t g = 0; g < groups; ++g) {
      const Group group{blocks_, first + g * (systems / groups), systems / groups, options_.disordered[g]};
      average_waves(group, layout.numbers(), layout.of_waves(), finished_.back()[g]);
      if (layout.correlations) {
        Correlations(layout, group)(finished_.back()[g]);
      }
    }
  }
  clear();
}

/// All that there is as numbers: counts, the blocks, the sums, the points that are done.
template <ExecutionSpace Exec>
std::vector<run::Array> Structured<Exec>::save() {
  std::vector<std::uint64_t> n;
  const auto whole = [&](auto count) { n.push_back(static_cast<std::uint64_t>(count)); };
  const auto real = [&](const std::vector<double>& values) {
    whole(values.size());
    for (const double v : values) {
      n.push_back(std::bit_cast<std::uint64_t>(v));
    }
  };
  whole(measured_);
  whole(open_);
  whole(length_);
  whole(blocks_.size());
  for (const Block& b : blocks_) {
    whole(b.measurements);
    real(b.sums);
  }
  real(sums_.read());
  whole(finished_.size());
  for (const auto& point : finished_) {
    for (const run::Spectrum& s : point) {
      for (const auto* part : run::parts(s)) {
        real(*part);
      }
    }
  }
  std::vector<run::Array> all = inner_->save();
  all.push_back(run::to_array(name, n));
  return all;
}

template <ExecutionSpace Exec>
void Structured<Exec>::load(std::vector<run::Array>& arrays) {
  const auto found = std::find_if(arrays.begin(), arrays.end(), [](const run::Array& a) { return a.name == name; });
  const auto shape = found == arrays.end() ? std::vector<std::uint64_t>{} : found->sizes;
  const std::vector<std::uint64_t> n = run::numbers_from_array(arrays, name, shape);
  std::size_t at = 0;
  const auto whole = [&](std::uint64_t most = std::uint64_t{1} << 62) {
    if (at >= n.size() || n[at] > most) {
      throw std::invalid_argument("the array structure does not fit");
    }
    return static_cast<std::int64_t>(n[at++]);
  };
  const auto real = [&](std::size_t expected, bool or_none = false) {
    const auto count = static_cast<std::size_t>(whole());
    if ((count != expected && !(or_none && count == 0)) || count > n.size() - at) {
      throw std::invalid_argument("the array structure has another shape than this lattice");
    }
    std::vector<double> v(count);
    for (double& x : v) {
      x = std::bit_cast<double>(n[at++]);
    }
    return v;
  };
  const auto finite = [](std::vector<double> v) {
    if (!std::all_of(v.begin(), v.end(), [](double x) { return std::isfinite(x); })) {
      throw std::invalid_argument("the array structure has sums that are not finite");
    }
    return v;
  };
  const std::size_t numbers = slots() * options_.layout.numbers();
  measured_ = whole();
  open_ = whole();
  length_ = whole();
  blocks_.resize(static_cast<std::size_t>(whole(2 * options_.blocks())));
  for (Block& b : blocks_) {
    b.measurements = whole();
    b.sums = finite(real(numbers));
  }
  sums_.write(finite(real(numbers)));
  check_counts();
  finished_.resize(static_cast<std::size_t>(whole(n.size())));
  const std::size_t pairs = options_.layout.cells() * options_.layout.basis() * options_.layout.basis();
  for (auto& point : finished_) {
    point.resize(options_.disordered.size());
    for (run::Spectrum& s : point) {
      const auto parts = run::parts(s);
      for (std::size_t k = 0; k < parts.size(); ++k) {
        *parts[k] = real(k < 2 ? options_.layout.of_waves() : pairs, k >= 2);
      }
    }
  }
  inner_->load(arrays);
}

} // namespace neel::structure
