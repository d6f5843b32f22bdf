// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A crystal with its ions and bonds as the network that a simulation runs on.

#include "crystal/pairs.hpp"
#include "crystal/slab.hpp"
#include "model/seed.hpp"
#include "models/crystal/bond_samples.hpp"
#include "models/crystal/crystal_measures.hpp"
#include "models/crystal/crystal_sites.hpp"
#include "models/crystal/dipoles_input.hpp"
#include "models/crystal/four_spin_input.hpp"

#include <functional>
#include <map>
#include <memory>

namespace neel::models {

/// The direction that the magnetisation keeps.
struct CrystalConstraint {
  double theta = 0, phi = 0; ///< degrees
  Spin start{0, 0, 1};       ///< every spin's first value
  DoubleVector n{0, 0, 1};   ///< the same in double precision, of unit length
  DoubleVector e_phi;        ///< the axis about which n turns as theta grows
};

/// All that a model knows of its crystal once the input is read.
struct CrystalPlan {
  CrystalInput in;
  std::vector<CrystalBond> bonds; ///< none where they are from files
  DrawnBonds drawn;
  std::vector<std::string> files;             ///< of couplings
  std::shared_ptr<const BondSamples> samples; ///< where couplings differ from bond to bond
  std::string warnings;                       ///< lines for the log
  std::vector<std::string> ions;
  std::vector<double> moment; ///< per ion; 0: no spin
  std::uint64_t disorder_seed = 1;
  double sign = 1; ///< E = sign sum J S.S'
  std::optional<CrystalDipoles> dipoles;
  std::vector<FourSpin> four_spin;
  std::optional<CrystalConstraint> constraint;
  CrystalMeasured measured;
  int systems = 1;  ///< in all
  int chains = 1;   ///< that have ions and couplings of their own; so many as the input has systems
  int replicas = 1; ///< of each: system s is of chain s / replicas mod chains

  /// The bonds, and those of no coupling that tell which sites can move at once.
  std::vector<CrystalBond> all_bonds() const {
    std::vector<CrystalBond> all = bonds;
    const std::vector<CrystalBond> more = bonds_between(four_spin, bonds, ions.size());
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  /// Where bonds lead, without what they couple.
  std::vector<crystal::Bond> bare_bonds() const {
    std::vector<crystal::Bond> all;
    for (const CrystalBond& b : all_bonds()) {
      all.push_back({b.pair.from, b.pair.to, b.pair.offset, 0, 0});
    }
    return all;
  }
  /// The largest energy of all of a site's bonds.
  double largest_of_bonds() const { return samples ? samples->largest(chains) : largest_bond_energy(in, bonds); }
  bool carries(std::size_t ion) const { return moment[ion] != 0; }
  bool diluted() const;
};

/// The spins of each basis site and ion that occur, and how many there are in all.
void count_spins(CrystalPlan& plan);

/// The bonds and triangles that order parameters are summed over, of the cells of planes [first, second) (orders_input.cpp).
simulation::OrderLists order_lists(const CrystalPlan& plan, const crystal::Tables& tables, std::pair<int, int> planes);

/// The slabs that the crystal can be cut into, at most: 1 where couplings, or how sites are coloured, are of the whole.
int crystal_slabs(const CrystalPlan& plan);

/// Builds the setup. `coupling(PairCoupling)` and `occupant(basis, ion, group)` make what kernels of P have.
template <class P>
class CrystalSetupMaker {
public:
  using Setup = simulation::GraphSetup<P>;
  using Coupling = std::function<typename P::Coupling(const PairCoupling&)>;
  using SiteSpecies = std::function<typename P::SiteSpecies(std::size_t basis, std::size_t ion, int group)>;

  CrystalSetupMaker(const CrystalPlan& plan, const input::RunInput& run, Coupling coupling, SiteSpecies occupant)
      : plan_(plan), seed_{plan.disorder_seed, run.first_system}, coupling_(std::move(coupling)),
        occupant_(std::move(occupant)), classes_(bond_classes(plan.in, plan.all_bonds(), plan.ions.size())) {}

  /// Of the whole, or a rank's slab of it.
  Setup make(const run::Communicator& ranks) {
    const crystal::Cells& cells = plan_.in.crystal.cells;
    s_.tables = plan_.samples ? crystal::pair_tables(cells, plan_.samples->pairs())
                              : crystal::make_tables(cells, classes_.bonds);
    s_.cells = cells.size;
    s_.basis = cells.basis;
    s_.spins = plan_.measured.spins;
    s_.dipoles = plan_.dipoles ? plan_.dipoles->tables : nullptr;
    if (!plan_.four_spin.empty()) {
      s_.four_spin = std::make_shared<const FourSpinTables>(four_spin_tables(plan_.four_spin, cells, s_.tables));
    }
    if (plan_.constraint) { // along a great circle, energies of sixth order change by six times their size at most
      s_.constraint = {plan_.constraint->n, 6 * plan_.measured.largest};
    }
    s_.modes = plan_.measured.all_modes();
    s_.overlap_modes = plan_.measured.overlap_modes;
    const auto planes = run::share_of(cells.size[2], ranks.rank(), ranks.size());
    s_.orders = order_lists(plan_, s_.tables, planes);
    make_occupants();
    s_.alike = s_.tables.lined && !plan_.in.disordered() && !plan_.diluted();
    place_all();
    if (plan_.samples) {
      set_samples();
    }
    if (ranks.size() > 1) {
      cut(planes);
    }
    return std::move(s_);
  }

private:
  std::size_t ions() const { return plan_.ions.size(); }

  void make_occupants() {
    s_.occupants.push_back({});
    s_.labels.push_back(0);
    index_.assign(plan_.in.crystal.basis.size() * ions(), 0);
    for (std::size_t g = 0; g < plan_.measured.groups.size(); ++g) {
      const SpinGroup& group = plan_.measured.groups[g];
      index_[group.basis * ions() + group.ion] = static_cast<std::uint8_t>(s_.occupants.size());
      s_.occupants.push_back(occupant_(group.basis, group.ion, static_cast<int>(g)));
      s_.occupants.back().occupied = true;
      s_.labels.push_back(static_cast<std::uint8_t>(group.ion));
    }
    if (plan_.diluted()) { // sites without a spin are told from those of the first ion
      for (std::uint8_t& label : s_.labels) {
        label = static_cast<std::uint8_t>(label + 1);
      }
      s_.labels[0] = 0;
    }
    if (ions() == 1 && !plan_.diluted()) {
      s_.labels.clear();
    }
  }

  void place(const std::vector<std::uint8_t>& ion) {
    const auto basis = static_cast<std::uint32_t>(s_.basis);
    for (const std::uint32_t number : s_.tables.number) {
      s_.occupant.push_back(number == crystal::Tables::no_site ? std::uint8_t{0}
                                                               : index_[number % basis * ions() + ion[number]]);
    }
  }

  /// The ions of all systems, and the couplings between them; all rungs of a ladder have the ions of its first.
  void place_all() {
    const bool by_ions = plan_.in.disordered() && !plan_.samples;
    const std::vector<int> kinds = by_ions ? make_kinds() : std::vector<int>{};
    for (std::size_t c = 0; !by_ions && c < classes_.by_ions.size(); ++c) { // of each class, one pair of ions occurs
      const auto& all = classes_.by_ions[c];
      const auto one = std::find_if(all.begin(), all.end(), [](const PairCoupling& p) { return p != PairCoupling{}; });
      s_.couplings.push_back(coupling_(one == all.end() ? PairCoupling{} : *one));
    }
    s_.couplings.push_back(coupling_(PairCoupling{}));
    const std::size_t entries = s_.tables.number.size();
    s_.occupant.reserve(entries * static_cast<std::size_t>(plan_.systems));
    s_.replicas = plan_.replicas;
    for (int chain = 0; chain < plan_.chains; ++chain) {
      const std::vector<std::uint8_t> ion = place_ions(plan_.in, seed_, static_cast<std::uint32_t>(chain));
      for (int replica = 0; replica < plan_.replicas; ++replica) {
        place(ion);
      }
      if (by_ions) {
        set_kinds(ion, kinds);
      }
    }
    s_.samples = by_ions ? plan_.chains : 1;
    const std::size_t all = entries * static_cast<std::size_t>(plan_.systems), of_rung = s_.occupant.size();
    while (s_.occupant.size() < all) {
      s_.occupant.push_back(s_.occupant[s_.occupant.size() - of_rung]);
    }
  }

  /// A number per bond where they are few, else its coupling.
  void set_samples() {
    const BondSamples& samples = *plan_.samples;
    const std::vector<int> at = crystal::pairs_of_slots(s_.tables, samples.pairs());
    s_.samples = samples.alike() ? 1 : plan_.chains;
    s_.couplings.clear();
    const std::map<double, int> known = distinct_couplings();
    s_.each = known.empty();
    for (const auto& [j, kind] : known) {
      s_.couplings.push_back(coupling_(exchange(j)));
    }
    const auto none = static_cast<int>(s_.couplings.size());
    if (!s_.each) {
      s_.couplings.push_back(coupling_(exchange(0)));
    }
    for (int sample = 0; sample < s_.samples; ++sample) {
      const std::vector<double> j = samples.of(sample);
      for (const int pair : at) {
        if (s_.each) {
          s_.couplings.push_back(coupling_(exchange(pair < 0 ? 0.0 : j[static_cast<std::size_t>(pair)])));
        } else {
          s_.kinds.push_back(pair < 0 ? none : known.at(j[static_cast<std::size_t>(pair)]));
        }
      }
    }
  }
  /// Leaves the slab of a rank.
  void cut(std::pair<int, int> planes) {
    const crystal::Cells& cells = plan_.in.crystal.cells;
    const auto [begin, end] = planes;
    crystal::Slab slab = crystal::slab(s_.tables, cells, begin, end, crystal::reach(classes_.bonds));
    const std::size_t length = static_cast<std::size_t>(s_.tables.vacuum() / s_.tables.rows());
    const auto of_slab = [&](const auto& all) { // (..., entry)
      std::remove_cvref_t<decltype(all)> part;
      for (std::size_t block = 0; block < all.size(); block += s_.tables.number.size()) {
        for (const int row : slab.row) {
          const auto from = all.begin() + static_cast<std::ptrdiff_t>(block + static_cast<std::size_t>(row) * length);
          part.insert(part.end(), from, from + static_cast<std::ptrdiff_t>(length));
        }
        const auto past = all.begin() + static_cast<std::ptrdiff_t>(block + s_.tables.number.size());
        part.insert(part.end(), past - crystal::vector_length, past);
      }
      return part;
    };
    for (std::vector<int>* entries : {&s_.orders.twist.from, &s_.orders.twist.to, &s_.orders.triangles}) {
      for (int& entry : *entries) {
        entry = slab.entry(s_.tables, entry);
      }
    }
    s_.kinds = of_slab(s_.kinds);
    s_.occupant = of_slab(s_.occupant);
    std::vector<std::uint32_t> number = of_slab(s_.tables.number);
    const std::size_t plane = static_cast<std::size_t>(cells.sites()) / static_cast<std::size_t>(cells.size[2]);
    s_.slab = {std::move(slab.colours),
               std::move(slab.row),
               s_.tables.entries,
               cells.periodic[2],
               plane * static_cast<std::size_t>(begin),
               plane * static_cast<std::size_t>(end - begin),
               std::move(number)};
    s_.tables = std::move(slab.tables);
  }

  static PairCoupling exchange(double j) { return {{{{j, 0, 0}, {0, j, 0}, {0, 0, j}}}, 0}; }

  /// Those of all samples with their numbers, or nothing where they are more than a byte counts.
  std::map<double, int> distinct_couplings() const {
    constexpr std::size_t most = 255;
    std::map<double, int> known;
    for (int sample = 0; sample < s_.samples; ++sample) {
      for (const double j : plan_.samples->of(sample)) {
        known.try_emplace(j, 0);
        if (known.size() > most) {
          return {};
        }
      }
    }
    int next = 0;
    for (auto& [j, kind] : known) {
      kind = next++;
    }
    return known;
  }

  /// The kind of a class of bonds and a pair of ions: (class, own, other). Equal couplings are one kind.
  std::vector<int> make_kinds() {
    std::map<PairCoupling, int> known;
    std::vector<int> kinds;
    for (const auto& by_ions : classes_.by_ions) {
      for (const PairCoupling& c : by_ions) {
        const auto [at, fresh] = known.try_emplace(c, static_cast<int>(s_.couplings.size()));
        if (fresh) {
          s_.couplings.push_back(coupling_(c));
        }
        kinds.push_back(at->second);
      }
    }
    return kinds;
  }

  void set_kinds(const std::vector<std::uint8_t>& ion, const std::vector<int>& kinds) {
    const crystal::Tables& t = s_.tables;
    const auto none = static_cast<int>(s_.couplings.size()) - 1;
    for (int slot = 0; slot < t.slots; ++slot) {
      for (int entry = 0; entry < t.entries; ++entry) {
        const int of = crystal::bond_class(t, slot, entry), to = crystal::neighbour(t, slot, entry);
        const std::uint32_t own = t.number[static_cast<std::size_t>(entry)],
                            other = t.number[static_cast<std::size_t>(to)];
        const bool bond =
            of != crystal::Tables::none && own != crystal::Tables::no_site && other != crystal::Tables::no_site;
        s_.kinds.push_back(bond ? kinds[(static_cast<std::size_t>(of) * ions() + ion[own]) * ions() + ion[other]]
                                : none);
      }
    }
  }

  const CrystalPlan& plan_;
  Seed seed_;
  Coupling coupling_;
  SiteSpecies occupant_;
  BondClasses classes_;
  std::vector<std::uint8_t> index_; ///< of occupants, by basis site and ion
  Setup s_;
};

} // namespace neel::models
