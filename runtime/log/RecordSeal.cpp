//===- RecordSeal.cpp - Completes records of the log ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/log/RecordSeal.h"
#include "runtime/base/Crc32.h"

using namespace udpc;
using namespace udpc::rt;

bool rt::sealRecord(log::RecordHeader &Header, const LogPiece *Pieces,
                    unsigned N, unsigned &Padding) {
  uint64_t Size = sizeof(Header);
  for (unsigned I = 0; I != N; ++I)
    Size += Pieces[I].Size;
  Padding = -Size & 7;
  Size += Padding;
  if (Size > log::MaxRecord)
    return false;
  Header.Sync = log::Sync;
  Header.Size = Size;
  constexpr size_t Covered = offsetof(log::RecordHeader, Type);
  const auto *Bytes = reinterpret_cast<const uint8_t *>(&Header);
  uint32_t Crc = crc32(0, Bytes + Covered, sizeof(Header) - Covered);
  for (unsigned I = 0; I != N; ++I)
    Crc = crc32(Crc, Pieces[I].Data, Pieces[I].Size);
  Header.Checksum = crc32(Crc, "\0\0\0\0\0\0\0", Padding);
  return true;
}
