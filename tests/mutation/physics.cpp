// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Bugs in what a kernel does with one site.

#include "mutation/bugs.hpp"

namespace neel::mutation {

namespace {

bool contains(const std::string& kernel, const char* text) { return kernel.find(text) != std::string::npos; }
bool clusters(const std::string& k) {
  return k.ends_with(", cluster") || k.ends_with(", wolff") || k.ends_with(", houdayer");
}
bool crystals(const std::string& k) { return contains(k, "crystal, ") && !clusters(k) && !contains(k, "populations"); }
bool matrices(const std::string& k) { return contains(k, "crystal, matrices"); }
bool biquadratic(const std::string& k) { return contains(k, "crystal, biquadratic"); }
bool crystals_of_vectors(const std::string& k) { return contains(k, "heisenberg, crystal, ") && !clusters(k); }
/// On the models' own lattices.
bool of_model(const std::string& k, const char* model) {
  return k.starts_with(model) && !contains(k, "tempering") && !contains(k, "populations") &&
         !contains(k, "crystal, ") && !clusters(k);
}
bool bits(const std::string& k) { return k.starts_with("ising, bits, "); }
bool ising(const std::string& k) { return of_model(k, "ising, ") && !bits(k); }
bool xy(const std::string& k) { return of_model(k, "xy, "); }
/// Spins without quenched data.
bool plain(const std::string& k) { return ising(k) || xy(k); }
bool heisenberg(const std::string& k) { return of_model(k, "heisenberg, "); }
bool vectors(const std::string& k) { return heisenberg(k) || crystals_of_vectors(k); }
bool with_dm(const std::string& k) { return heisenberg(k) || matrices(k); }
bool alloys(const std::string& k) { return heisenberg(k) && !contains(k, "1 ion,"); }
bool fields(const std::string& k) { return of_model(k, "phi4, "); }
bool glasses(const std::string& k) {
  return contains(k, "edwards-anderson, ") && (contains(k, "W = ") || contains(k, "synchronous")) &&
         !contains(k, "exchange") && !contains(k, "houdayer");
}
bool automata(const std::string& k) { return contains(k, "majority, "); }

bool in_plane(const std::string& k) { return plain(k) || bits(k) || heisenberg(k) || glasses(k) || fields(k); }
bool in_space(const std::string& k) {
  return plain(k) || heisenberg(k) || glasses(k) || ((fields(k) || bits(k)) && contains(k, "3D"));
}
bool in_field(const std::string& k) { return plain(k) || heisenberg(k) || crystals(k); }
bool coded(const std::string& k) { return glasses(k) || bits(k); }
/// Draws several numbers for a site.
bool drawing(const std::string& k) {
  return fields(k) || ((vectors(k) || xy(k) || (crystals(k) && k.starts_with("xy, "))) && !contains(k, "overrelax") &&
                       !contains(k, "constrained"));
}
bool wide(const std::string& k) { return fields(k) && contains(k, "cut-off"); }
/// That some row has without other moves beside them.
bool clusters_alone(const std::string& k) {
  return clusters(k) && !k.starts_with("phi4, ") && !contains(k, "2 ions") && !contains(k, "any ions");
}
bool clusters_in_field(const std::string& k) {
  return clusters(k) && (k.starts_with("ising, ") || (k.starts_with("xy, ") && !contains(k, "crystal, ")));
}
/// One move of each is enough where measurements are wrong.
bool measured(const std::string& k) {
  return ((ising(k) || heisenberg(k)) && contains(k, "heatbath")) || (xy(k) && contains(k, "metropolis"));
}
bool measured_crystals(const std::string& k) {
  return crystals(k) && contains(k, contains(k, "xy, ") ? "metropolis" : "heatbath");
}
bool measured_dm(const std::string& k) {
  return (heisenberg(k) && measured(k)) || (matrices(k) && measured_crystals(k));
}
bool measured_alloys(const std::string& k) { return alloys(k) && measured(k); }
bool measured_spins(const std::string& k) { return (plain(k) && measured(k)) || measured_crystals(k); }

} // namespace

std::vector<Bug> physics_bugs() {
  return {
      {"no neighbour x", "one of the neighbours along x is not seen (glass: the other one is seen twice)",
       Fault::no_neighbour_x, in_plane},
      {"no neighbour y", "one of the neighbours along y is not seen", Fault::no_neighbour_y, in_plane},
      {"no neighbour z", "one of the neighbours along z is not seen", Fault::no_neighbour_z, in_space},
      {"no first neighbour", "the first neighbour of each kind of bond is not seen", Fault::no_first_neighbour,
       crystals},
      {"no G", "moves do not have the symmetric part of matrices", Fault::no_symmetric, matrices},
      {"strong B", "moves have 1.5 B", Fault::strong_biquadratic, biquadratic},
      {"no C", "moves have no cubic anisotropy", Fault::no_cubic, crystals_of_vectors},
      {"DM sign", "moves have -D", Fault::dm_sign, with_dm},
      {"uniform DM", "the DM vector does not alternate", Fault::dm_uniform, heisenberg},
      {"swapped ions", "opposite neighbours have each other's ions", Fault::ions_swapped, alloys},
      {"own ion", "all neighbours are taken for ions of the site's kind", Fault::own_ion, alloys},
      {"strong K", "moves have 1.5 K", Fault::strong_anisotropy, vectors},
      {"no K", "moves have no K", Fault::no_anisotropy, vectors},
      {"field sign", "moves have -H", Fault::field_sign, in_field},
      {"reused words", "one random number proposes and decides", Fault::reused_words, drawing},
      {"wrong threshold", "turns that cost 8 are accepted as if they cost 4", Fault::wrong_threshold, coded},
      {"shared numbers", "replicas have the same random numbers", Fault::shared_numbers, glasses},
      {"swapped bonds", "the two couplings along y have changed places", Fault::bonds_swapped, glasses},
      {"no second neighbour", "the cut-off misses a site two steps along y", Fault::no_second_neighbour, wide},
      {"no diagonal neighbour", "the cut-off misses a site one step along x and one along y",
       Fault::no_diagonal_neighbour, wide},
      {"strong g", "moves have 1.5 g", Fault::strong_quartic, fields},
      {"strong mass", "moves have 1.2 mu^2", Fault::strong_mass, fields},
      {"no self", "a cell does not vote for itself, its left neighbour twice", Fault::no_self, automata},
      {"doubled x", "the left neighbour votes for the right one", Fault::doubled_x, automata},
      {"doubled y", "the lower neighbour votes for the upper one", Fault::doubled_y, automata},
      {"strong clusters", "clusters have 1.3 J", Fault::cluster_strong_bonds, clusters_alone},
      {"clusters' field sign", "clusters have -H", Fault::cluster_field_sign, clusters_in_field},
      {"measured DM sign", "the DM energy is measured with -D", Fault::measured_dm_sign, measured_dm},
      {"measured ions swapped", "the magnetisations of two ions are mistaken for each other",
       Fault::measured_ions_swapped, measured_alloys},
      {"measured without z", "one of the neighbours along z is missing in the energy", Fault::measured_no_z, measured},
      {"measured twice", "each bond is counted twice", Fault::measured_bonds_twice, measured_spins},
      {"measured gradient", "the gradient and the Laplacian miss a neighbour along y", Fault::measured_gradient,
       fields},
  };
}

} // namespace neel::mutation
