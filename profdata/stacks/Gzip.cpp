//===- Gzip.cpp - Compresses to gzip's format -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/stacks/Gzip.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace udpc;

/// The sizes of what zlib's format adds before and after the compressed data.
static constexpr size_t ZlibHeader = 2, ZlibTrailer = 4;

SmallVector<uint8_t, 0> udpc::gzip(StringRef Bytes) {
  ArrayRef<uint8_t> Input = arrayRefFromStringRef(Bytes);
  if (!compression::zlib::isAvailable())
    return SmallVector<uint8_t, 0>(Input);
  SmallVector<uint8_t, 0> Zlib;
  compression::zlib::compress(Input, Zlib);

  // Magic number, deflate; no flags, time 0, no compression level, unknown
  // system.
  SmallVector<uint8_t, 0> Out = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255};
  append_range(Out,
               ArrayRef(Zlib).drop_front(ZlibHeader).drop_back(ZlibTrailer));
  uint8_t Trailer[8];
  support::endian::write32le(Trailer, crc32(Input));
  support::endian::write32le(Trailer + 4, uint32_t(Input.size()));
  append_range(Out, Trailer);
  return Out;
}
