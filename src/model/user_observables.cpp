// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "model/user_observables.hpp"

#include "expression/compile.hpp"
#include "expression/observing.hpp"

#include <algorithm>
#include <stdexcept>

namespace neel::models {

namespace {

using expression::Names;
using formula::Tree;

constexpr std::size_t most_moments = 1000;

bool any(const Tree& tree, const std::function<bool(const Tree&)>& holds) {
  return holds(tree) ||
         std::any_of(tree.arguments.begin(), tree.arguments.end(), [&](const Tree& t) { return any(t, holds); });
}
bool is_call(const Tree& tree, const char* name) { return tree.call && tree.name == name; }

const Tree& only_argument(const Tree& call) {
  if (call.arguments.size() != 1) {
    throw std::invalid_argument(call.name + "() has one argument");
  }
  return call.arguments.front();
}

bool same(const run::Program& a, const run::Program& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const run::Step& s, const run::Step& t) {
    return s.op == t.op && s.index == t.index && s.value == t.value;
  });
}

/// The number of a program in a list, to which it is added where it is new.
int number_of(const run::Program& program, std::vector<run::Program>& all) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const run::Program& p) { return same(p, program); });
  const auto number = static_cast<int>(found - all.begin());
  if (found == all.end()) {
    all.push_back(program);
  }
  return number;
}

class Adder {
public:
  Adder(const input::RunInput& run, Model& model) : run_(run), model_(model), of_model_(model.moments.size()) {
    run::UserMoments& u = model_.user_moments;
    if (model.field.components > 0 && !model.field.overlaps) {
      u.components = model.field.components;
      u.basis = model.field.basis;
      u.size = model.field.size;
      u.vacancies = model.field.vacancies;
      add_site_variables();
    }
    for (std::size_t a = 0; a < 3; ++a) {
      site_.constants[std::string("L") + "xyz"[a]] = run.lattice.size[a];
    }
    for (std::size_t m = 0; m < of_model_; ++m) {
      if (model.moments[m].axis == scalar) {
        moment_.variables[model.moments[m].name] = static_cast<int>(m);
      }
    }
    moment_.call = [this](const Tree& t) { return site_average(t); };
    mean_.variables["T"] = 0;
    mean_.constants["N"] = static_cast<double>(run.lattice.sites()) * model.sites_per_cell /
                           static_cast<double>(std::max<std::size_t>(1, run.lattice.basis.size()));
    mean_.call = [this](const Tree& t) { return mean(t); };
  }

  void add(const std::string& name, const std::string& text) {
    const Tree tree = formula::parse(text);
    handles_.clear();
    name_ = is_call(tree, "mean") ? name : name + "_mean";
    const run::Program program = compile(tree, mean_);
    if (handles_.empty()) {
      throw std::invalid_argument("it has no mean(...), of which observables are made");
    }
    Observable o;
    o.name = name;
    o.long_name = name + " = " + text;
    o.units = "1";
    o.primary = true;
    o.by_correlated_set = true; // whatever it is made of
    o.derive = [program, handles = handles_](std::span<const double> means, double temperature) {
      std::vector<double> variables{temperature};
      for (const std::size_t h : handles) {
        variables.push_back(means[h]);
      }
      return expression::value_of(program, variables);
    };
    o.moment = static_cast<std::ptrdiff_t>(handles_.front()); // its autocorrelation time is that of its first average
    o.square = static_cast<std::ptrdiff_t>(square_of(handles_.front()));
    model_.observables.push_back(std::move(o));
  }

  /// What can be named within sites(), mean() and outside of them.
  std::vector<std::string> names() const {
    std::vector<std::string> all = expression::known_names();
    for (const Names* n : {&site_, &moment_, &mean_}) {
      for (const auto& [name, number] : n->variables) {
        all.push_back(name);
      }
      for (const auto& [name, value] : n->constants) {
        all.push_back(name);
      }
    }
    all.insert(all.end(), {"sites", "mean"});
    return all;
  }

private:
  void add_site_variables() {
    const int n = model_.field.components;
    const std::string letter = run_.model == "phi4" ? "phi" : "S";
    for (int k = 0; k < n; ++k) {
      const std::string which = letter == "S" ? std::string(1, "xyz"[k]) : std::to_string(k + 1);
      site_.variables[n == 1 ? letter : letter + which] = k;
    }
    using enum run::SiteVariable;
    for (const auto& [name, variable] : {std::pair{"x", x}, {"y", y}, {"z", z}, {"basis", basis}, {"ion", ion}}) {
      site_.variables[name] = model_.user_moments.variable(variable);
    }
  }

  bool names_sites(const Tree& tree) const {
    return any(tree, [&](const Tree& t) { return t.is_name() && site_.variables.contains(t.name); });
  }

  /// sites(f): the average of f over the sites of a configuration.
  std::optional<int> site_average(const Tree& t) {
    if (!is_call(t, "sites")) {
      return {};
    }
    const Tree& f = only_argument(t);
    if (site_.variables.empty()) {
      throw std::invalid_argument("this model has no values of sites to average");
    }
    if (any(f, [](const Tree& u) { return is_call(u, "sites") || is_call(u, "mean"); })) {
      throw std::invalid_argument("within sites() there is no sites() or mean()");
    }
    run::UserMoments& u = model_.user_moments;
    u.ions = u.ions || any(f, [](const Tree& v) { return v.is_name() && v.name == "ion"; });
    return static_cast<int>(of_model_) + number_of(compile(f, site_), u.site_averages);
  }

  /// mean(g): the average of g over measurements. Sites that it names outside of sites() are averaged over.
  std::optional<int> mean(const Tree& t) {
    if (is_call(t, "sites")) {
      throw std::invalid_argument("sites() stands within mean()");
    }
    if (!is_call(t, "mean")) {
      return {};
    }
    Tree g = only_argument(t);
    if (any(g, [](const Tree& u) { return is_call(u, "mean"); })) {
      throw std::invalid_argument("within mean() there is no mean()");
    }
    if (names_sites(g) && !any(g, [](const Tree& u) { return is_call(u, "sites"); })) {
      g = {"sites", 0, {std::move(g)}, true};
    }
    const std::size_t handle =
        moment(compile(g, moment_), handles_.empty() ? name_ : name_ + "_" + std::to_string(handles_.size() + 1));
    handles_.push_back(handle);
    return static_cast<int>(handles_.size());
  }

  /// The moment that is made so; a new one has this name.
  std::size_t moment(const run::Program& program, const std::string& name) {
    run::UserMoments& u = model_.user_moments;
    if (program.size() == 1 && program[0].op == run::Op::variable &&
        static_cast<std::size_t>(program[0].index) < of_model_) {
      return static_cast<std::size_t>(program[0].index); // the model's own
    }
    const std::size_t before = u.moments.size();
    const auto number = static_cast<std::size_t>(number_of(program, u.moments));
    if (number == before) {
      if (before == most_moments) {
        throw std::invalid_argument("more than 1000 averages");
      }
      std::string unused = name;
      while (std::any_of(model_.moments.begin(), model_.moments.end(),
                         [&](const Moment& m) { return m.name == unused; })) {
        unused += "_";
      }
      u.names.push_back(unused);
      model_.moments.push_back({unused, "average of measure.observables", "1"});
    }
    return of_model_ + number;
  }
  std::size_t square_of(std::size_t handle) {
    for (const Observable& o : model_.observables) { // the model's own has one
      if (o.moment == static_cast<std::ptrdiff_t>(handle) && o.square >= 0) {
        return static_cast<std::size_t>(o.square);
      }
    }
    run::Program p = handle < of_model_ ? run::Program{{run::Op::variable, static_cast<std::int32_t>(handle), 0}}
                                        : model_.user_moments.moments[handle - of_model_];
    p.push_back({run::Op::integer_power, 2, 0});
    return moment(p, model_.moments[handle].name + "_squared");
  }

  const input::RunInput& run_;
  Model& model_;
  std::size_t of_model_; ///< its own moments
  Names site_, moment_, mean_;
  std::string name_;                 ///< of the observable's first average
  std::vector<std::size_t> handles_; ///< of the averages of the observable
};

} // namespace

void add_user_observables(input::Reader& in, const input::RunInput& run, Model& model) {
  if (run.observables.empty()) {
    return;
  }
  Adder adder(run, model);
  for (const auto& [name, text] : run.observables) {
    const std::string key = "measure.observables." + name;
    const auto named = [&](const auto& all) {
      return std::any_of(all.begin(), all.end(), [&](const auto& o) { return o.name == name; });
    };
    if (named(model.observables) || named(model.moments)) {
      in.error(key, "this model has an observable or moment of that name");
      continue;
    }
    try {
      adder.add(name, text);
    } catch (const std::invalid_argument& e) {
      const std::string what = e.what();
      const std::size_t quote = what.find('"');
      const std::string hint = what.starts_with("there is no")
                                   ? in.hint(what.substr(quote + 1, what.rfind('"') - quote - 1), adder.names())
                                   : "";
      in.error(key, what + hint);
    }
  }
  model.memory.device += expression::bytes(model.user_moments);
}

} // namespace neel::models
