//===- LinkerArguments.cpp - Parses arguments of the linker ---------------===//

#include "tools/udpc-clang/LinkerArguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <utility>

using namespace llvm;
using namespace udpc;

/// Records the library \p Name of -l.
static void readLibrary(StringRef Name, Request &R) {
  R.HasInput = true;
  R.Libraries.push_back(R.ArchivesOnly && !Name.starts_with(":")
                            ? (":lib" + Name + ".a").str()
                            : Name.str());
}

/// Whether \p Arg, of the linker, is the name of an input.
static bool isLinkInput(StringRef Arg) {
  StringRef Extension = sys::path::extension(Arg);
  return !Arg.starts_with("-") && (Extension == ".o" || Extension == ".a" ||
                                   Extension == ".so" || Arg.contains(".so."));
}

/// Records the relevant facts of the linker's option \p Name with \p Value.
static void readLinkerOption(StringRef Name, StringRef Value, Request &R) {
  if (Name == "L" || Name == "library-path")
    R.LibraryFolders.push_back(Value.str());
  else if (Name == "l" || Name == "library")
    readLibrary(Value, R);
  else if (is_contained({"rpath", "rpath-link", "R"}, Name))
    for (StringRef Folder : split(Value, ':'))
      R.RunPaths.push_back(Folder.str());
}

/// Records the relevant facts of an argument of the linker, by -Wl, or
/// -Xlinker.
static void readLinkerArgument(StringRef Arg, Request &R) {
  if (!R.LinkerOption.empty())
    return readLinkerOption(std::exchange(R.LinkerOption, ""), Arg, R);
  if (isLinkInput(Arg)) {
    R.LinkInputs.push_back(Arg.str());
    return;
  }
  StringRef Option = Arg;
  if (!Option.consume_front("-"))
    return;
  bool IsLong = Option.consume_front("-");
  if (is_contained({"Bstatic", "dn", "non_shared", "static"}, Option)) {
    R.ArchivesOnly = true;
    return;
  }
  if (is_contained({"Bdynamic", "dy", "call_shared"}, Option)) {
    R.ArchivesOnly = false;
    return;
  }
  auto [Name, Value] = Option.split('=');
  if (Option.contains('='))
    readLinkerOption(Name, Value, R);
  // Also those whose value may look like the name of an input.
  else if (is_contained({"rpath", "rpath-link", "R", "L", "l", "library-path",
                         "library", "soname", "h", "o", "output", "F", "filter",
                         "f", "auxiliary", "exclude-libs", "I",
                         "dynamic-linker", "plugin"},
                        Name))
    R.LinkerOption = Name.str();
  else if (!IsLong && (Option.starts_with("L") || Option.starts_with("l")))
    readLinkerOption(Option.take_front(), Option.drop_front(), R);
}

void udpc::readLinkFlag(StringRef Arg, StringRef Value, Request &R) {
  StringRef Text = Arg;
  if (Text.consume_front("-L")) {
    R.LibraryFolders.push_back((Text.empty() ? Value : Text).str());
  } else if (Text.consume_front("-l")) {
    readLibrary(Text.empty() ? Value : Text, R);
  } else if (Text.consume_front("-Wl,")) {
    for (StringRef Each : split(Text, ','))
      readLinkerArgument(Each, R);
    // Its value is skipped as any other.
    if (Arg == "-Wl,-rpath" && Value.consume_front("-Wl,"))
      readLinkerArgument(Value, R);
  } else if (Arg == "-Xlinker") {
    readLinkerArgument(Value, R);
  } else if (Arg == "-rpath") {
    R.RunPaths.push_back(Value.str());
  }
}
