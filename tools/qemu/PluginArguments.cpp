//===- PluginArguments.cpp - Parses the plugin's arguments ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/qemu/PluginArguments.h"
#include <algorithm>
#include <charconv>
#include <numeric>

using namespace udpc;
using namespace udpc::qemu;

/// Parses decimal digits. Returns false if \p Text has other characters or the
/// number exceeds \p Max.
static bool parseNumber(const std::string &Text, unsigned Max,
                        unsigned &Number) {
  if (Text.empty() || Text.size() > 4)
    return false;
  Number = 0;
  for (char C : Text) {
    if (C < '0' || C > '9')
      return false;
    Number = Number * 10 + unsigned(C - '0');
  }
  return Number <= Max;
}

static bool parseOut(const std::string &Text, PluginArguments &A) {
  A.Out = Text;
  return !Text.empty() && Text.back() != '/';
}

/// Calls \p Parse for each item, separated by `+` or `;` because QEMU splits
/// arguments at commas. Returns whether all calls returned true.
template <typename Function>
static bool parseList(const std::string &Text, Function Parse) {
  for (size_t Begin = 0; Begin <= Text.size();) {
    size_t End = std::min(Text.find_first_of("+;", Begin), Text.size());
    if (!Parse(Text.substr(Begin, End - Begin)))
      return false;
    Begin = End + 1;
  }
  return true;
}

bool qemu::parseCounters(const std::string &Text, uint8_t *Masked) {
  return parseList(Text, [&](std::string Item) {
    uint8_t Commands = 0xff;
    size_t Slash = Item.find('/');
    if (Slash != std::string::npos) {
      std::string Command = Item.substr(Slash + 1);
      if (Command != "inc" && Command != "dec")
        return false;
      Commands = Command == "inc" ? 1 : 2;
      Item.resize(Slash);
    }
    size_t Dash = Item.find('-');
    unsigned First, Last;
    if (!parseNumber(Item.substr(0, Dash), encoding::MaxCounter, First))
      return false;
    Last = First;
    if (Dash != std::string::npos &&
        !parseNumber(Item.substr(Dash + 1), encoding::MaxCounter, Last))
      return false;
    if (Last < First)
      return false;
    for (unsigned Counter = First; Counter <= Last; ++Counter)
      Masked[Counter] |= Commands;
    return true;
  });
}

static bool parseMask(const std::string &Text, PluginArguments &A) {
  return parseCounters(Text, A.Masked);
}

bool qemu::parseNumbers(const std::string &Text, char Separator, int64_t Least,
                        const std::function<void(unsigned, int64_t)> &Take) {
  return parseList(Text, [&](const std::string &Item) {
    size_t Colon = Item.find(Separator);
    unsigned Counter;
    if (Colon == std::string::npos ||
        !parseNumber(Item.substr(0, Colon), encoding::MaxCounter, Counter))
      return false;
    const char *Begin = Item.data() + Colon + 1,
               *End = Item.data() + Item.size();
    int64_t Number;
    auto [Rest, Error] = std::from_chars(Begin, End, Number);
    if (Error != std::errc() || Rest != End || Number < Least)
      return false;
    Take(Counter, Number);
    return true;
  });
}

static bool parseWrite(const std::string &Text, PluginArguments &A) {
  return parseNumbers(Text, ':', INT64_MIN,
                      [&](unsigned C, int64_t N) { A.Start[C] = N; });
}

static bool parseEvery(const std::string &Text, PluginArguments &A) {
  return parseNumbers(Text, ':', 1,
                      [&](unsigned C, int64_t N) { A.Every[C] = N; });
}

static bool parseLog(const std::string &Text, PluginArguments &A) {
  A.Log = Text;
  return !Text.empty() && Text.back() != '/';
}

static bool parseControl(const std::string &Text, PluginArguments &A) {
  A.Control = Text;
  return !Text.empty() && Text.back() != '/';
}

static bool parseEncoding(const std::string &Text, PluginArguments &A) {
  return A.Encoding.parse(Text).empty();
}

static bool parseOffset(const std::string &Text, PluginArguments &A) {
  return A.Offsets.parse(Text).empty();
}

static bool parseWidth(const std::string &Text, PluginArguments &A) {
  return parseNumber(Text, 64, A.Width) && A.Width != 0;
}

static bool parsePerThread(const std::string &Text, PluginArguments &A) {
  A.PerThread = Text == "on";
  return Text == "on" || Text == "off";
}

namespace {
struct Key {
  const char *Name;
  bool (*Parse)(const std::string &Text, PluginArguments &A);
  const char *Expected;
};
} // namespace

static const Key Keys[] = {
    {"out", parseOut, "the name of a file"},
    {"mask", parseMask,
     "counter numbers (0 to 255) and ascending ranges, such as 3+7-9/dec"},
    {"write", parseWrite, "counters and values, such as 3:250+7:-1"},
    {"every", parseEvery, "counters and periods from 1, such as 3:1000"},
    {"log", parseLog, "the name of a file"},
    {"control", parseControl, "the name of a socket"},
    {"encoding", parseEncoding,
     "an instruction, such as bytes:660f1f8400ccnnffdc or "
     "bits:0cccnnnnnnnn00000010000000010011, or several with ; between them, "
     "with 1 to 8 bits n for the counter and at most 8 bits c for the command"},
    {"offset", parseOffset,
     "modules and addresses in hexadecimal, such as libc.so.6+0x1f0;prog+0x10, "
     "or @ and the name of a file with one of these in each line"},
    {"width", parseWidth, "a number of bits from 1 to 64"},
    {"per_thread", parsePerThread, "on or off"},
};

/// Returns the edit distance of \p A and \p B.
static size_t editDistance(const std::string &A, const std::string &B) {
  std::vector<size_t> Row(B.size() + 1);
  std::iota(Row.begin(), Row.end(), 0);
  for (size_t I = 0; I != A.size(); ++I) {
    size_t Diagonal = Row[0]++;
    for (size_t J = 0; J != B.size(); ++J) {
      size_t Replaced = Diagonal + (A[I] != B[J]);
      Diagonal = Row[J + 1];
      Row[J + 1] = std::min({Replaced, Diagonal + 1, Row[J] + 1});
    }
  }
  return Row.back();
}

static std::string unknownKey(const std::string &Name) {
  // Keys are shorter than 16; characters beyond that do not change which is
  // nearest.
  std::string Begin = Name.substr(0, 16);
  const Key *Nearest = nullptr;
  size_t Least = SIZE_MAX;
  for (const Key &Each : Keys)
    if (size_t Distance = editDistance(Begin, Each.Name); Distance < Least) {
      Least = Distance;
      Nearest = &Each;
    }
  return "unknown argument '" + Name + "'; did you mean '" + Nearest->Name +
         "'?";
}

std::vector<std::string> qemu::parseArguments(int Count,
                                              const char *const *Texts,
                                              PluginArguments &Arguments) {
  std::vector<std::string> Messages;
  std::vector<const Key *> Given;
  for (int I = 0; I != Count; ++I) {
    std::string Text = Texts[I];
    size_t Equals = Text.find('=');
    std::string Name = Text.substr(0, Equals);
    const Key *K =
        std::find_if(std::begin(Keys), std::end(Keys),
                     [&](const Key &Each) { return Name == Each.Name; });
    if (K == std::end(Keys)) {
      Messages.push_back(unknownKey(Name));
      continue;
    }
    if (std::count(Given.begin(), Given.end(), K)) {
      Messages.push_back("argument '" + Name + "' is given twice");
      continue;
    }
    Given.push_back(K);
    std::string Value =
        Equals == std::string::npos ? "" : Text.substr(Equals + 1);
    if (!K->Parse(Value, Arguments))
      Messages.push_back("argument '" + Name + "' must be " + K->Expected +
                         ", not '" + Value + "'");
  }
  return Messages;
}
