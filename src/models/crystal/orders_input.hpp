// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Order parameters that are measured when asked for: helicity modulus, correlation length, topological charge.

#include "models/crystal/crystal_setup.hpp"

namespace neel::models {

struct OrderKeys {
  bool stiffness = false, length = false, skyrmions = false;
};
/// measure.stiffness, measure.correlation_length, measure.skyrmions; of spins of so many components.
OrderKeys read_order_keys(input::Reader& in, int components);

/// Takes them to be measured, once bonds and modes are known. Notes an error where the crystal has none.
void set_orders(input::Reader& in, CrystalPlan& plan, const CrystalOrder& order, const OrderKeys& keys);

} // namespace neel::models
