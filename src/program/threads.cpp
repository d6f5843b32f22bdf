// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/threads.hpp"

#include "errors/errors.hpp"
#include "parallel/session.hpp"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <thread>

namespace neel::program {

std::string wrong_threads(const std::string& text) {
  const char *const first = text.data(), *const last = first + text.size();
  int threads = 0;
  const auto [end, error] = std::from_chars(first, last, threads);
  const bool right = error == std::errc() && end == last && threads >= 1 && threads <= most_threads;
  return right ? ""
               : "expected a whole number from 1 to " + std::to_string(most_threads) + ", found " +
                     (text.empty() ? "nothing" : text);
}

namespace {

void check_variable(const std::string& name, const std::string& value) {
  if (const std::string wrong = wrong_threads(value); !wrong.empty()) {
    throw InputError(name + ": " + wrong);
  }
}

} // namespace

int choose_threads(int asked) {
  if (const char* const value = std::getenv("KOKKOS_NUM_THREADS")) { // Kokkos reads it in any case
    check_variable("KOKKOS_NUM_THREADS", value);
    return asked;
  }
  const char* const value = std::getenv("OMP_NUM_THREADS");
  if (asked == 0 && value != nullptr && *value != '\0') {
    std::string text = value;
    text = text.substr(0, text.find(',')); // the others are for threads within threads
    text.erase(0, text.find_first_not_of(" \t"));
    text.erase(text.find_last_not_of(" \t") + 1);
    check_variable("OMP_NUM_THREADS", text);
  } else if (asked == 0) {
    const int cores = static_cast<int>(std::thread::hardware_concurrency()), here = parallel::ranks_here();
    cpu_set_t mine;
    const bool bound = sched_getaffinity(0, sizeof mine, &mine) == 0 && CPU_COUNT(&mine) * here <= cores;
    if (here > 1 && !bound) { // or each rank would have a thread on each core
      return std::clamp(cores / here, 1, most_threads);
    }
    if (cores > most_threads) {
      return most_threads;
    }
  }
  return asked;
}

} // namespace neel::program
