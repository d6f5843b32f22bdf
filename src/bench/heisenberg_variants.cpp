// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "bench/variants.hpp"
#include "files/checksum.hpp"
#include "models/heisenberg/kernels.hpp"

#include <neel/lattice/site_vector.hpp>
#include <neel/measure/hash.hpp>
#include <neel/models/fill.hpp>

namespace neel::bench {

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Model = models::Heisenberg<1>;
using Site = Model::Site;
using Spins = lattice::SitePointer<Site, false>;
using Ions = lattice::SitePointer<models::Ion, true>;
using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>;

/// Two half-lattices, or one array of all sites.
enum class Arrays { halves, mixed };

/// A thread to each site of one colour. To leave the model's bits it draws what four sites share, and takes a word of it.
template <Arrays A>
struct SiteHalfSweep {
  Model model;
  models::Conditions at;
  lattice::Geometry g;
  Spins own, others; ///< the same array, if it is mixed
  Ions ions;         ///< of which there is one kind
  lattice::Colour colour;
  random::VectorStream stream;
  random::VectorStream::Of when;

  KOKKOS_FUNCTION void operator()(int index) const {
    auto here = lattice::locate<Site, models::Ion>(g, colour, index, {own.read(), others.read(), ions, ions});
    const int i = index % g.half_x(), row = index / g.half_x();
    if constexpr (A == Arrays::mixed) {
      const int z = row / g.ly, y = row - z * g.ly, x = 2 * i + lattice::Geometry::first_x(colour, y, z);
      const auto entry = [&](int px, int py, int pz)
                             NEEL_INLINE_LAMBDA { return static_cast<std::int64_t>(g.site_number(px, py, pz)); };
      const int left = lattice::Geometry::before(x, g.lx, true), right = lattice::Geometry::after(x, g.lx, true);
      const bool low = (x & 1) == 0; // the site with the same place in its half is the next one
      here.at.entry = entry(x, y, z);
      here.at.neighbour_entry[0] = entry(low ? right : left, y, z);
      here.at.neighbour_entry[1] = entry(low ? left : right, y, z);
      here.at.neighbour_entry[2] = entry(x, lattice::Geometry::before(y, g.ly, true), z);
      here.at.neighbour_entry[3] = entry(x, lattice::Geometry::after(y, g.ly, true), z);
      here.at.neighbour_entry[4] = entry(x, y, lattice::Geometry::before(z, g.lz, true));
      here.at.neighbour_entry[5] = entry(x, y, lattice::Geometry::after(z, g.lz, true));
    }
    constexpr auto move = models::Move::metropolis;
    const auto place = static_cast<std::uint32_t>(row * lattice::vectors_x(g) + i / random::vector_length);
    const random::Draw draw = random::draw_one<Model::words(move)>(
        stream, when, 0, lattice::vector_number(place, colour), i % random::vector_length);
    own.store(here.at.entry, model.template update<move>(at, here.at, draw).site);
  }
};

/// The spins of a half-lattice, to or from an array of all sites.
struct CopyHalf {
  lattice::Geometry g;
  lattice::Colour colour;
  Spins half, all;
  bool to_half;

  KOKKOS_FUNCTION void operator()(int index) const {
    const int i = index % g.half_x(), row = index / g.half_x(), z = row / g.ly, y = row - z * g.ly;
    const std::uint64_t site = g.site_number(2 * i + lattice::Geometry::first_x(colour, y, z), y, z);
    if (to_half) {
      half.store(index, all[site]);
    } else {
      all.store(site, half[index]);
    }
  }
};

/// The start of the suite's case with one ion, in half-lattices and in one array.
class Lattice {
public:
  explicit Lattice(int size)
      : g_{size, size, size, true, true, true}, halves_("spins", g_, 1),
        all_("neel::bench::spins", std::size_t{Site::components}, static_cast<std::size_t>(g_.sites())),
        ions_("neel::bench::ions", static_cast<std::size_t>(g_.sites())) {
    models::fill("start_spins", exec_, g_, 1, halves_, models::StartSpin{1, true, 1.0F, {1, 0, 0}});
    copy(false);
    model_.exchange.same[0] = 1.0F;
    model_.dm.same[0] = 0.0214F;
    model_.anisotropy.value[0] = 0.007F;
    model_.moment.value[0] = 1.0F;
  }

  template <Arrays A>
  void sweep(std::uint64_t number) const {
    const random::VectorStream stream(1, random::Purpose::update);
    const Ions ions{{ions_.data(), ions_.data()}};
    for (const lattice::Colour c : colours) {
      const bool mixed = A == Arrays::mixed;
      const Spins own = mixed ? all() : half(c), others = mixed ? all() : half(lattice::other(c));
      Kokkos::parallel_for("neel::bench::site_half_sweep", Range(exec_, 0, static_cast<int>(g_.half_volume())),
                           SiteHalfSweep<A>{model_, at_, g_, own, others, ions, c, stream, stream.of(number, 0)});
    }
  }
  template <Arrays A>
  std::string hash() const {
    if (A == Arrays::mixed) {
      copy(true);
    }
    return files::hex(measure::hash(exec_, g_, 1, halves_));
  }

private:
  static constexpr lattice::Colour colours[] = {lattice::Colour::even, lattice::Colour::odd};

  Spins half(lattice::Colour c) const { return halves_.sites(c, 0); }
  Spins all() const { return {{all_.data(), all_.data() + g_.sites(), all_.data() + 2 * g_.sites()}}; }
  void copy(bool to_half) const {
    for (const lattice::Colour c : colours) {
      Kokkos::parallel_for("neel::bench::copy_half", Range(exec_, 0, static_cast<int>(g_.half_volume())),
                           CopyHalf{g_, c, half(c), all(), to_half});
    }
  }

  Exec exec_;
  lattice::Geometry g_;
  lattice::Field<Site, Exec> halves_;
  Kokkos::View<float**, Kokkos::LayoutRight, Exec::memory_space> all_; ///< (component, site)
  Kokkos::View<std::uint8_t*, Exec::memory_space> ions_;
  Model model_;
  models::Conditions at_{1 / 0.8, 0.002};
};

template <Arrays A>
void time(Bench& bench, const std::string& name, int size) {
  const Labels labels{{"L", std::to_string(size)}, {"ions", "1"}, {"update", "metropolis"}, {"arrays", name}};
  if (size % 2 != 0 || !bench.wanted(labels)) {
    return;
  }
  const Lattice lattice(size);
  const double sites = static_cast<double>(size) * size * size;
  std::uint64_t number = 0;
  const double bytes =
      A == Arrays::mixed ? 48 : models::half_lattice_bytes<Model>(); // mixed: lines of both colours, twice
  bench.time(Work{labels, "updates", sites, bytes * sites,
                  [&](std::int64_t count) {
                    for (std::int64_t s = 0; s < count; ++s) {
                      lattice.sweep<A>(number++);
                    }
                    Kokkos::fence("neel::bench::spins");
                  },
                  [&] { return lattice.hash<A>(); }, first_sweeps});
}

} // namespace

void time_arrays_of_spins(Bench& bench, int size) {
  time<Arrays::halves>(bench, "halves", size);
  time<Arrays::mixed>(bench, "mixed", size);
}

} // namespace neel::bench
