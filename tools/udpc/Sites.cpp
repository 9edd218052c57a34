//===- Sites.cpp - Lists the udpc instructions of a binary ----------------===//

#include "tools/udpc/Sites.h"
#include "profdata/SiteTable.h"
#include "tools/udpc/Tables.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
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
  for (const BinarySite &S : Sites.Sites)
    T.add({hex(S.Address), std::to_string(S.Counter),
           commandWord(S.Command).str(), S.IsKnown ? S.Event : "?",
           S.IsKnown ? kindWord(S.Kind).str() : "?",
           S.IsKnown ? placeText(S.File, S.Line, S.Column) : "?",
           S.IsKnown ? S.Function : "?",
           // Where it is, unless that is what was said just now.
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

Error udpc::printUnitTable(raw_ostream &OS, const BinarySites &Sites,
                           StringRef UnitFile) {
  auto Wrong = [&](const Twine &What) {
    return createStringError(UnitFile + ": " + What);
  };
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFile(UnitFile);
  if (!Buffer)
    return Wrong(Buffer.getError().message());
  Expected<json::Value> File = json::parse((*Buffer)->getBuffer());
  if (!File)
    return Wrong(toString(File.takeError()));
  const json::Object *Root = File->getAsObject();
  const json::Array *Counters = Root ? Root->getArray("counters") : nullptr;
  if (!Counters || Root->getInteger("version") != 1)
    return Wrong("not the file of a udpc unit, version 1 (docs/unit.md)");

  // Parts of a program that were compiled with several specs may share one.
  std::map<int64_t, std::set<std::string>> Events;
  for (const BinarySite &S : Sites.Sites)
    if (S.IsKnown)
      Events[S.Counter].insert(S.Event);
  Table T({"counter", "event", "count", "overflows"},
          {Table::Right, Table::Left, Table::Right, Table::Right});
  for (const json::Value &V : *Counters) {
    const json::Object *C = V.getAsObject();
    std::optional<int64_t> Number = C ? C->getInteger("counter") : std::nullopt;
    std::optional<int64_t> Count = C ? C->getInteger("count") : std::nullopt;
    if (!Number || !Count)
      return Wrong("a counter has no number or no count");
    auto It = Events.find(*Number);
    T.add({std::to_string(*Number),
           It == Events.end() ? "?" : join(It->second, ", "), grouped(*Count),
           grouped(C->getInteger("overflows").value_or(0))});
  }
  T.print(OS);
  return Error::success();
}
