// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/threads.hpp"

#include "errors/errors.hpp"
#include "parallel/session.hpp"

#include <sched.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
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

/// The cores that this process may use, and the number of ranks that may use the same ones.
std::pair<int, int> cores_and_sharing() {
  cpu_set_t mine;
  CPU_ZERO(&mine);
  if (parallel::ranks().size() == 1 || sched_getaffinity(0, sizeof mine, &mine) != 0) {
    return {1, 1};
  }
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  const std::string place = std::string(host.data()) + std::string(reinterpret_cast<const char*>(&mine),
                                                                   sizeof mine); // which cores of which machine
  const std::vector<std::string> all = parallel::texts(place);
  return {std::min(CPU_COUNT(&mine), most_threads), static_cast<int>(std::count(all.begin(), all.end(), place))};
}

} // namespace

int choose_threads(int asked) {
  const auto [cores, sharing] = cores_and_sharing();
  const char* const said = std::getenv("OMP_NUM_THREADS");
  std::string text = said == nullptr ? "" : said;
  if (text.empty()) {
    unsetenv("OMP_NUM_THREADS"); // an empty one ends the program where LLVM's OpenMP reads it
  }
  if (const char* const value = std::getenv("KOKKOS_NUM_THREADS")) { // Kokkos reads it in any case
    check_variable("KOKKOS_NUM_THREADS", value);
    return asked;
  }
  if (asked == 0 && !text.empty()) {
    text = text.substr(0, text.find(',')); // the others are for threads within threads
    text.erase(0, text.find_first_not_of(" \t"));
    text.erase(text.find_last_not_of(" \t") + 1);
    check_variable("OMP_NUM_THREADS", text);
  } else if (asked == 0) {
    if (sharing > 1) {
      return std::max(1, cores / sharing);
    }
    if (std::thread::hardware_concurrency() > most_threads) {
      return most_threads;
    }
  }
  return asked;
}

void limit_spinning(char** argv) {
  const bool by_loader = getauxval(AT_BASE) == 0; // as `ld.so PROGRAM`: /proc/self/exe is the loader
  if (std::getenv("GOMP_SPINCOUNT") == nullptr && std::getenv("OMP_WAIT_POLICY") == nullptr && !by_loader) {
    setenv("GOMP_SPINCOUNT", "10000", 1);
    std::error_code error;
    execv(std::filesystem::read_symlink("/proc/self/exe", error).c_str(), argv); // where it cannot, the run is slower
  }
}

} // namespace neel::program
