// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What the cases of all models are made of.

#include "validate/validate.hpp"

namespace neel::validate {

/// How long a run is.
struct Length {
  int systems, thermalize, sweeps, every;
};

inline std::string number(double value) { return input::exact(value); }
inline std::string model(const std::string& name) { return "[model]\nname = \"" + name + "\"\n"; }
inline std::string schedule(const std::string& temperatures, const Length& l, const std::string& more = "") {
  return "[schedule]\nT = " + temperatures + "\nthermalize = " + std::to_string(l.thermalize) +
         "\nsweeps = " + std::to_string(l.sweeps) + "\nmeasure_every = " + std::to_string(l.every) + "\n" + more;
}
/// `update`: in TOML; without one, the model's default.
inline std::string algorithm(const Length& l, const std::string& update = "") {
  return "[algorithm]\nsystems = " + std::to_string(l.systems) + "\n" +
         (update.empty() ? "" : "update = " + update + "\n");
}
inline std::string lattice(const std::string& size, bool open = false) {
  return "[lattice]\nsize = " + size + (open ? "\nboundary = \"open\"\n" : "\n");
}
inline const char* const ladder = "kind = \"temper\"\n[pt]\nevery = 2\n";

class CaseList {
public:
  explicit CaseList(bool full) : full_(full) {}

  /// Each case has random numbers and disorder of its own, whatever cases there are beside it.
  void add(Case c);
  /// Ten times as many measurements in the long validation.
  Length longer(Length l) const {
    l.sweeps *= full_ ? 10 : 1;
    return l;
  }
  /// Ten times as many systems there, where their disorder makes the error.
  Length wider(Length l) const {
    l.systems *= full_ ? 10 : 1;
    return l;
  }
  double resolution(double r) const { return full_ ? r / 2.5 : r; }
  bool full() const { return full_; }

  std::vector<Case> all;

private:
  bool full_;
};

void add_ising(CaseList& list);
void add_heisenberg(CaseList& list);
void add_edwards_anderson(CaseList& list);
void add_phi4(CaseList& list);
void add_majority(CaseList& list);
void add_xy(CaseList& list);
void add_discrete(CaseList& list);
void add_crystals(CaseList& list);
void add_onsite(CaseList& list);
void add_constraint(CaseList& list);
void add_cluster_moves(CaseList& list);
void add_replicas(CaseList& list);
void add_populations(CaseList& list);
void add_multicanonical(CaseList& list);

} // namespace neel::validate
