// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "view/frame.hpp"

#include <nlohmann/json.hpp>

#include <bit>

namespace neel::view {

static_assert(std::endian::native == std::endian::little, "the page reads numbers as this machine has them in memory");

namespace {

const char* type_of(run::Array::Number n) {
  switch (n) {
  case run::Array::Number::u8:
    return "u8";
  case run::Array::Number::u32:
    return "u32";
  case run::Array::Number::u64:
    return "u64";
  default:
    return "f32";
  }
}

void fill_up(std::string& text) { text.resize((text.size() + 3) / 4 * 4, ' '); }

template <class T>
run::Array array_of(const std::string& name, run::Array::Number number, const std::vector<T>& values,
                    std::size_t components) {
  const auto* const bytes = reinterpret_cast<const std::byte*>(values.data());
  std::vector<std::uint64_t> sizes{values.size() / components};
  if (components > 1) {
    sizes.push_back(components);
  }
  return {name, number, std::move(sizes), {bytes, bytes + values.size() * sizeof(T)}};
}

} // namespace

std::string to_text(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string pack(nlohmann::json head, const std::vector<run::Array>& arrays) {
  std::string body;
  head["arrays"] = nlohmann::json::array();
  for (const run::Array& a : arrays) {
    fill_up(body);
    head["arrays"].push_back({{"name", a.name}, {"type", type_of(a.number)}, {"sizes", a.sizes}, {"at", body.size()}});
    body.append(reinterpret_cast<const char*>(a.bytes.data()), a.bytes.size());
  }
  std::string text = to_text(head);
  fill_up(text);
  const auto length = static_cast<std::uint32_t>(text.size());
  std::string parcel(reinterpret_cast<const char*>(&length), sizeof length);
  return parcel + text + body;
}

run::Array to_array(const std::string& name, const std::vector<float>& values, std::size_t components) {
  return array_of(name, run::Array::Number::f32, values, components);
}

run::Array to_array(const std::string& name, const std::vector<std::uint8_t>& values) {
  return array_of(name, run::Array::Number::u8, values, 1);
}

} // namespace neel::view
