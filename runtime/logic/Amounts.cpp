//===- Amounts.cpp - Times and sizes in options ---------------------------===//

#include "runtime/logic/Amounts.h"
#include "runtime/logic/Text.h"

using namespace udpc;
using namespace udpc::rt;

namespace {
struct AmountUnit {
  const char *Name;
  uint64_t Factor;
};
} // namespace

/// Parses a number from 1 on and one of \p Units.
template <unsigned N>
static bool parseAmount(const char *Text, const AmountUnit (&Units)[N],
                        uint64_t Limit, uint64_t &Out) {
  uint64_t Number = 0;
  for (; *Text >= '0' && *Text <= '9'; ++Text) {
    if (Number > Limit / 10)
      return false;
    Number = Number * 10 + uint64_t(*Text - '0');
  }
  for (const AmountUnit &U : Units)
    if (sameText(Text, U.Name)) {
      if (!Number || Number > Limit / U.Factor)
        return false;
      Out = Number * U.Factor;
      return true;
    }
  return false;
}

bool rt::parseDuration(const char *Text, uint64_t &Nanoseconds) {
  constexpr uint64_t Second = 1000000000, Minute = 60 * Second,
                     Hour = 60 * Minute, Day = 24 * Hour;
  static constexpr AmountUnit Units[] = {{"us", 1000},  {"ms", 1000000},
                                         {"s", Second}, {"m", Minute},
                                         {"h", Hour},   {"d", Day}};
  return parseAmount(Text, Units, 36500 * Day, Nanoseconds);
}

bool rt::parseSize(const char *Text, uint64_t &Bytes) {
  static constexpr AmountUnit Units[] = {
      {"", 1}, {"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}};
  return parseAmount(Text, Units, uint64_t(1) << 60, Bytes);
}
