// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "input/schedule.hpp"

#include <algorithm>

namespace neel::input {

namespace {

constexpr double least_temperature = 1e-15; ///< in the run's unit; 1/T is kept in single precision

/// A quench: the points are times.
void read_quench(Reader& in, ScheduleInput& s) {
  if (s.temperature.size() != 1) {
    in.error("schedule.T", "a quench is to one temperature, found " + std::to_string(s.temperature.size()));
  }
  if (s.field.size() != 1) {
    in.error("schedule.field", "a quench is in one field, found " + std::to_string(s.field.size()));
  }
  s.times = in.times(
      {"schedule.times", "quench: numbers of sweeps from the start, after each of which is measured once", "none"});
  in.resolve("schedule.T", exact(s.temperature.front()));
  s.temperature.resize(s.times.size(), s.temperature.front());
  s.field.resize(s.times.size(), s.field.front());
}

/// Fields there and back: both branches of a loop.
void read_loop(Reader& in, ScheduleInput& s) {
  const std::string key = "schedule.loop";
  if (in.flag({key, "true: from the last of the fields back to the first, through all of them: both branches of a "
                    "hysteresis loop"},
              false)) {
    if (s.field.size() < 2 || s.temperature.size() > 1) {
      in.error(key, "is for a list of fields at one temperature");
    }
    s.field.insert(s.field.end(), s.field.rbegin() + 1, s.field.rend());
  }
  in.resolve(key, ""); // the resolved fields are all of them
}

/// Annealing: the points are temperatures, or fields at one temperature.
void read_anneal(Reader& in, const ModelTraits& model, ScheduleInput& s) {
  if (model.field) {
    read_loop(in, s);
  }
  if (s.temperature.size() == 1) {
    s.temperature.resize(s.field.size(), s.temperature.front());
  }
  if (s.field.size() == 1) {
    s.field.resize(s.temperature.size(), s.field.front());
  }
  if (s.field.size() != s.temperature.size()) {
    in.error("schedule.field", "expected one value, or one for each of the " + std::to_string(s.temperature.size()) +
                                   " temperatures, found " + std::to_string(s.field.size()));
  }
  s.thermalize =
      in.integer({"schedule.thermalize", "sweeps before measuring, at each temperature"}, 0, Reader::most_sweeps);
  s.sweeps = in.integer({"schedule.sweeps", "measured sweeps at each temperature"}, 1, Reader::most_sweeps);
  s.measure_every = in.integer({"schedule.measure_every", "sweeps between measurements", "10; of populations 1"}, 1,
                               Reader::most_sweeps, s.population > 0 ? 1 : 10);
  if (in.sound("schedule.sweeps") && in.sound("schedule.measure_every") && s.measure_every > s.sweeps) {
    in.error("schedule.measure_every", "is " + std::to_string(s.measure_every) + ", more than the " +
                                           std::to_string(s.sweeps) + " sweeps: nothing would be measured");
  }
}

/// Tempering: temperatures of a ladder, in one field.
void read_temper(Reader& in, ScheduleInput& s) {
  const auto& t = s.temperature;
  if (t.size() < 2 || (!std::is_sorted(t.begin(), t.end(), std::less_equal<>()) &&
                       !std::is_sorted(t.begin(), t.end(), std::greater_equal<>()))) {
    in.error("schedule.T", "tempering is between two temperatures or more, that rise or fall");
  }
  const bool as_resolved =
      s.field.size() == t.size() && std::equal(s.field.begin() + 1, s.field.end(), s.field.begin());
  if (s.field.size() != 1 && !as_resolved) {
    in.error("schedule.field", "tempering is in one field, found " + std::to_string(s.field.size()));
  }
  s.exchange_every = in.integer({"pt.every", "tempering: sweeps between exchanges"}, 1, Reader::most_sweeps, 1);
  s.tune =
      in.flag({"pt.tune", "tempering: true: temperatures between the first and the last are moved while thermalising "
                          "(100 sweeps at least), for equal acceptance"},
              false);
}

/// Multicanonical sampling between the temperatures at the ends, in one field.
void check_multicanonical(Reader& in, const ModelTraits& model, const ScheduleInput& s) {
  constexpr int fewest = 1000;
  if (!model.energy || !model.backward) {
    in.error("schedule.kind", model.energy ? "this model's sweeps cannot be made in reverse order, which "
                                             "\"multicanonical\" needs; take \"temper\""
                                           : "this model has no energy that could be sampled");
  }
  const auto [lowest, highest] = std::minmax_element(s.temperature.begin(), s.temperature.end());
  if (*lowest == *highest) {
    in.error("schedule.T", "multicanonical sampling is between two temperatures or more");
  }
  if (!std::equal(s.field.begin() + 1, s.field.end(), s.field.begin())) {
    in.error("schedule.field", "multicanonical sampling is in one field");
  }
  if (in.sound("schedule.thermalize") && s.thermalize < fewest) {
    in.error("schedule.thermalize", "weights of energies are learnt while thermalising, which takes " +
                                        std::to_string(fewest) + " sweeps at least");
  }
}

/// Population annealing, in one field.
void read_population(Reader& in, const ModelTraits& model, ScheduleInput& s) {
  s.population = static_cast<int>(
      in.integer({"pa.population", "population annealing: configurations of each system, all at one temperature"}, 2,
                 10'000'000, 1000));
  if (!std::equal(s.field.begin() + 1, s.field.end(), s.field.begin())) {
    in.error("schedule.field", "population annealing is in one field");
  }
  if (!model.energy || !model.population) {
    in.error("schedule.kind", model.energy ? "the samples of this model are bits of words, which are not copied one by "
                                             "one; a glass on a crystal has populations ([spin-glasses.md]"
                                             "(spin-glasses.md))"
                                           : "this model has no energy by which a population could be resampled");
  }
}

/// A start configuration by its name, or "file:run.vtkhdf".
void read_start(Reader& in, const ModelTraits& model, ScheduleInput& s) {
  const std::string file = "file:";
  const input::Key key{"schedule.start", model.start_meaning + "; or \"file:RUN.vtkhdf\", where another run ended "
                                                               "([snapshots.md](snapshots.md))"};
  s.start = model.starts.front();
  const Value* const given = in.node(key.path);
  const auto* const text = given == nullptr ? nullptr : given->as<std::string>();
  if (text == nullptr || !text->starts_with(file)) {
    s.start = in.choice(key, model.starts, model.starts.front());
  } else {
    s.start_file = in.text(key).substr(file.size());
    if (s.start_file.empty() || s.start_file.find('\0') != std::string::npos) {
      in.error(key.path, "expected the name of a file behind \"file:\"");
    }
  }
  if (in.when(!s.start_file.empty())) {
    s.start_checksum =
        in.text({"schedule.start_print", "the fingerprint of the start, as resolved inputs have it: another "
                                         "start is refused"},
                "");
  }
}

} // namespace

void read_schedule(Reader& in, const ModelTraits& model, RunInput& run) {
  ScheduleInput& s = run.schedule;
  const std::string kind = in.choice(
      {"schedule.kind",
       "\"anneal\": the configuration is carried from temperature to temperature, in the order given; "
       "\"temper\": a system at each temperature, side by side, and neighbours exchange temperatures "
       "([tempering.md](tempering.md)); \"population\": many configurations at one temperature after "
       "another, resampled in between ([population-annealing.md](population-annealing.md)); "
       "\"multicanonical\": all energies between those of the lowest and the highest temperature, equally often "
       "([multicanonical.md](multicanonical.md)); \"quench\": one temperature from the start on"},
      schedule_kinds, "anneal");
  if (!in.sound("schedule.kind")) { // which keys are needed is not known
    in.accept("schedule");
    in.accept("pt");
    in.accept("pa");
    s.temperature = s.field = {1.0};
    return;
  }
  s.temperature = in.quantities({"schedule.T", "temperatures, above zero"}, Dimension::energy, model.temperature);
  const double lowest = *std::min_element(s.temperature.begin(), s.temperature.end());
  if (!(lowest >= least_temperature)) {
    in.error("schedule.T",
             (lowest > 0 ? "temperatures must be 1e-15 or more, found " : "temperatures must be above zero, found ") +
                 exact(lowest));
  }
  run.has_field = model.field;
  s.field = {0.0};
  if (model.field) {
    s.field = in.quantities({"schedule.field",
                             "H on m = 1: one value, or one per temperature; several at one temperature are "
                             "a loop (hysteresis), one after another, with the axis H"},
                            Dimension::field, 0.0);
  }
  s.temper = kind == "temper";
  s.multicanonical = kind == "multicanonical";
  if (in.when(s.temper) && (s.temper || model.energy)) {
    read_temper(in, s);
  }
  if (in.when(kind == "population") && (kind == "population" || (model.energy && model.population))) {
    read_population(in, model, s);
  }
  if (in.when(kind != "quench")) {
    read_anneal(in, model, s);
    in.resolve("schedule.T", exact(s.temperature));
  }
  if (in.when(kind == "quench")) {
    read_quench(in, s);
  }
  if (model.field) {
    in.resolve("schedule.field", s.quench() ? exact(s.field.front()) : exact(s.field));
  }
  if (s.multicanonical) {
    check_multicanonical(in, model, s);
  }
  if (s.temper && !model.energy) {
    in.error("schedule.kind", "this model has no energy that tempering could work with");
  }
  if (s.tune && in.sound("schedule.thermalize") && s.thermalize < 100) {
    in.error("pt.tune", "temperatures are tuned while thermalising, which takes 100 sweeps at least");
  }
  read_start(in, model, s);
}

bool ScheduleInput::field_loop() const {
  const auto one = [](const std::vector<double>& v) {
    return std::all_of(v.begin(), v.end(), [&](double x) { return x == v.front(); });
  };
  return !quench() && !side_by_side() && population == 0 && one(temperature) && !one(field);
}

} // namespace neel::input
