// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/glass_engine.hpp"

template std::unique_ptr<neel::models::Glass>
neel::models::make_asynchronous<4>(const neel::models::GlassOptions& options);
