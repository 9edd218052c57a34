//===- UnitLists.cpp - Recognises the units of profiles -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/events/UnitLists.h"

using namespace llvm;
using namespace udpc;

/// Profiles of this many programs may alternate.
static constexpr size_t MaxLists = 16;

const UnitList &UnitLists::add(UnitList List) {
  if (Lists.size() == MaxLists)
    Lists.erase(Lists.begin());
  Lists.push_back(std::move(List));
  return Lists.back();
}

/// Whether \p Bytes begin with the units of \p List.
static bool isAt(StringRef Bytes, const UnitList &List,
                 ArrayRef<SiteTable> Units, ArrayRef<std::string> Modules) {
  if (List.Size > Bytes.size())
    return false;
  if (!List.Bytes.empty())
    return Bytes.starts_with(List.Bytes);
  RecordCursor C(Bytes);
  for (std::optional<uint32_t> Number : List.Numbers) {
    // The bytes include the padding, which the checksum covers too.
    std::string Module;
    appendModule(Module, Modules[*Number]);
    StringRef Taken, Table = Units[*Number].bytes();
    if (!C.take(Module.size(), Taken) || Taken != Module ||
        !C.take(Table.size(), Taken) || Taken != Table)
      return false;
  }
  return Bytes.size() - C.rest().size() == List.Size;
}

const UnitList *UnitLists::find(StringRef Data, ArrayRef<SiteTable> Units,
                                ArrayRef<std::string> Modules,
                                KnownBytes &Where) const {
  RecordCursor C(Data);
  abi::ProfileHeader H;
  StringRef Command;
  if (!C.read(H) || H.Version != abi::ProfileVersion || !H.NumUnits ||
      !C.take(paddedSize(H.CommandSize), Command))
    return nullptr;
  for (const UnitList &List : llvm::reverse(Lists))
    if (List.Numbers.size() == H.NumUnits &&
        isAt(C.rest(), List, Units, Modules)) {
      Where = {Command.size(), List.Size, List.Checksum};
      return &List;
    }
  return nullptr;
}
