//===- Sites.cpp - Lists udpc instructions --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/sites/Sites.h"
#include "profdata/events/CounterFile.h"
#include "profdata/tables/SiteTable.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>

using namespace llvm;
using namespace udpc;

static std::string hex(uint64_t N) { return "0x" + utohexstr(N, true); }

void udpc::printSitesTable(raw_ostream &OS, const BinarySites &Sites) {
  Table T({"address", "counter", "command", "event", "kind", "place",
           "function", "in"},
          {Table::Right, Table::Right, Table::Left, Table::Left, Table::Left,
           Table::Left, Table::Left, Table::Left});
  // Keeps one long name of a C++ function from widening all rows.
  T.setMaxWidth(60);
  for (const BinarySite &S : Sites.Sites)
    T.add({hex(S.Address), std::to_string(S.Counter),
           commandWord(S.Command).str(), S.IsKnown ? S.Event : "?",
           S.IsKnown ? kindWord(S.Kind).str() : "?",
           S.IsKnown ? placeText(S.File, S.Line, S.Column) : "?",
           S.IsKnown ? S.Function : "?",
           // The containing function, unless it equals the source function.
           S.Symbol == S.Function ? "" : S.Symbol});
  T.print(OS);
}

void udpc::printSitesJson(raw_ostream &OS, const BinarySites &Sites) {
  json::OStream J(OS, 1);
  J.object([&] {
    J.attribute("version", 1);
    J.attributeArray("sites", [&] {
      for (const BinarySite &S : Sites.Sites)
        J.object([&] {
          J.attribute("address", S.Address);
          J.attribute("counter", S.Counter);
          J.attribute("command", commandWord(S.Command));
          J.attribute("symbol", S.Symbol);
          if (!S.IsKnown)
            return;
          J.attribute("keeps_flags", S.KeepsFlags);
          J.attribute("event", S.Event);
          J.attribute("kind", kindWord(S.Kind));
          J.attribute("file", S.File);
          J.attribute("line", S.Line);
          J.attribute("function", S.Function);
        });
    });
  });
  OS << '\n';
}

Error udpc::printCounterTable(raw_ostream &OS, const BinarySites &Sites,
                              StringRef CounterFile) {
  Expected<std::vector<CounterReading>> Counts = readCounterFile(CounterFile);
  if (!Counts)
    return Counts.takeError();

  // Parts of a program compiled with different specs may share a counter.
  std::map<int64_t, std::set<std::string>> Events;
  for (const BinarySite &S : Sites.Sites)
    if (S.IsKnown)
      Events[S.Counter].insert(S.Event);
  Table T({"counter", "event", "count", "overflows"},
          {Table::Right, Table::Left, Table::Right, Table::Right});
  for (const CounterReading &C : *Counts) {
    auto It = Events.find(C.Counter);
    T.add({std::to_string(C.Counter),
           It == Events.end() ? "?" : join(It->second, ", "), grouped(C.Count),
           grouped(C.Overflows)});
  }
  T.print(OS);
  return Error::success();
}
