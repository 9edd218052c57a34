//===- PluginArguments.cpp - Parses the plugin's arguments ----------------===//

#include "tools/qemu/PluginArguments.h"
#include <algorithm>
#include <numeric>

using namespace udpc;
using namespace udpc::qemu;

/// Decimal digits only, at most \p Max.
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

/// QEMU splits arguments at commas, so lists use another separator.
static bool parseMask(const std::string &Text, PluginArguments &A) {
  for (size_t Begin = 0; Begin <= Text.size();) {
    size_t End = std::min(Text.find_first_of("+;", Begin), Text.size());
    std::string Item = Text.substr(Begin, End - Begin);
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
      A.Masked.set(Counter);
    Begin = End + 1;
  }
  return true;
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
     "counter numbers (0 to 255) and ascending ranges, such as 3+7-9"},
    {"width", parseWidth, "a number of bits from 1 to 64"},
    {"per_thread", parsePerThread, "on or off"},
};

/// The edit distance of A and B.
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
  const Key *Nearest = std::min_element(
      std::begin(Keys), std::end(Keys), [&](const Key &A, const Key &B) {
        return editDistance(Name, A.Name) < editDistance(Name, B.Name);
      });
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
