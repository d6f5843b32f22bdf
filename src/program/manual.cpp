// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel manual: the page neel(1).

#include "program/described.hpp"

#include <sstream>

namespace neel::program {

namespace {

/// Text that roff takes as it is.
std::string roff(const std::string& text) {
  std::string t;
  for (const char c : text) {
    t += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
  }
  return t.starts_with(".") || t.starts_with("'") ? "\\&" + t : t;
}

/// Lines of a text as paragraphs, where an empty one ends a paragraph.
std::string paragraphs(const std::string& text) {
  std::istringstream lines(text);
  std::string t;
  for (std::string line; std::getline(lines, line);) {
    t += line.empty() ? ".PP\n" : roff(line) + "\n";
  }
  return t;
}

std::string roff_entry(const DescribedOption& o) {
  std::string names;
  for (const std::string& name : o.names) {
    names += (names.empty() ? "\\fB" : ", \\fB") + roff(name) + "\\fR";
  }
  return ".TP\n" + names + (o.positional || o.type.empty() ? "" : " \\fI" + roff(o.type) + "\\fR") + "\n" +
         roff(o.meaning) + "\n";
}

/// The command as it is called.
std::string call(const std::string& name, const std::vector<DescribedOption>& options) {
  std::string t = "\\fBneel " + roff(name) + "\\fR";
  for (const DescribedOption& o : options) {
    if (o.positional) {
      const std::string argument = "\\fI" + roff(o.names.front()) + "\\fR" + (o.repeated ? " ..." : "");
      t += o.required ? " " + argument : " [" + argument + "]";
    }
  }
  return t + " [\\fIOPTIONS\\fR]";
}

} // namespace

std::vector<DescribedOption> describe_options(const CLI::App& command) {
  std::vector<DescribedOption> all;
  for (const CLI::Option* o : command.get_options()) {
    DescribedOption d;
    d.positional = o->get_positional();
    if (d.positional) {
      d.names = {o->get_name(true)};
    }
    for (const std::string& name : o->get_snames()) {
      d.names.push_back("-" + name);
    }
    for (const std::string& name : o->get_lnames()) {
      d.names.push_back("--" + name);
    }
    d.type = o->get_type_size() == 0 ? "" : o->get_type_name();
    d.meaning = o->get_description() + (o->get_default_str().empty() ? "" : " (default: " + o->get_default_str() + ")");
    const std::string& kind = d.positional ? d.names.front() : d.type;
    const bool file = kind.starts_with("FILE") || kind.starts_with("INPUT") || kind == "RUN";
    d.value = d.type.empty()                             ? DescribedOption::Value::none
              : kind == "DIR"                            ? DescribedOption::Value::folder
              : file || (d.positional && kind == "WHAT") ? DescribedOption::Value::file
                                                         : DescribedOption::Value::other;
    d.repeated = o->get_items_expected_max() > 1;
    d.required = o->get_required();
    all.push_back(d);
  }
  return all;
}

std::string manual_page(const CLI::App& app, const std::string& version) {
  const std::string about = app.get_description();
  std::string synopsis, commands;
  for (const CLI::App* command : app.get_subcommands({})) {
    const std::vector<DescribedOption> options = describe_options(*command);
    synopsis += (synopsis.empty() ? "" : ".br\n") + call(command->get_name(), options) + "\n";
    commands += ".SS neel " + roff(command->get_name()) + "\n" + roff(command->get_description()) + "\n";
    for (const DescribedOption& o : options) {
      commands += o.names.back() == "--help" ? "" : roff_entry(o);
    }
  }
  std::string page = ".TH NEEL 1 \"\" \"neel " + version + "\" \"User commands\"\n.SH NAME\nneel \\- " +
                     roff(about.substr(about.find(": ") + 2)) + "\n.SH SYNOPSIS\n" + synopsis + ".SH OPTIONS\n";
  for (const DescribedOption& o : describe_options(app)) {
    page += roff_entry(o);
  }
  return page + ".SH COMMANDS\n" + commands + ".SH EXIT STATUS\n" + paragraphs(app.get_footer());
}

} // namespace neel::program
