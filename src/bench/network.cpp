// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "bench/network.hpp"

#include "backend/backend.hpp"
#include "bench/machine.hpp"
#include "bench/timing.hpp"
#include "errors/errors.hpp"
#include "parallel/session.hpp"

#include <neel/core/backend/side_stream.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <fstream>

namespace neel::bench {

namespace {

constexpr std::size_t fewest = 1 << 10, most = 1 << 24; ///< bytes to each side

template <class Memory>
std::vector<Network::HaloExchange> time_swaps(int repetitions) {
  run::Communicator& ranks = parallel::ranks();
  const SideStream<Kokkos::DefaultExecutionSpace> side;
  const Kokkos::View<std::byte**, Kokkos::LayoutRight, Memory> buffer("neel::bench::swapped", 4, most);
  std::vector<Network::HaloExchange> found;
  for (std::size_t n = fewest; n <= most; n *= 4) {
    const auto piece = [&](std::size_t k) { return run::HaloExchange::Piece{buffer.data() + k * most, n}; };
    run::HaloExchange swap;
    swap.below = (ranks.rank() + ranks.size() - 1) % ranks.size();
    swap.above = (ranks.rank() + 1) % ranks.size();
    swap.to_below = piece(0);
    swap.to_above = piece(1);
    swap.from_below = piece(2);
    swap.from_above = piece(3);
    swap.stream = ranks.pieces_on_devices() > 0 ? side.stream() : nullptr;
    const std::size_t count = std::clamp<std::size_t>((most / 2) / n, 4, 128); // on all ranks alike
    const auto work = [&] {
      for (std::size_t k = 0; k < count; ++k) {
        ranks.start(swap);
        ranks.finish();
      }
      side.wait();
    };
    work();
    const double seconds = time_median(repetitions, work);
    found.push_back({2 * static_cast<double>(n), seconds / static_cast<double>(count)});
  }
  return found;
}

std::vector<Network::HaloExchange> time_swaps_of_all(int repetitions) {
  parallel::use_devices();
  return parallel::ranks().pieces_on_devices() > 0
             ? time_swaps<Kokkos::DefaultExecutionSpace::memory_space>(repetitions)
             : time_swaps<PinnedMemory<Kokkos::DefaultExecutionSpace>>(repetitions);
}

} // namespace

double Network::seconds(double bytes) const {
  if (swaps.size() < 2) {
    return 0;
  }
  std::size_t k = 1;
  while (k + 1 < swaps.size() && swaps[k].bytes < bytes) {
    ++k;
  }
  const HaloExchange &a = swaps[k - 1], &b = swaps[k];
  return a.seconds + (std::max(bytes, swaps.front().bytes) - a.bytes) * (b.seconds - a.seconds) / (b.bytes - a.bytes);
}

Network measure_network(int repetitions) {
  Network found;
  found.swaps = time_swaps_of_all(repetitions);
  found.on_devices = parallel::ranks().pieces_on_devices() > 0;
  found.about = fmt::format("{} ranks, {}, {}, {}", parallel::ranks().size(), backend::name(),
                            found.on_devices ? parallel::way_between_devices() : parallel::library(), today());
  return found;
}

void help_with_network(int repetitions) { time_swaps_of_all(repetitions); }

Network read_network(const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    throw FileError("cannot read " + path);
  }
  try {
    const nlohmann::json n = nlohmann::json::parse(file).at("network");
    Network found{n.at("about").get<std::string>(), n.at("on_devices").get<bool>(), {}};
    for (const nlohmann::json& s : n.at("swaps")) {
      found.swaps.push_back({s.at("bytes").get<double>(), 1e-6 * s.at("us").get<double>()});
    }
    const auto grows = [](const Network::HaloExchange& a, const Network::HaloExchange& b) {
      return a.bytes >= b.bytes;
    };
    if (found.swaps.size() < 2 ||
        std::adjacent_find(found.swaps.begin(), found.swaps.end(), grows) != found.swaps.end()) {
      throw InputError("");
    }
    return found;
  } catch (const std::exception&) {
    throw InputError(path + " has no swaps between ranks: mpirun -np N neel bench parallel --json FILE measures them");
  }
}

double predict(const Rehearsed& one, const Rehearsed& thinnest, const Network& network) {
  const double swap = network.seconds(one.swaps.bytes);
  if (one.swaps.count == 0 || !backend::on_device()) {
    return one.sweep + one.swaps.count * swap;
  }
  return std::max(one.sweep, one.swaps.count * (thinnest.sweep / thinnest.swaps.count + swap));
}

} // namespace neel::bench
