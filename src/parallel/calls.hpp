// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Calls that all ranks make at once: rank 0 sends the name of a member function and its arguments, and the others call it, too. What
// it returns or hands over counts on rank 0 alone.

#include "parallel/session.hpp"

#include <neel/run/archive.hpp>
#include <neel/run/capabilities.hpp>

#include <map>
#include <memory>
#include <string_view>
#include <tuple>
#include <typeinfo>

namespace neel::parallel {

/// What a rank has of a shared simulation, and the pieces of what it last saved. Its functions are those of a simulation, as far as
/// ranks do more together than to call these.
class Part {
public:
  explicit Part(std::unique_ptr<run::Simulation> simulation) : simulation_(std::move(simulation)) {}

  run::Simulation& simulation() { return *simulation_; }
  void forget_pieces() { pieces_.clear(); }

  /// The signal by which one of the other ranks was told to stop, or 0.
  int wait() {
    forget_pieces();
    simulation_->wait();
    return static_cast<int>(-ranks().least(-std::int64_t{told()}));
  }
  std::vector<run::Array> save() {
    forget_pieces();
    std::vector<run::Array> arrays = simulation_->save();
    for (const run::Array& a : arrays) {
      pieces_.push_back(a.pieces.take);
    }
    return arrays;
  }
  std::vector<std::byte> piece(std::size_t array, std::uint64_t number) { return pieces_.at(array)(number); }
  /// The first rank has the bytes of arrays, the others what they are: bytes go to all of them, or in parts, as somebody reads them.
  void load(std::vector<run::Array> arrays) {
    forget_pieces();
    for (run::Array& a : arrays) {
      a.fetch = [](run::Array& array) {
        run::complete(array);
        tell(array.bytes);
      };
    }
    try {
      simulation_->load(arrays);
    } catch (const std::invalid_argument&) {
      if (leads()) { // which says so
        throw;
      }
    }
  }

  /// The signal by which this rank was told to stop since the last call, or 0.
  inline static std::function<int()> told = [] { return 0; };

private:
  std::unique_ptr<run::Simulation> simulation_;
  std::vector<std::function<std::vector<std::byte>(std::uint64_t)>> pieces_;
};

/// How an argument is sent: lists arrive as vectors, and what is to receive results as a function that does nothing.
template <class T>
struct Sent {
  static void put(run::Archive& to, const T& value) { to.put(value); }
  static T take(run::Archive& from) { return from.take<T>(); }
};
template <class T>
struct Sent<std::span<const T>> {
  static void put(run::Archive& to, std::span<const T> list) { to.put(list); }
  static std::vector<T> take(run::Archive& from) { return from.take<std::vector<T>>(); }
};
template <class... T>
struct Sent<std::function<void(T...)>> {
  static void put(run::Archive& /*to*/, const std::function<void(T...)>& /*receive*/) {}
  static std::function<void(T...)> take(run::Archive& /*from*/) {
    return [](T...) {};
  }
};

template <class T>
using Received = decltype(Sent<std::remove_cvref_t<T>>::take(std::declval<run::Archive&>()));

/// By the hash of the name of a function: how it is called with the arguments that rank 0 sent.
inline std::map<std::size_t, void (*)(Part&, run::Archive&)>& known_calls() {
  static std::map<std::size_t, void (*)(Part&, run::Archive&)> all;
  return all;
}

/// A member function of Part, Simulation or a capability. Whoever asks for its name enters it into known_calls(), before main().
template <auto Function, class Type = decltype(Function)>
struct Call;
template <auto Function, class Owner, class Result, class... A>
struct Call<Function, Result (Owner::*)(A...)> {
  using Arguments = std::tuple<Received<A>...>;

  static Result make(Part& part, const auto&... arguments) {
    if constexpr (std::is_same_v<Owner, Part>) {
      return (part.*Function)(arguments...);
    } else {
      part.forget_pieces();
      return (run::get<Owner>(part.simulation()).*Function)(arguments...);
    }
  }
  static void follow(Part& part, run::Archive& from) {
    std::apply([&](const auto&... arguments) { make(part, arguments...); },
               Arguments{Sent<std::remove_cvref_t<A>>::take(from)...}); // one after the other, as braces have it
  }
  static std::size_t enter() {
    const std::size_t hash = std::hash<std::string_view>()(typeid(Call).name());
    known_calls()[hash] = follow;
    return hash;
  }
  inline static const std::size_t name = enter();
};

} // namespace neel::parallel
