// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How arrays travel to the page: the length of a head (32 bits, little-endian), the head in JSON, then the arrays, each from
// a multiple of four bytes on. The head's "arrays" says name, type, sizes and place (from the end of the head) of each.

#include <neel/run/array.hpp>

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace neel::view {

/// JSON as text; bytes that are no UTF-8, as names of files and a damaged log can have, become question marks.
std::string to_text(const nlohmann::json& json);

std::string pack(nlohmann::json head, const std::vector<run::Array>& arrays);

/// The arrays of a configuration, as files and parcels have them.
run::Array to_array(const std::string& name, const std::vector<float>& values, std::size_t components);
run::Array to_array(const std::string& name, const std::vector<std::uint8_t>& values);

} // namespace neel::view
