//===- DriverFlags.cpp - The table of the driver's flags ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc-clang/DriverFlags.h"
#include "passes/options/ProfileOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace udpc;

static const DriverFlag Flags[] = {
#define UDPC_VALUE(Field, Spelling, Value, Words, Plugin, Keyword, Help)       \
  {Spelling, Value, Words, Plugin, Help, &Request::Field, DriverSwitch::None},
#define UDPC_SWITCH(Name, Spelling, Plugin, Keyword, Help)                     \
  {Spelling, "", "", Plugin, Help, nullptr, DriverSwitch::Name},
#include "tools/udpc-clang/Options.inc"
};

bool DriverFlag::takes(StringRef Word) const {
  SmallVector<StringRef, 4> All;
  // "auto, inline, call or instruction".
  SplitString(Words, All, " ,");
  if (Field == &Request::Profile)
    return parseProfile(Word).has_value();
  return Word != "or" && is_contained(All, Word);
}

ArrayRef<DriverFlag> udpc::driverFlags() { return Flags; }

const DriverFlag *udpc::findDriverFlag(StringRef Arg) {
  const DriverFlag *It = find_if(Flags, [&](const DriverFlag &F) {
    return F.Field ? Arg.starts_with(F.Spelling) : Arg == F.Spelling;
  });
  return It == std::end(Flags) ? nullptr : It;
}

const DriverFlag &udpc::flagOf(std::string Request::*Field) {
  return *find_if(Flags, [&](const DriverFlag &F) { return F.Field == Field; });
}

StringRef udpc::nearestDriverFlag(StringRef Arg) {
  StringRef Name = Arg.take_front(Arg.find('=') + 1);
  if (Name.empty())
    Name = Arg;
  StringRef Near = Flags[0].Spelling;
  for (const DriverFlag &F : Flags)
    if (F.Spelling.contains("udpc-") &&
        Name.edit_distance(F.Spelling) < Name.edit_distance(Near))
      Near = F.Spelling;
  return Near;
}

/// Prints an entry of the help: \p What, and \p Text wrapped beside it.
static void printEntry(raw_ostream &OS, const Twine &What, StringRef Text) {
  constexpr unsigned Indent = 28, Width = 80;
  std::string Left = ("  " + What).str();
  OS << Left;
  unsigned Column = Left.size();
  if (Column >= Indent) {
    OS << '\n';
    Column = 0;
  }
  OS.indent(Indent - Column);
  Column = Indent;
  for (StringRef Word : split(Text, ' ')) {
    if (Column != Indent && Column + 1 + Word.size() > Width) {
      OS << '\n';
      OS.indent(Indent);
      Column = Indent;
    }
    if (Column != Indent) {
      OS << ' ';
      ++Column;
    }
    OS << Word;
    Column += Word.size();
  }
  OS << '\n';
}

void udpc::printDriverHelp(raw_ostream &OS) {
  OS << "udpc-clang, udpc-clang++: clang 22 that counts events and "
        "prefetches\n\n";
  for (const DriverFlag &F : Flags)
    printEntry(OS, F.Spelling + F.Value, F.Help);
#define UDPC_REMARK(Spelling, Help) printEntry(OS, Spelling, Help);
#include "tools/udpc-clang/Options.inc"
  OS << "\nEnvironment:\n";
#define UDPC_VARIABLE(Name, Help) printEntry(OS, Name, Help);
#include "tools/udpc-clang/Options.inc"
}
