// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a site without quenched data sees, or believes to see.

#include "mutation/fault.hpp"

#include <neel/models/moves.hpp>

namespace neel::models {

template <class Site, class Neighbourhood>
struct FaultySurroundings {
  const Neighbourhood& n;
  int missing;

  Site site() const { return n.site(); }
  template <int D>
  Site neighbour() const {
    return D == missing ? Site{} : n.template neighbour<D>();
  }
  template <int D>
  NoQuenched neighbour_quenched() const {
    return {};
  }
};

} // namespace neel::models
