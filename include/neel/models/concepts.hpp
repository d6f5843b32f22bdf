// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The contract: what the physics of a model must have for a sweep driver to move it and a sum to measure it. Each physics
// header ends with a static_assert, so that a member that is missing is one clear error.

#include <neel/lattice/field_grid.hpp>
#include <neel/lattice/neighbourhood.hpp>
#include <neel/models/moves.hpp>
#include <neel/random/philox.hpp>

namespace neel::models {

/// Physics of a site that sees its nearest neighbours, moved one colour at a time (update/colour_sweep.hpp).
template <class P>
concept SitePhysics =
    lattice::SiteValue<typename P::Site> && lattice::SiteValue<typename P::Quenched> && P::moves != 0 &&
    requires(const P& physics, const typename P::Conditions& at, const random::Draw& draw, const typename P::Site& site,
             const typename P::Formats& formats, typename lattice::Rows<typename P::Site, typename P::Quenched>::At n) {
      { physics.template update<first_move<P>()>(at, n, draw) } -> std::same_as<Step<typename P::Site>>;
      { P::words(first_move<P>()) } -> std::same_as<int>;
      { P::valid(site) } -> std::same_as<bool>;
      { physics.energy(at, n) } -> std::same_as<double>;
      { physics.template measure<lattice::Colour::even>(at, n, formats).value[P::terms - 1] };
      { formats.of_pass(0) } -> std::same_as<typename P::Formats>;
      { formats.value(0, std::int64_t{}) } -> std::same_as<double>;
    };

/// Four sites that are bytes of a word after a move, and a byte for each of them: 255 if its proposal was accepted, else 0.
struct Four {
  std::uint32_t to, accepted;
};

/// A SitePhysics with a way to move four sites at once, where they are bytes of a word: Bytes::update() does what update() does, given the
/// bits `seen` of neighbours, and a table of what decides, highest() of each spin_of() and sum_of(). Bytes::count() counts what measure()
/// adds up, given the bits `counted` of neighbours; terms_of() are the sums.
template <class P>
concept MovesPacked =
    SitePhysics<P> && P::Site::components == 1 && sizeof(typename P::Site::Component) == 1 &&
    requires(const P& physics, const typename P::Conditions& at, const std::uint32_t (&others)[lattice::directions],
             const std::uint32_t (&word)[4], const float* table, typename P::Bytes::Counts& counts) {
      { P::Bytes::seen } -> std::convertible_to<std::uint32_t>;
      requires P::Bytes::entry_of(P::Bytes::entries - 1) < P::Bytes::table_size;
      {
        physics.template highest<first_move<P>()>(at, P::Bytes::spin_of(0), P::Bytes::sum_of(0))
      } -> std::same_as<float>;
      { P::Bytes::template update<first_move<P>()>(0U, others, table, word) } -> std::same_as<Four>;
      { P::Bytes::counted } -> std::convertible_to<std::uint32_t>;
      P::Bytes::template count<lattice::Colour::even, true>(0U, others, counts);
      { P::terms_of(counts) } -> std::same_as<typename P::Terms>;
    };

/// Physics of a site that is bound to any number of others, by bonds of several kinds (update/graph_colour_sweep.hpp). What the
/// neighbours of one kind of bond add up to is a Sum; what a site feels of all of them, and of what acts on it alone, is LocalField.
/// An SiteSpecies says what acts on it alone; `occupied` is false where there is no spin, whose value is zero and stays so.
template <class P>
concept GraphPhysics =
    lattice::SiteValue<typename P::Site> && lattice::SiteValue<typename P::Sum> &&
    lattice::SiteValue<typename P::LocalField> && lattice::SiteValue<typename P::EnergyParts> && P::moves != 0 &&
    requires(const P& physics, const typename P::Conditions& at, const typename P::SiteSpecies& occupant,
             const typename P::Coupling& coupling, const typename P::Site& site, const typename P::Sum& sum,
             const typename P::LocalField& felt, const typename P::EnergyParts& shares, const random::Draw& draw,
             const typename P::Formats& formats) {
      { P::alone(site) } -> std::same_as<typename P::Sum>;
      { P::with(sum, site) } -> std::same_as<typename P::Sum>;
      { physics.onsite_field(at, occupant) } -> std::same_as<typename P::LocalField>;
      { P::local_field(felt, coupling, sum) } -> std::same_as<typename P::LocalField>;
      {
        physics.template update<first_move<P>()>(at, occupant, site, felt, draw)
      } -> std::same_as<Step<typename P::Site>>;
      { P::share(shares, coupling, site, sum) } -> std::same_as<typename P::EnergyParts>;
      { physics.measure(at, occupant, site, shares, formats).value[P::terms - 1] };
      { P::bond_energy(coupling, site, site) } -> std::same_as<double>;
      { physics.own_energy(at, occupant, site) } -> std::same_as<double>;
      { P::valid(site) } -> std::same_as<bool>;
      { occupant.occupied } -> std::convertible_to<bool>;
    };

/// Physics of a field of real numbers with any stencil: a proposal needs the site's value and its corona, the sum over all
/// sites that it interacts with (update/multi_hit.hpp). What does not depend on the stencil is its Field: physics of the same
/// Field share memory, sums and checks. Measured is a physics that measures the same, perhaps this one.
template <class P>
concept FieldPhysics =
    std::derived_from<P, typename P::Field> && std::same_as<typename P::Measured::Field, typename P::Field> &&
    P::components > 0 && P::radius > 0 && P::words_per_hit > 0 &&
    requires(const typename P::Conditions& at, const typename P::Value& value,
             const lattice::FieldSite<P::components>& n, const std::uint32_t (&word)[P::words_per_hit]) {
      { P::corona(at, n) } -> std::same_as<typename P::Value>;
      { P::hit(at, value, value, word) } -> std::same_as<typename P::Step>;
      { P::energy(at, n) } -> std::same_as<double>;
      { P::measure(n).value[P::terms - 1] };
    };

/// A rule of a cellular automaton on the square lattice, for all cells of a word at once (update/synchronous_sweep.hpp).
template <class P>
concept Rule = requires(std::uint32_t word) {
  { P::update(word, word, word, word, word) } -> std::same_as<std::uint32_t>;
};

/// Physics of spins that are bits of words (update/multispin_sweep.hpp): `samples` systems in a word, or one whose sites they
/// are; each draw of random numbers serves `group` replicas.
template <class P>
concept BitPhysics = lattice::SiteValue<typename P::Site> && lattice::SiteValue<typename P::Quenched> &&
                     sizeof(typename P::Conditions) > 0 && P::words > 0 && P::samples > 0 && P::group > 0;

} // namespace neel::models
