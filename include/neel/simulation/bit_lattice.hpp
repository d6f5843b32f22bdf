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
class BitLattice : public HalfLattices<models::Ising, Exec> {
public:
  using Bytes = HalfLattices<models::Ising, Exec>;
  using Conditions = models::Conditions;

  BitLattice(const HalfLatticeOptions& o, const models::Ising& physics)
      : Bytes(o, physics), coupling_(physics.coupling), bits_(Bytes::state().geometry, o.systems, physics.coupling < 0),
        saved_({"bits", values_of(bits_.words), 1, Cut::of(Bytes::geometry().tall(), bits_.geometry), o.ranks}),
        sweeps_(update::BitSweeps<Exec>(exec_, bits_, o.moves, o.seed), o.strategy) {
    if (o.ranks->size() > 1) {
      halo_.emplace(lattice::BitRows::of_words(Bytes::geometry()), lattice::BitRows::of_words(bits_.geometry),
                    o.systems, *o.ranks);
    }
  }

  template <class Start>
  void place(const std::string& name, const Start& start) const {
    bytes().place(name, start);
    convert<true>();
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
    copy_in(exec_, bits_.outcomes, digits);
    Bytes::set_conditions(all);
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
  void sweep_backward(std::uint64_t number) const = delete;
  void sweep_and_measure(std::uint64_t number, std::int64_t* accepted, int slot) const {
    as_bytes_ = false;
    if (halo_) {
      sweep(number, accepted, accepted);
      measure(slot);
    } else {
      sweeps_.sweep_and_measure(number, accepted, this->sums_of(slot));
    }
  }
  void finish() const { sweeps_.finish(); }
  void wait() const {
    finish();
    Bytes::wait();
  }

  void measure(int slot) const {
    finish();
    update::launch_bit_sums(exec_, bits_, this->sums_of(slot));
  }
  typename Bytes::HostSums host_sums() const {
    finish();
    return Bytes::host_sums();
  }

  std::uint64_t hash() const { return bytes().hash(); }
  std::int64_t first_invalid() const { return bytes().first_invalid(); }
  double energy() const { return bytes().energy(); }
  std::vector<float> local_energy(int system, const OwnPart& part) const { return bytes().local_energy(system, part); }
  void fields(int system, double* to) const { bytes().fields(system, to); }

  /// See HalfLattices. Those who take the words can change them.
  Store& store() const { return bytes().store(); }
  Store& saved() const {
    finish();
    as_bytes_ = false;
    return saved_;
  }
  void values_changed() const {
    if (as_bytes_) {
      Bytes::values_changed();
      convert<true>();
    } else if (halo_) {
      halo_->fill(exec_, bits_.words);
    }
  }

private:
  using Bytes::exec_, Bytes::options_;

  template <bool Pack>
  void convert() const {
    for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
      const auto& words = bits_.words.half(c);
      Kokkos::parallel_for(
          "neel::simulation::convert_spins",
          Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec_, 0, static_cast<std::int64_t>(words.size())),
          ConvertSpins<Exec, Pack>{words.data(), Bytes::state().sites.half(c).data()});
    }
  }
  /// The spins as bytes.
  const Bytes& bytes() const {
    if (!as_bytes_) {
      finish();
      convert<false>();
      as_bytes_ = true;
    }
    return *this;
  }

  /// A sweep of a slab.
  void sweep_slab(const update::SweepBatch& one) const {
    update::with_rows_of(bits_, [&]<int Axes, bool Aligned>() {
      for (std::uint32_t k = 0; k < options_.moves.size(); ++k) {
        update::with_move<models::IsingBits<Axes>>(options_.moves[k], [&]<models::Move M>() {
          halo_->sweep(exec_, bits_.words, [&](const Exec& exec, lattice::Colour c, const lattice::Planes& planes) {
            update::with_bit_half_sweep<Exec, M, Axes, Aligned>(
                bits_, planes, c, options_.seed, one.first, k, one.counter(M), nullptr,
                [&](const auto& kernel) { Kokkos::parallel_for(kernel.label, kernel.policy(exec), kernel); });
          });
        });
      }
    });
  }

  float coupling_;
  mutable bool as_bytes_ = true; ///< the bytes are those of the words
  models::BitState<Exec> bits_;
  mutable Store saved_;
  mutable BatchedSweeps<update::BitSweeps<Exec>> sweeps_;
  std::optional<FieldHalo<lattice::SiteWord, Exec>> halo_;
};

} // namespace neel::simulation
