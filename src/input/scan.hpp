// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The table [scan] of an input: keys that take one value after another, each combination being a run of its own.

#include "input/reader.hpp"

namespace neel::input {

struct ScanAxis {
  std::string key;  ///< "lattice.size"
  std::string name; ///< of the axis in the output: "size"
  std::vector<Value> values;
  std::vector<double> coordinates; ///< numbers themselves, the first of lists; where these do not differ, 0, 1, ...
};

/// Takes the table out of the input; nothing if there is none. Axes are in the order of the file, after those
/// of the command line.
std::vector<ScanAxis> take_scan(Reader& in);
/// What a run adds to the seed of its scan, unless seeds are scanned: its numbers along each axis as one number, their bits taken in
/// turn. A run keeps it when axes grow, and no two have the same. Along a single axis it is that number itself.
std::int64_t seed_offset(std::vector<std::size_t> at);
/// The input of a scan with defaults filled in.
struct ResolvedScan {
  std::string text;
  std::vector<std::string> open; ///< keys that runs make different things of: as the input has them, or left out
};
/// From those of its runs, and the input without the table.
ResolvedScan resolved(Reader in, const std::vector<std::string>& runs, const std::vector<ScanAxis>& scan);
/// A value in TOML.
std::string to_text(const Value& v);
/// A value as a part of a file's name: "8x8".
std::string to_name(const Value& v);

} // namespace neel::input
