// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "parallel/plan.hpp"

#include "errors/errors.hpp"
#include "models/models.hpp"
#include "parallel/session.hpp"
#include "parallel/shared.hpp"

#include <neel/run/distributed_replicas.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace neel::parallel {

namespace {

/// The systems that a rank has.
std::pair<int, int> share(const Plan& plan, int rank) {
  return run::share_of(static_cast<int>(plan.systems), rank, ranks().size());
}

/// The input with the systems of a rank alone.
input::Reader input_of(const Plan& plan, int rank) {
  const char* const source = "the systems of one rank";
  input::Reader in = input::Reader::from_text(plan.resolved, source);
  if (plan.systems > 0) {
    const auto put = [&](const char* key, std::int64_t n) {
      in.put(key, input::Value{n, 0, std::to_string(n)}, source);
    };
    const auto [begin, end] = share(plan, rank);
    put("algorithm.systems", end - begin);
    if (plan.first + begin > 0) {
      put(input::first_system, plan.first + begin);
    }
  }
  return in;
}

/// Why systems cannot be spread, or nothing.
std::string against_spreading(const models::Model& model, const input::RunInput& run, const Plan& plan) {
  if (run.copies() > 1) {
    return run.schedule.temper ? "systems on a ladder stay together" : "systems of a population stay together";
  }
  if (run.schedule.multicanonical) {
    return "systems learn the weights of energies together";
  }
  if (model.groups() > 1) {
    return "systems of several groups stay together";
  }
  if (model.joint_ending) {
    return "its end looks at all systems together";
  }
  if (run.systems < ranks().size()) {
    return fmt::format("it has {} system{}", run.systems, run.systems == 1 ? "" : "s");
  }
  try {
    input::Reader in = input_of(plan, ranks().size() - 1);
    input::RunInput part;
    models::read_input(in, part);
  } catch (const InputError& e) {
    return e.what();
  }
  return {};
}

/// That of all systems.
Plan whole_plan(const models::Model& model, const input::RunInput& run) {
  return {model.resolved, run.systems, model.systems, run.first_system};
}

std::string against_cutting(const models::Model& model) {
  if (model.slabs < 2) {
    return "its lattice cannot be cut";
  }
  return model.slabs >= ranks().size() ? "" : fmt::format("its lattice can be cut into {} slabs at most", model.slabs);
}

/// Why it cannot be as parallel.decompose asks, or nothing.
std::string against_asked(const models::Model& model, const input::RunInput& run) {
  const auto cut = [](int n) { return n > 1; };
  const auto& size = run.lattice.size;
  const auto last = std::find_if(size.rbegin(), size.rend(), cut); // slabs follow one another along it
  const std::size_t axis = !run.lattice.basis.empty() || last == size.rend()
                               ? size.size() - 1
                               : static_cast<std::size_t>(size.rend() - last) - 1;
  std::string reason;
  for (std::size_t a = 0; a < run.decompose.size(); ++a) {
    if (run.decompose[a] > 1 && a != axis) {
      reason = fmt::format("this lattice is cut along {} alone", "xyz"[axis]);
    }
  }
  if (reason.empty() && run.parts() > 1 && run.parts() != ranks().size()) {
    reason = fmt::format("that is not one part for each of {} ranks", ranks().size());
  }
  if (reason.empty()) {
    reason = run.parts() > 1 ? against_cutting(model) : against_spreading(model, run, whole_plan(model, run));
  }
  return reason.empty() ? "" : fmt::format("parallel.decompose = [{}]: {}", fmt::join(run.decompose, ", "), reason);
}

} // namespace

std::unique_ptr<run::Simulation> make_own(const Plan& plan) {
  input::Reader in = input_of(plan, ranks().rank());
  input::RunInput run;
  const models::Model model = models::read_input(in, run);
  if (plan.systems > 0) {
    return model.make(run::Space::default_space);
  }
  use_devices();
  return model.make({run::Space::default_space, ranks()});
}

std::unique_ptr<run::Simulation> make_part(const Plan& plan) {
  std::unique_ptr<run::Simulation> own = make_own(plan);
  if (plan.systems == 0) {
    return own;
  }
  const auto begin = static_cast<int>(share(plan, ranks().rank()).first * (plan.all / plan.systems));
  return std::make_unique<run::DistributedReplicas>(std::move(own), begin, plan.all, ranks());
}

std::string against_sharing(const models::Model& model, const input::RunInput& run) {
  if (!run.decompose.empty()) {
    return against_asked(model, run);
  }
  const std::string spreading = against_spreading(model, run, whole_plan(model, run));
  const std::string cutting = against_cutting(model);
  return spreading.empty() || cutting.empty() ? "" : spreading + ", and " + cutting;
}

Plan make_plan(const models::Model& model, const input::RunInput& run) {
  if (const std::string reason = against_sharing(model, run); !reason.empty()) {
    throw InputError(fmt::format("{} ranks cannot share this run: {}{}", ranks().size(), reason,
                                 run.decompose.empty() ? "; use fewer, or one" : ""));
  }
  Plan plan = whole_plan(model, run);
  if (run.parts() > 1 || !against_spreading(model, run, plan).empty()) {
    plan.systems = 0;
  }
  return plan;
}

void check_shared(const models::Model& model, const input::RunInput& run) {
  if (ranks().size() > 1) {
    make_plan(model, run);
  }
}

bool can_share(const models::Model& model, const input::RunInput& run) {
  try {
    check_shared(model, run);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

namespace {
constexpr int buffers = 1; ///< what is swapped lies in these, too; as Model::halo
double up(int n, int parts) { return std::ceil(static_cast<double>(n) / parts); }
} // namespace

double largest_share(const models::Model& model, const input::RunInput& run) {
  const int size = ranks().size();
  if (size == 1) {
    return 1;
  }
  return make_plan(model, run).systems > 0 ? up(run.systems, size) / run.systems : largest_part(model, run);
}

bool spreads(const models::Model& model, const input::RunInput& run) {
  return ranks().size() > 1 && can_share(model, run) && make_plan(model, run).systems > 0;
}

double largest_part(const models::Model& model, const input::RunInput& run) {
  if (ranks().size() == 1 || make_plan(model, run).systems > 0) {
    return 1;
  }
  return (up(model.slabs, ranks().size()) + model.halo + buffers) / model.slabs;
}

std::string how_shared(const models::Model& model, const input::RunInput& run) {
  if (ranks().size() == 1) {
    return "";
  }
  if (make_plan(model, run).systems > 0) {
    return "each rank has some of the systems\n";
  }
  return fmt::format("the lattice is cut into {} slabs\n", ranks().size());
}

double shares_together(const models::Model& model, const input::RunInput& run) {
  const int size = ranks().size();
  if (size == 1 || make_plan(model, run).systems > 0) {
    return 1;
  }
  return 1 + static_cast<double>(size) * (model.halo + buffers) / model.slabs;
}

} // namespace neel::parallel
