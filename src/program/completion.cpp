// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel completion: scripts that shells read. They know commands and options, and where files or folders go; the program does not
// run for them.

#include "program/described.hpp"

#include <fmt/format.h>

#include <optional>

namespace neel::program {

namespace {

using Value = DescribedOption::Value;

struct DescribedCommand {
  std::string name, meaning; ///< the name is empty for the program itself
  std::vector<DescribedOption> options;
};

/// The program and its commands, which take the program's --threads, too.
std::vector<DescribedCommand> describe_commands(const CLI::App& app) {
  std::vector<DescribedCommand> all{{"", app.get_description(), describe_options(app)}};
  for (const CLI::App* command : app.get_subcommands({})) {
    std::vector<DescribedOption> options = describe_options(*command);
    for (const DescribedOption& o : all.front().options) {
      if (o.value != Value::none) {
        options.push_back(o);
      }
    }
    all.push_back({command->get_name(), command->get_description(), options});
  }
  return all;
}

/// A text with a backslash before each of these characters.
std::string escaped(const std::string& text, const std::string& special) {
  std::string t;
  for (const char c : text) {
    t += (special.find(c) == std::string::npos ? "" : "\\") + std::string(1, c);
  }
  return t;
}

/// A text in single quotes; `quote` stands for one in it.
std::string quoted(const std::string& text, const std::string& quote) {
  std::string t = "'";
  for (const char c : text) {
    t += c == '\'' ? quote : std::string(1, c);
  }
  return t + "'";
}

/// The names of a command's options whose values are of this kind, or of all.
std::string names(const DescribedCommand& command, std::optional<Value> value = {}) {
  std::string t;
  for (const DescribedOption& o : command.options) {
    for (const std::string& name : o.names) {
      t += o.positional || (value && o.value != *value) ? "" : (t.empty() ? "" : " ") + name;
    }
  }
  return t;
}

std::string bash(const std::vector<DescribedCommand>& commands) {
  std::string cases, all;
  for (const DescribedCommand& c : commands) {
    cases += fmt::format("    {}) words='{}' folders='{}' others='{}' ;;\n", c.name.empty() ? "''" : c.name,
                         (c.name.empty() ? "'\"$commands\"' " : "") + names(c), names(c, Value::folder),
                         names(c, Value::other));
    all += (all.empty() ? "" : " ") + c.name;
  }
  return fmt::format(R"(_neel() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} command='' commands='{}' words folders others k
  COMPREPLY=()
  for ((k = 1; k < COMP_CWORD; ++k)); do
    case ${{COMP_WORDS[k]}} in
      --threads) ((++k)) ;;
      -*) ;;
      *) command=${{COMP_WORDS[k]}} && break ;;
    esac
  done
  case $command in
{}    *) return ;;
  esac
  case " $folders " in *" ${{COMP_WORDS[COMP_CWORD - 1]}} "*) compopt +o default -o dirnames && return ;; esac
  case " $others " in *" ${{COMP_WORDS[COMP_CWORD - 1]}} "*) compopt +o default && return ;; esac
  [[ $command && $word != -* ]] || mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}}
complete -o default -F _neel neel
)",
                     all, cases);
}

/// What _arguments takes for the options of a command.
std::string zsh_options(const std::vector<DescribedOption>& options) {
  const auto action = [](Value v) { return v == Value::file ? "_files" : v == Value::folder ? "_files -/" : " "; };
  std::string t;
  for (const DescribedOption& o : options) {
    for (const std::string& name : o.names) {
      const std::string begin = o.repeated ? "*" : "",
                        argument = ":" + escaped(o.positional ? name : o.type, "[]:\\") + ":" + action(o.value);
      t += " \\\n        " + quoted(begin + (o.positional ? "" : name + "[" + escaped(o.meaning, "[]:\\") + "]") +
                                        (o.value == Value::none ? "" : argument),
                                    "'\\''");
    }
  }
  return t;
}

std::string zsh(const std::vector<DescribedCommand>& commands) {
  std::string words, cases;
  for (const DescribedCommand& c : commands) {
    if (!c.name.empty()) {
      words += fmt::format("    {}\n", quoted(c.name + ":" + c.meaning, "'\\''"));
      cases += fmt::format("      {}) _arguments{} ;;\n", c.name, zsh_options(c.options));
    }
  }
  return fmt::format(R"(#compdef neel
_neel() {{
  local state line commands=(
{}  )
  _arguments -C{} \
        ':command:->command' '*::argument:->argument'
  case $state in
    command) _describe command commands ;;
    argument) case $line[1] in
{}    esac ;;
  esac
}}
if [[ $funcstack[1] == _neel ]]; then _neel "$@"; else compdef _neel neel; fi
)",
                     words, zsh_options(commands.front().options), cases);
}

std::string fish(const std::vector<DescribedCommand>& commands) {
  std::string t = "complete -c neel -f\n";
  for (const DescribedCommand& c : commands) {
    const std::string when = c.name.empty() ? "__fish_use_subcommand" : "'__fish_seen_subcommand_from " + c.name + "'";
    t += c.name.empty() ? ""
                        : fmt::format("complete -c neel -n __fish_use_subcommand -a {} -d {}\n", c.name,
                                      quoted(escaped(c.meaning, "\\"), "\\'"));
    for (const DescribedOption& o : c.options) {
      std::string given;
      for (const std::string& name : o.names) {
        given += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      if (!o.positional) {
        const std::string value = o.value == Value::none     ? ""
                                  : o.value == Value::file   ? " -r -F"
                                  : o.value == Value::folder ? " -x -a '(__fish_complete_directories)'"
                                                             : " -x";
        t += fmt::format("complete -c neel -n {}{}{} -d {}\n", when, given, value,
                         quoted(escaped(o.meaning, "\\"), "\\'"));
      } else if (o.value == Value::file) {
        t += fmt::format("complete -c neel -n {} -F\n", when);
      }
    }
  }
  return t;
}

} // namespace

std::string completion(const CLI::App& app, const std::string& shell) {
  const std::vector<DescribedCommand> commands = describe_commands(app);
  const std::string script = shell == "bash" ? bash(commands) : shell == "zsh" ? zsh(commands) : fish(commands);
  const std::string head = "# Completion of neel, made by `neel completion " + shell + "`.\n";
  const std::size_t first = script.starts_with("#compdef") ? script.find('\n') + 1 : 0; // zsh wants that line first
  return script.substr(0, first) + head + script.substr(first);
}

} // namespace neel::program
