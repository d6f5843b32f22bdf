// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What commands print with --json: one object, for the programs that call this one (docs/driving.md).

#include "files/print.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace neel::program {

using Json = nlohmann::ordered_json;

/// What every such object begins with. Keys that are added leave the format as it is; those that change or go raise it.
inline Json json_of(const char* kind) { return {{"format", 1}, {"kind", kind}}; }

/// Null where there is no value.
template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}
inline Json or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

/// Numbers that are not finite are null. Names of files need not be UTF-8.
inline void print_json(const Json& object) {
  files::print("{}\n", object.dump(2, ' ', false, Json::error_handler_t::replace));
}

/// What people see as soon as it is known, instead of an object at the end.
inline void print_now(const std::string& text, bool json) {
  if (!json) {
    files::print_lines(text);
  }
}

} // namespace neel::program
