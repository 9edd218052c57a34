//===- FrameSection.cpp - Reads .eh_frame ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "rewrite/code/FrameSection.h"
#include "llvm/DebugInfo/DWARF/DWARFDataExtractor.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace udpc;

/// Returns the entries before the first one whose CIE would be before the
/// section. LLVM 22 looks up such a CIE in a DenseMap by one of its reserved
/// keys, and crashes.
static StringRef soundPart(StringRef Section) {
  using support::endian::read32le;
  uint64_t At = 0;
  while (At + 8 <= Section.size()) {
    uint64_t Length = read32le(Section.data() + At);
    uint32_t ToCommon = read32le(Section.data() + At + 4);
    if (Length >= Section.size() - At || ToCommon > At + 4)
      break;
    At += 4 + Length;
    if (!Length)
      break;
  }
  return Section.take_front(At);
}

std::unique_ptr<DWARFDebugFrame> udpc::readFrames(StringRef Bytes,
                                                  uint64_t Address) {
  auto Frames = std::make_unique<DWARFDebugFrame>(Triple::x86_64,
                                                  /*IsEH=*/true, Address);
  consumeError(Frames->parse(DWARFDataExtractor(soundPart(Bytes),
                                                /*IsLittleEndian=*/true,
                                                /*AddressSize=*/8)));
  return Frames;
}
