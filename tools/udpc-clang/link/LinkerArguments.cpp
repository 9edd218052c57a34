//===- LinkerArguments.cpp - Parses arguments of the linker ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc-clang/link/LinkerArguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <utility>

using namespace llvm;
using namespace udpc;

/// Records the library \p Name of -l.
static void readLibrary(StringRef Name, LinkInputs &Inputs) {
  Inputs.Libraries.push_back(Inputs.ArchivesOnly && !Name.starts_with(":")
                                 ? (":lib" + Name + ".a").str()
                                 : Name.str());
}

/// Returns whether the linker's argument \p Arg names an input.
static bool isLinkInput(StringRef Arg) {
  StringRef Extension = sys::path::extension(Arg);
  return !Arg.starts_with("-") && (Extension == ".o" || Extension == ".a" ||
                                   Extension == ".so" || Arg.contains(".so."));
}

/// Records the linker's option \p Name with \p Value if it concerns libraries.
static void readLinkerOption(StringRef Name, StringRef Value,
                             LinkInputs &Inputs) {
  if (Name == "L" || Name == "library-path")
    Inputs.LibraryFolders.push_back(Value.str());
  else if (Name == "l" || Name == "library")
    readLibrary(Value, Inputs);
  else if (is_contained({"rpath", "rpath-link", "R"}, Name))
    for (StringRef Folder : split(Value, ':'))
      Inputs.RunPaths.push_back(Folder.str());
}

/// Records the linker's argument \p Arg, passed by -Wl, or -Xlinker.
static void readLinkerArgument(StringRef Arg, LinkInputs &Inputs) {
  if (!Inputs.LinkerOption.empty())
    return readLinkerOption(std::exchange(Inputs.LinkerOption, ""), Arg,
                            Inputs);
  if (isLinkInput(Arg)) {
    Inputs.Files.push_back(Arg.str());
    return;
  }
  StringRef Option = Arg;
  if (!Option.consume_front("-"))
    return;
  bool IsLong = Option.consume_front("-");
  if (is_contained({"Bstatic", "dn", "non_shared", "static"}, Option)) {
    Inputs.ArchivesOnly = true;
    return;
  }
  if (is_contained({"Bdynamic", "dy", "call_shared"}, Option)) {
    Inputs.ArchivesOnly = false;
    return;
  }
  auto [Name, Value] = Option.split('=');
  if (Option.contains('='))
    readLinkerOption(Name, Value, Inputs);
  // Includes options whose value may look like the name of an input.
  else if (is_contained({"rpath", "rpath-link", "R", "L", "l", "library-path",
                         "library", "soname", "h", "o", "output", "F", "filter",
                         "f", "auxiliary", "exclude-libs", "I",
                         "dynamic-linker", "plugin"},
                        Name))
    Inputs.LinkerOption = Name.str();
  else if (!IsLong && (Option.starts_with("L") || Option.starts_with("l")))
    readLinkerOption(Option.take_front(), Option.drop_front(), Inputs);
}

void udpc::readLinkFlag(StringRef Arg, StringRef Value, LinkInputs &Inputs) {
  StringRef Text = Arg;
  if (Arg == "-static" || Arg == "-static-pie") {
    Inputs.Static = true;
  } else if (Text.consume_front("-L")) {
    Inputs.LibraryFolders.push_back((Text.empty() ? Value : Text).str());
  } else if (Text.consume_front("-l")) {
    readLibrary(Text.empty() ? Value : Text, Inputs);
  } else if (Text.consume_front("-Wl,")) {
    for (StringRef Each : split(Text, ','))
      readLinkerArgument(Each, Inputs);
    // The value is the next argument, with or without "-Wl,": clang passes
    // inputs to the linker in the same order.
    if (Arg == "-Wl,-rpath") {
      Value.consume_front("-Wl,");
      readLinkerArgument(Value, Inputs);
    }
  } else if (Arg == "-Xlinker") {
    readLinkerArgument(Value, Inputs);
  } else if (Arg == "-rpath") {
    Inputs.RunPaths.push_back(Value.str());
  }
}
