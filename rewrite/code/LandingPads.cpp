//===- LandingPads.cpp - Finds landing pads of exceptions -----------------===//
//
// Reads the tables of .gcc_except_table as GCC's implementation of the Itanium
// C++ ABI (unwind-dw2) defines them. A table has the encoding and value of the
// landing pads' base, the encoding of the type table and its distance, the
// encoding of the call sites and the size of their list. Each call site has its
// start, its length, its landing pad (0 for none) and its action.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "rewrite/code/ModuleContents.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/DataExtractor.h"

using namespace llvm;
using namespace udpc;

/// Reads an encoded value without adding its base: call sites are relative to
/// the base of the landing pads.
static uint64_t readEncoded(const DataExtractor &Data,
                            DataExtractor::Cursor &At, uint8_t Encoding) {
  switch (Encoding & 0xf) {
  case dwarf::DW_EH_PE_uleb128:
    return Data.getULEB128(At);
  case dwarf::DW_EH_PE_sleb128:
    return static_cast<uint64_t>(Data.getSLEB128(At));
  case dwarf::DW_EH_PE_udata2:
  case dwarf::DW_EH_PE_sdata2:
    return Data.getU16(At);
  case dwarf::DW_EH_PE_udata4:
    return Data.getU32(At);
  case dwarf::DW_EH_PE_sdata4:
    return static_cast<uint64_t>(static_cast<int32_t>(Data.getU32(At)));
  default:
    return Data.getU64(At);
  }
}

void udpc::readLandingPads(const ModuleCode::Contents &C, uint64_t Table,
                           uint64_t FunctionBegin,
                           std::vector<uint64_t> &Pads) {
  DataExtractor Data(C.dataAt(Table), /*IsLittleEndian=*/true,
                     /*AddressSize=*/8);
  DataExtractor::Cursor At(0);
  uint64_t Base = FunctionBegin;
  if (uint8_t Encoding = Data.getU8(At); Encoding != dwarf::DW_EH_PE_omit) {
    uint64_t Place = Table + At.tell();
    Base = readEncoded(Data, At, Encoding);
    if ((Encoding & 0x70) == dwarf::DW_EH_PE_pcrel)
      Base += Place;
  }
  if (Data.getU8(At) != dwarf::DW_EH_PE_omit)
    Data.getULEB128(At);
  uint8_t Encoding = Data.getU8(At);
  uint64_t Size = Data.getULEB128(At);
  uint64_t End = At.tell() + Size;
  while (At && At.tell() < End) {
    readEncoded(Data, At, Encoding);
    readEncoded(Data, At, Encoding);
    uint64_t Pad = readEncoded(Data, At, Encoding);
    Data.getULEB128(At);
    if (At && Pad)
      Pads.push_back(Base + Pad);
  }
  consumeError(At.takeError());
}
