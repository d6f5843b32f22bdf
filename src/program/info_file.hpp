// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// neel info FILE: what a result, a checkpoint or an analysis holds.

#include <string>

namespace neel::program {

/// Throws FileError if the file is none of these, or damaged.
void info_file(const std::string& path, bool json);

} // namespace neel::program
