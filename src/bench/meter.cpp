// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "bench/meter.hpp"

#include "backend/backend.hpp"

#include <dlfcn.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace neel::bench {

namespace {

/// NVIDIA's management library, which comes with the driver; without it nothing answers.
class Nvml {
public:
  explicit Nvml(const std::string& bus) : library_(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {
    const auto init = find<int()>("nvmlInit_v2");
    const auto by_bus = find<int(const char*, void**)>("nvmlDeviceGetHandleByPciBusId_v2");
    if (init == nullptr || by_bus == nullptr || init() != 0 || by_bus(bus.c_str(), &device_) != 0) {
      device_ = nullptr;
    }
  }

  std::optional<double> joules() const {
    unsigned long long millijoules = 0;
    const auto energy = find<int(void*, unsigned long long*)>("nvmlDeviceGetTotalEnergyConsumption");
    if (device_ == nullptr || energy == nullptr || energy(device_, &millijoules) != 0) {
      return {};
    }
    return static_cast<double>(millijoules) * 1e-3;
  }
  std::optional<double> clock() const {
    constexpr int multiprocessors = 1;
    unsigned megahertz = 0;
    const auto get = find<int(void*, int, unsigned*)>("nvmlDeviceGetClockInfo");
    if (device_ == nullptr || get == nullptr || get(device_, multiprocessors, &megahertz) != 0) {
      return {};
    }
    return megahertz;
  }

private:
  template <class Function>
  Function* find(const char* name) const {
    return library_ == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(library_, name));
  }

  void* library_;
  void* device_ = nullptr;
};

const Nvml& nvml() {
  static const Nvml one(backend::device_bus());
  return one;
}

/// What the packages' counters of energy add up to; they start again now and then, which gives a negative difference.
std::optional<double> rapl_joules() {
  double sum = 0;
  bool any = false;
  std::error_code none;
  for (const auto& zone : std::filesystem::directory_iterator("/sys/class/powercap", none)) {
    const std::string name = zone.path().filename().string();
    if (name.starts_with("intel-rapl:") && name.find(':') == name.rfind(':')) { // a package, not a part of one
      double microjoules = 0;
      if (!(std::ifstream(zone.path() / "energy_uj") >> microjoules)) {
        return {};
      }
      sum += microjoules * 1e-6;
      any = true;
    }
  }
  return any ? std::optional(sum) : std::nullopt;
}

std::optional<double> joules_so_far() { return backend::on_device() ? nvml().joules() : rapl_joules(); }

} // namespace

Meter::Meter() : joules_(joules_so_far()) {
  if (backend::on_device() || backend::host_threads() > 1) {
    return;
  }
  perf_event_attr what{};
  what.type = PERF_TYPE_HARDWARE;
  what.size = sizeof what;
  what.config = PERF_COUNT_HW_INSTRUCTIONS;
  what.exclude_kernel = 1;
  what.exclude_hv = 1;
  counter_ = static_cast<int>(syscall(SYS_perf_event_open, &what, 0, -1, -1, 0));
}

Meter::~Meter() {
  if (counter_ >= 0) {
    close(counter_);
  }
}

Meter::Reading Meter::since_start() const {
  using namespace std::chrono_literals;
  Reading now;
  const bool long_enough =
      !backend::on_device() || std::chrono::steady_clock::now() - start_ >= 1s; // it counts ten times a second
  if (const std::optional<double> joules = joules_so_far(); long_enough && joules && joules_ && *joules > *joules_) {
    now.joules = *joules - *joules_;
  }
  if (std::uint64_t count = 0; counter_ >= 0 && read(counter_, &count, sizeof count) == sizeof count) {
    now.instructions = static_cast<double>(count);
  }
  if (backend::on_device()) {
    now.clock = nvml().clock();
  }
  return now;
}

} // namespace neel::bench
