//===- CounterFile.cpp - Counter files of the QEMU plugin -----------------===//

#include "profdata/CounterFile.h"
#include "profdata/WholeFile.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace udpc;

/// The maximum nesting depth of lists and objects in \p Text.
static size_t depthOf(StringRef Text) {
  size_t Depth = 0, Deepest = 0;
  bool InString = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (InString && C == '\\')
      ++I;
    else if (C == '"')
      InString = !InString;
    else if (!InString && (C == '[' || C == '{'))
      Deepest = std::max(Deepest, ++Depth);
    else if (!InString && (C == ']' || C == '}') && Depth)
      --Depth;
  }
  return Deepest;
}

Expected<std::vector<CounterReading>> udpc::parseCounterFile(MemoryBufferRef Buffer) {
  auto Wrong = [&](const Twine &What) {
    return createStringError(Buffer.getBufferIdentifier() + ": " + What);
  };
  // LLVM's parser is recursive: a file of brackets would overflow the stack.
  constexpr size_t MaxDepth = 100;
  if (depthOf(Buffer.getBuffer()) > MaxDepth)
    return Wrong("nested too deeply; not a counter file of the QEMU plugin");
  Expected<json::Value> File = json::parse(Buffer.getBuffer());
  if (!File)
    return Wrong(toString(File.takeError()));
  const json::Object *Root = File->getAsObject();
  const json::Array *Counters = Root ? Root->getArray("counters") : nullptr;
  if (!Counters || Root->getInteger("version") != 1)
    return Wrong("not a counter file of the QEMU plugin, version 1 (docs/instruction.md)");
  std::vector<CounterReading> Counts;
  for (const json::Value &V : *Counters) {
    const json::Object *C = V.getAsObject();
    std::optional<int64_t> Number = C ? C->getInteger("counter") : std::nullopt;
    std::optional<int64_t> Count = C ? C->getInteger("count") : std::nullopt;
    if (!Number || !Count)
      return Wrong("a counter has no number or no count");
    Counts.push_back({*Number, *Count, C->getInteger("overflows").value_or(0)});
  }
  return Counts;
}

Expected<std::vector<CounterReading>> udpc::readCounterFile(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readWhole(Path);
  if (!Buffer)
    return Buffer.takeError();
  return parseCounterFile((*Buffer)->getMemBufferRef());
}
