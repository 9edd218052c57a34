# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the completions for bash, zsh and fish from the lists of options.

usage: completions.py --lists LISTS.json --out FOLDER
"""

import argparse
import json
import pathlib

# Kinds of files that complete a value or an argument, by its name in --help.
FILES = {"file", "binary", "profile", "hints", "csv", "program"}
FOLDERS = {"folder"}


def kind(value):
    """(kind, words) of a value: words, files, folders or anything else."""
    if "|" in value:
        return "words", value.split("|")
    if value in FILES:
        return "files", []
    return ("folders" if value in FOLDERS else "other"), []


def dashed(option):
    return ("-" if len(option["name"]) == 1 else "--") + option["name"]


def driver_words(flag):
    """The values of a flag of the driver: "auto, inline, call or instruction"."""
    if not flag["words"]:
        return []
    first, _, more = flag["words"].partition(" and, after commas, ")
    words, parts = (text.replace(" or ", ", ").split(", ") if text else [] for text in (first, more))
    return words + [f"{word},{part}" for word in words for part in parts]


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


# Returns the words of `udpc ctl` and `udpc hints` in --help.
def first_words(command):
    words = []
    for argument in command["arguments"]:
        for part in argument.replace("[<pid>]", "").split():
            words += [w for w in part.split("|") if w.isidentifier() or w.replace("-", "").isidentifier()]
    return [w for w in dict.fromkeys(words) if not w.startswith("-")]


BASH = """\
# bash completion for udpc and udpc-clang. Made from the lists of options.

# The values of an option, for the word $cur.
_udpc_value() {{
  case $1 in
{values}
  files) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
  folders) mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
  esac
}}

_udpc() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command=${{COMP_WORDS[1]}}
  compopt -o filenames 2>/dev/null
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W {commands} -- "$cur")
    return
  fi
  # Readline takes '=' for a word of its own.
  if [[ $cur == = ]]; then
    cur=
    _udpc_value "$command:$before"
    return
  elif [[ $before == = ]]; then
    _udpc_value "$command:${{COMP_WORDS[COMP_CWORD - 2]}}"
    return
  elif [[ $before == -[oI] ]]; then
    _udpc_value "$command:$before"
    return
  fi
  local options= words=
  case $command in
{options}
  esac
  if [[ $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
    [[ ${{COMPREPLY[0]-}} != *= ]] || compopt -o nospace 2>/dev/null
  else
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur"; compgen -f -- "$cur")
  fi
}}

_udpc_clang() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
  compopt -o filenames 2>/dev/null
  if [[ $cur == = ]]; then
    cur=
    _udpc_value "clang:$before"
  elif [[ $before == = && ${{COMP_WORDS[COMP_CWORD - 2]}} == -f*udpc* ]]; then
    _udpc_value "clang:${{COMP_WORDS[COMP_CWORD - 2]}}"
  elif [[ $cur == -* ]]; then
    # clang names its own flags, followed by a tab and a description.
    mapfile -t COMPREPLY < <(
      compgen -W {flags} -- "$cur"
      "$1" --autocomplete="$cur" 2>/dev/null | cut -f 1 | grep -e '^-' | grep -v udpc
    )
    [[ ${{COMPREPLY[0]-}} != *= ]] || compopt -o nospace 2>/dev/null
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
  fi
}}

complete -F _udpc udpc
complete -F _udpc_clang udpc-clang udpc-clang++
"""


def bash(lists):
    values, options = [], []
    for command in lists["commands"]:
        listed = []
        for option in command["options"]:
            what, words = kind(option["value"])
            name = dashed(option)
            key = f"{command['name']}:{name}"
            if what == "words":
                values.append(f'  {key}) mapfile -t COMPREPLY < <(compgen -W {quoted(" ".join(words))} -- "$cur") ;;')
            elif what != "other":
                values.append(f"  {key}) _udpc_value {what} ;;")
            takes = option["value"] and not option["value_is_optional"] and name.startswith("--")
            listed.append(name + ("=" if takes else ""))
        options.append(
            f"  {command['name']})\n"
            f"    options={quoted(' '.join(listed))}\n"
            f"    words={quoted(' '.join(first_words(command)))}\n"
            "    ;;"
        )
    for flag in lists["driver"]["flags"]:
        key = "clang:" + flag["spelling"].rstrip("=")
        words = driver_words(flag)
        if words:
            values.append(f'  {key}) mapfile -t COMPREPLY < <(compgen -W {quoted(" ".join(words))} -- "$cur") ;;')
        elif flag["value"]:
            values.append(f"  {key}) _udpc_value {kind(flag['value'].strip('<>'))[0]} ;;")
    return BASH.format(
        values="\n".join(values),
        options="\n".join(options),
        commands=quoted(" ".join(c["name"] for c in lists["commands"])),
        flags=quoted(" ".join(f["spelling"] for f in lists["driver"]["flags"])),
    )


def zsh_text(text):
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")


def zsh_action(value, words):
    what, listed = kind(value)
    words = words or listed
    name = zsh_text(value.split("|")[0] if not words else "value")
    if words:
        return f":{name}:({' '.join(words)})"
    return f":{name}:" + {"files": "_files", "folders": "_files -/"}.get(what, " ")


def zsh_option(option):
    name = dashed(option)
    text = f"[{zsh_text(option['help'])}]"
    if not option["value"]:
        return quoted(name + text)
    # --name=value, or -o value.
    joint = "=" if name.startswith("--") else "+"
    if option["value_is_optional"]:
        return quoted(f"{name}{joint}{text}:{zsh_action(option['value'], [])}")
    return quoted(f"{name}{joint}{text}{zsh_action(option['value'], [])}")


def zsh(lists):
    text = "#compdef udpc udpc-clang udpc-clang++\n# zsh completion. Made from the lists of options.\n\n"
    text += "_udpc_commands() {\n  local -a commands\n  commands=(\n"
    for command in lists["commands"]:
        text += "    " + quoted(command["name"] + ":" + command["summary"].replace(":", "\\:")) + "\n"
    text += "  )\n  _describe -t commands 'command' commands\n}\n\n"
    for command in lists["commands"]:
        words = first_words(command)
        rest = f"'*: : _alternative \"words:word:({' '.join(words)})\" \"files:file:_files\"'" if words else "'*: :_files'"
        text += f"_udpc_{command['name'].replace('-', '_')}() {{\n  _arguments -S \\\n"
        text += "".join(f"    {zsh_option(o)} \\\n" for o in command["options"])
        text += f"    {rest}\n}}\n\n"
    text += "_udpc_clang() {\n  _arguments \\\n"
    for flag in lists["driver"]["flags"]:
        text += "    " + quoted(
            ("*" if flag["value"] else "")
            + flag["spelling"].replace("=", "=-", 1 if flag["value"] else 0)
            + f"[{zsh_text(flag['help'])}]"
            + (zsh_action(flag["value"].strip("<>"), driver_words(flag)) if flag["value"] else "")
        ) + " \\\n"
    text += "    '*: :_files'\n}\n\n"
    text += """\
_udpc() {
  if [[ $service == udpc-clang* ]]; then
    _udpc_clang
  elif ((CURRENT == 2)); then
    _udpc_commands
  else
    local function=_udpc_${words[2]//-/_}
    shift words
    ((CURRENT--))
    (($+functions[$function])) && $function || _files
  fi
}

_udpc "$@"
"""
    return text


def fish_value(value, words):
    what, listed = kind(value)
    words = words or listed
    if words:
        return " -x -a " + quoted(" ".join(words))
    return {"files": " -r -F", "folders": " -x -a '(__fish_complete_directories)'"}.get(what, " -x")


def fish(lists):
    text = "# fish completion for udpc. Made from the lists of options.\n"
    text += "complete -c udpc -n __fish_use_subcommand -f\n"
    for command in lists["commands"]:
        text += f"complete -c udpc -n __fish_use_subcommand -a {command['name']} -d {quoted(command['summary'])}\n"
        condition = f"-n '__fish_seen_subcommand_from {command['name']}'"
        for word in first_words(command):
            text += f"complete -c udpc {condition} -a {word}\n"
        for option in command["options"]:
            name = dashed(option)
            text += f"complete -c udpc {condition} " + (f"-s {name[1:]}" if len(name) == 2 else f"-l {name[2:]}")
            if option["value"] and not option["value_is_optional"]:
                text += fish_value(option["value"], [])
            text += f" -d {quoted(option['help'])}\n"
    return text


def fish_driver(lists, program):
    text = f"# fish completion for {program}. Made from the lists of options.\n"
    for flag in lists["driver"]["flags"]:
        spelling = flag["spelling"]
        words = driver_words(flag)
        # fish has no old-style options whose value follows a '=': each is a word.
        for word in [spelling + w for w in words] or [spelling]:
            text += f"complete -c {program} -n 'string match -q -- \"-*\" (commandline -ct)' -a {quoted(word)} -d {quoted(flag['help'])}\n"
    return text


def main():
    parser = argparse.ArgumentParser()
    for name in ("lists", "out"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    lists = json.loads(arguments.lists.read_text())
    written = {
        "bash/udpc": bash(lists),
        "zsh/_udpc": zsh(lists),
        "fish/udpc.fish": fish(lists),
        "fish/udpc-clang.fish": fish_driver(lists, "udpc-clang"),
        "fish/udpc-clang++.fish": fish_driver(lists, "udpc-clang++"),
    }
    for name, text in written.items():
        path = arguments.out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


main()
