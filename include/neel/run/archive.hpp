// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What ranks send one another, as bytes.

#include <neel/run/simulation.hpp>

#include <cstring>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace neel::run {

/// What an archive has of a struct, in order: f(member) of each. A struct of another namespace has its own function there.
template <class A, class B, class F>
void each_member(std::pair<A, B>& p, const F& f) {
  f(p.first);
  f(p.second);
}
template <class F>
void each_member(Array& a, const F& f) {
  f(a.name);
  f(a.number);
  f(a.sizes);
  f(a.bytes);
  f(a.systems);
}
template <class F>
void each_member(Configuration& c, const F& f) {
  f(c.values);
  f(c.components);
  f(c.labels);
  f(c.name);
  f(c.label_name);
  f(c.picture);
  f(c.overlaps);
}

/// Values, one after another: read in the order in which they were written. Numbers, structs of numbers, lists, and what has
/// each_member().
class Archive {
public:
  Archive() = default;
  explicit Archive(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}

  std::vector<std::byte>& bytes() { return bytes_; }
  /// Has all been taken?
  bool empty() const { return at_ == bytes_.size(); }

  template <class T>
  void put(const T& value) {
    if constexpr (requires { value.data(); }) {
      put(value.size());
      if constexpr (std::is_trivially_copyable_v<typename T::value_type>) {
        put_bytes(value.data(), value.size() * sizeof(typename T::value_type));
      } else {
        for (const auto& one : value) {
          put(one);
        }
      }
    } else if constexpr (std::is_trivially_copyable_v<T>) {
      put_bytes(&value, sizeof value);
    } else {
      each_member(const_cast<T&>(value), [this](const auto& member) { this->put(member); }); // which changes nothing
    }
  }

  template <class T>
  T take() {
    T value{};
    take_to(value);
    return value;
  }

private:
  template <class T>
  void take_to(T& value) {
    if constexpr (requires { value.data(); }) {
      value.resize(take<std::size_t>());
      if constexpr (std::is_trivially_copyable_v<typename T::value_type>) {
        take_bytes(value.data(), value.size() * sizeof(typename T::value_type));
      } else {
        for (auto& one : value) {
          take_to(one);
        }
      }
    } else if constexpr (std::is_trivially_copyable_v<T>) {
      take_bytes(&value, sizeof value);
    } else {
      each_member(value, [this](auto& member) { this->take_to(member); });
    }
  }

  void put_bytes(const void* from, std::size_t count) {
    const auto* const bytes = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), bytes, bytes + count);
  }
  void take_bytes(void* to, std::size_t count) {
    if (count > bytes_.size() - at_) {
      throw std::out_of_range("an archive ends too early");
    }
    if (count > 0) {
      std::memcpy(to, bytes_.data() + at_, count);
    }
    at_ += count;
  }

  std::vector<std::byte> bytes_;
  std::size_t at_ = 0;
};

} // namespace neel::run
