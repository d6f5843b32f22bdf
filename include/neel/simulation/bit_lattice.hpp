// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Ising spins as bits of one system. What is not a matter of speed is done by the same spins as bytes (half_lattices.hpp): both are the
// same configuration, of which one is made from the other when it is needed.

#include <neel/models/ising.hpp>
#include <neel/simulation/half_lattices.hpp>
#include <neel/update/bit_sweeps.hpp>

namespace neel::simulation {

/// Words from bytes, or bytes from words. Rows are whole words, so both have one order.
template <ExecutionSpace Exec, bool Pack>
struct ConvertSpins {
  std::uint32_t* words;
  std::uint8_t* bytes;

  KOKKOS_FUNCTION void operator()(std::int64_t w) const {
    constexpr int bits = lattice::BitRows::bits;
    std::uint32_t word = Pack ? 0 : words[w];
    for (int b = 0; b < bits; ++b) {
      std::uint8_t& spin = bytes[bits * w + b];
      if constexpr (Pack) {
        word |= (models::UpDown{spin}.value() > 0 ? 1U : 0U) << b;
      } else {
        spin = models::UpDown::of((word >> b & 1U) != 0 ? 1 : -1).code;
      }
    }
    if constexpr (Pack) {
      words[w] = word;
    }
  }
};

template <ExecutionSpace Exec>
class BitLattice {
public:
  using Bytes = HalfLattices<models::Ising, Exec>;
  using Space = Exec;
  using Conditions = models::Conditions;
  using HostSums = typename Bytes::HostSums;
  using Sums = typename Bytes::Sums;

  BitLattice(const HalfLatticeOptions& o, const models::Ising& physics)
      : options_(o), coupling_(physics.coupling), bytes_(with_one_slot(o), physics),
        state_(bytes_.state().geometry, o.systems, physics.coupling < 0),
        sweeps_(update::BitSweeps<Exec>(exec_, state_, o.moves, o.seed), o.strategy),
        sums_("neel::simulation::sums", static_cast<std::size_t>(o.held), 1, static_cast<std::size_t>(o.systems), 2,
              models::Ising::terms) {
    if (o.ranks->size() > 1) {
      halo_.emplace(lattice::BitRows::of_words(bytes_.geometry()), lattice::BitRows::of_words(state_.geometry),
                    o.systems, *o.ranks);
    }
  }

  const Exec& exec() const { return exec_; }
  int systems() const { return options_.systems; }
  std::int64_t sites() const { return bytes_.sites(); }
  run::Communicator& ranks() const { return *options_.ranks; }
  std::string place_name(int system, std::uint64_t site) const { return bytes_.place_name(system, site); }

  template <class Start>
  void place(const std::string& name, const Start& start) const {
    bytes().place(name, start);
    pack();
  }

  void set_conditions(const std::vector<Conditions>& all) const {
    std::vector<models::OutcomeDigits> digits;
    for (const Conditions& at : all) {
      for (const models::Move m : {models::Move::metropolis, models::Move::heat_bath}) {
        digits.push_back(
            models::IsingBits<2>::outcome(m, double{std::abs(coupling_)} * double{at.inverse_temperature}));
      }
    }
    finish();
    copy_in(exec_, state_.outcomes, digits);
    bytes_.set_conditions(all);
  }
  static double adapting() { return 0; }

  void sweep(std::uint64_t number, std::int64_t* fixed, std::int64_t* adapting) const {
    as_bytes_ = false;
    if (halo_) {
      sweep_slab({number, 1, fixed, adapting});
    } else if (!options_.moves.empty()) {
      sweeps_.sweep(number, fixed, adapting);
    }
  }
  void sweep_and_measure(std::uint64_t number, std::int64_t* accepted, int slot) const {
    as_bytes_ = false;
    if (halo_) {
      sweep(number, accepted, accepted);
      measure(slot);
    } else {
      sweeps_.sweep_and_measure(number, accepted, sums_of(slot));
    }
  }
  void finish() const { sweeps_.finish(); }
  void wait() const {
    finish();
    exec_.fence("neel::simulation::wait");
  }

  void measure(int slot) const {
    finish();
    update::launch_bit_sums(exec_, state_, sums_of(slot));
  }
  HostSums host_sums() const {
    finish();
    return of_all_ranks(sums_, ranks());
  }
  Sums sums(const HostSums& all, int slot, int system) const {
    return {all, formats_, static_cast<std::size_t>(slot), static_cast<std::size_t>(system)};
  }
  void clear() const { set_zero(exec_, sums_); }

  std::uint64_t hash() const { return bytes().hash(); }
  void be_part(int first, int all) { bytes_.be_part(first, all); }
  std::int64_t first_invalid() const { return bytes().first_invalid(); }
  double energy() const { return bytes().energy(); }
  static double energy_weight(double temperature) { return Bytes::energy_weight(temperature); }

  run::Array save() const { return run::along(in_pieces("bits", settled().words, cut(), ranks()), {2}); }
  void load(std::vector<run::Array>& arrays) const {
    from_pieces(arrays, "bits", settled().words, cut(), ranks());
    as_bytes_ = false;
    if (halo_) {
      halo_->fill(exec_, state_.words);
    }
  }
  run::Configuration configuration(int system, const run::SiteRange& range) const {
    return bytes().configuration(system, range);
  }
  void set_configuration(int system, const run::Configuration& c) const {
    bytes().set_configuration(system, c);
    pack();
  }
  std::vector<float> local_energy(int system, const run::SiteRange& range) const {
    return bytes().local_energy(system, range);
  }
  void fields(int system, double* to) const { bytes().fields(system, to); }

  void make_room(int samples) { bytes_.make_room(samples); }
  void keep(std::span<const std::pair<int, int>> pairs) const { bytes().keep(pairs); }
  void copy(std::span<const std::pair<int, int>> pairs) const {
    for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
      copy_systems(exec_, runs_of(settled().words.half(c)), runs_of(state_.words.half(c)), pairs);
    }
    as_bytes_ = false;
  }
  run::Configuration kept(int sample) const { return bytes_.kept(sample); }
  run::Array save_kept() const { return bytes_.save_kept(); }
  void load_kept(std::vector<run::Array>& arrays) const { bytes_.load_kept(arrays); }

private:
  static HalfLatticeOptions with_one_slot(HalfLatticeOptions o) {
    o.held = 1;
    return o;
  }
  std::int64_t* sums_of(int slot) const { return sums_.data() + slot * static_cast<std::int64_t>(sums_.stride(0)); }
  const models::BitState<Exec>& settled() const {
    finish();
    return state_;
  }
  Cut cut() const { return Cut::of(bytes_.geometry().tall(), state_.geometry); }

  template <bool Pack>
  void convert() const {
    for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
      const auto& words = state_.words.half(c);
      Kokkos::parallel_for(
          "neel::simulation::convert_spins",
          Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec_, 0, static_cast<std::int64_t>(words.size())),
          ConvertSpins<Exec, Pack>{words.data(), bytes_.state().sites.half(c).data()});
    }
  }
  /// The spins as bytes; who changes them calls pack().
  const Bytes& bytes() const {
    if (!as_bytes_) {
      finish();
      convert<false>();
      as_bytes_ = true;
    }
    return bytes_;
  }
  void pack() const { convert<true>(); }

  /// A sweep of a slab.
  void sweep_slab(const update::SweepBatch& one) const {
    using lattice::Planes;
    const int own = state_.geometry.own_z();
    update::with_rows_of(state_, [&]<int Axes, bool Aligned>() {
      for (std::uint32_t k = 0; k < options_.moves.size(); ++k) {
        update::with_move<models::IsingBits<Axes>>(options_.moves[k], [&]<models::Move M>() {
          for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
            const auto move_half = [&](const Exec& exec, const Planes& planes) {
              update::with_bit_half_sweep<Exec, M, Axes, Aligned>(
                  state_, planes, c, options_.seed, one.first, k, one.counter(M), nullptr,
                  [&](const auto& kernel) { Kokkos::parallel_for(kernel.label, kernel.policy(exec), kernel); });
            };
            halo_->swap(
                exec_, state_.words, c, [&](const Exec& side) { move_half(side, Planes::edges(own)); },
                [&] { move_half(exec_, Planes::inner(own)); });
          }
        });
      }
    });
  }

  Exec exec_;
  HalfLatticeOptions options_;
  float coupling_;
  typename models::Ising::Formats formats_;
  Bytes bytes_;
  mutable bool as_bytes_ = true; ///< the bytes are those of the words
  models::BitState<Exec> state_;
  mutable BatchedSweeps<update::BitSweeps<Exec>> sweeps_;
  std::optional<FieldHalo<lattice::SiteWord, Exec>> halo_;
  typename Bytes::template View<std::int64_t*****> sums_; ///< (slot, pass, system, colour, term)
};

} // namespace neel::simulation
