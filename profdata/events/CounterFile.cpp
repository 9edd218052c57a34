//===- CounterFile.cpp - Counter files of the QEMU plugin -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/events/CounterFile.h"
#include "profdata/support/JsonText.h"
#include "profdata/support/WholeFile.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace udpc;

Expected<std::vector<CounterReading>>
udpc::parseCounterFile(MemoryBufferRef Buffer) {
  auto Wrong = [&](const Twine &What) {
    return createStringError(Buffer.getBufferIdentifier() + ": " + What);
  };
  Expected<json::Value> File = parseJson(Buffer.getBuffer());
  if (!File)
    return Wrong(toString(File.takeError()));
  const json::Object *Root = File->getAsObject();
  const json::Array *Counters = Root ? Root->getArray("counters") : nullptr;
  if (!Counters || Root->getInteger("version") != 1)
    return Wrong("not a counter file of the QEMU plugin, version 1 "
                 "(docs/instruction.md)");
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
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readText(Path);
  if (!Buffer)
    return Buffer.takeError();
  return parseCounterFile((*Buffer)->getMemBufferRef());
}
