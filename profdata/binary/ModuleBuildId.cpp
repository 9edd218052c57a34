//===- ModuleBuildId.cpp - The build ID of a profiled module --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/ModuleBuildId.h"
#include "profdata/binary/LinkedFile.h"
#include "profdata/binary/SectionContents.h"
#include "udpc/costs.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace udpc;

static_assert(offsetof(abi::TableHeader, TotalSize) ==
              offsetof(abi::CostHeader, TotalSize));

/// Returns the tables that \p Section consists of. Site and cost tables begin
/// with the same fields: magic number, version, size.
static DenseSet<StringRef> tablesOf(StringRef Section) {
  DenseSet<StringRef> Tables;
  while (Section.size() >= sizeof(abi::TableHeader)) {
    abi::TableHeader H;
    std::memcpy(&H, Section.data(), sizeof(H));
    if (!H.TotalSize || H.TotalSize > Section.size())
      break;
    Tables.insert(Section.take_front(H.TotalSize));
    Section = Section.drop_front(H.TotalSize);
  }
  return Tables;
}

std::string udpc::moduleBuildId(StringRef Path, StringRef Section,
                                ArrayRef<StringRef> Tables) {
  // A path from a profile may name any file: reading a FIFO would not end.
  if (!sys::fs::is_regular_file(Path))
    return "";
  object::OwningBinary<object::ObjectFile> Binary;
  if (errorToBool(object::ObjectFile::createObjectFile(Path).moveInto(Binary)))
    return "";
  auto *File = dyn_cast<object::ELFObjectFileBase>(Binary.getBinary());
  if (!File || errorToBool(checkSections(*File)))
    return "";
  DenseSet<StringRef> Known = tablesOf(contentsOf(*File, Section));
  if (!all_of(Tables, [&](StringRef T) { return Known.contains(T); }))
    return "";
  return toHex(object::getBuildID(File), /*LowerCase=*/true);
}
