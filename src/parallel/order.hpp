// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What rank 0 tells the others to do with their part of a simulation: the calls that its own part gets.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace neel::parallel {

enum class Call : std::uint32_t {
  end, ///< of the program
  make,
  drop,
  set_conditions,
  sweep,
  thermalize,
  measure,
  sweep_and_measure,
  wait,
  collect,
  hash,
  configuration,
  local_energy,
  ending,
  save,
  load,
  set_temperatures,
  energies,
  exchange,
  make_room,
  keep,
  kept,
  check
};

/// Arguments, one after another, as bytes: read in the order in which they were written.
class Parcel {
public:
  Parcel() = default;
  explicit Parcel(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}

  std::vector<std::byte>& bytes() { return bytes_; }

  template <class T>
    requires std::is_trivially_copyable_v<T>
  void put(const T& value) {
    const auto at = bytes_.size();
    bytes_.resize(at + sizeof(T));
    std::memcpy(bytes_.data() + at, &value, sizeof(T));
  }
  template <class T>
  void put_list(std::span<const T> list) {
    put(list.size());
    const auto at = bytes_.size();
    bytes_.resize(at + list.size_bytes());
    if (!list.empty()) {
      std::memcpy(bytes_.data() + at, list.data(), list.size_bytes());
    }
  }

  template <class T>
    requires std::is_trivially_copyable_v<T>
  T take() {
    T value;
    std::memcpy(&value, next(sizeof(T)), sizeof(T));
    return value;
  }
  template <class List>
  List take_list() {
    List list;
    list.resize(take<std::size_t>());
    const std::size_t bytes = list.size() * sizeof(typename List::value_type);
    if (bytes > 0) {
      std::memcpy(list.data(), next(bytes), bytes);
    }
    return list;
  }

private:
  const std::byte* next(std::size_t count) {
    if (count > bytes_.size() - at_) {
      throw std::out_of_range("an order ends too early");
    }
    const std::byte* const here = bytes_.data() + at_;
    at_ += count;
    return here;
  }

  std::vector<std::byte> bytes_;
  std::size_t at_ = 0;
};

} // namespace neel::parallel
