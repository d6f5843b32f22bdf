// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What ranks tell one another, as bytes.

#include <neel/run/simulation.hpp>

#include <cstring>
#include <stdexcept>
#include <type_traits>

namespace neel::run {

/// Values, one after another: read in the order in which they were written.
class Archive {
public:
  Archive() = default;
  explicit Archive(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}

  std::vector<std::byte>& bytes() { return bytes_; }
  /// Has all been taken?
  bool empty() const { return at_ == bytes_.size(); }

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
      throw std::out_of_range("a parcel ends too early");
    }
    const std::byte* const here = bytes_.data() + at_;
    at_ += count;
    return here;
  }

  std::vector<std::byte> bytes_;
  std::size_t at_ = 0;
};

inline void put(Archive& p, const Array& a) {
  p.put_list(std::span<const char>(a.name));
  p.put(a.number);
  p.put_list(std::span<const std::uint64_t>(a.sizes));
  p.put_list(std::span<const std::byte>(a.bytes));
  p.put(a.systems);
}
inline Array take_array(Archive& p) {
  Array a;
  a.name = p.take_list<std::string>();
  a.number = p.take<Array::Number>();
  a.sizes = p.take_list<std::vector<std::uint64_t>>();
  a.bytes = p.take_list<std::vector<std::byte>>();
  a.systems = p.take<Array::Systems>();
  return a;
}
inline void put(Archive& p, const std::vector<Array>& all) {
  p.put(all.size());
  for (const Array& a : all) {
    put(p, a);
  }
}
inline std::vector<Array> take_arrays(Archive& p) {
  std::vector<Array> all(p.take<std::size_t>());
  for (Array& a : all) {
    a = take_array(p);
  }
  return all;
}

inline void put(Archive& p, const Configuration& c) {
  p.put_list(std::span<const float>(c.values));
  p.put(c.components);
  p.put_list(std::span<const std::uint8_t>(c.labels));
  p.put_list(std::span<const char>(c.name));
  p.put_list(std::span<const char>(c.label_name));
  p.put(c.picture);
  p.put_list(std::span<const float>(c.overlaps));
}
inline Configuration take_configuration(Archive& p) {
  Configuration c;
  c.values = p.take_list<std::vector<float>>();
  c.components = p.take<std::size_t>();
  c.labels = p.take_list<std::vector<std::uint8_t>>();
  c.name = p.take_list<std::string>();
  c.label_name = p.take_list<std::string>();
  c.picture = p.take<bool>();
  c.overlaps = p.take_list<std::vector<float>>();
  return c;
}

} // namespace neel::run
