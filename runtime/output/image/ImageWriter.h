//===- ImageWriter.h - Writes a profile to memory ---------------*- C++ -*-===//
//
// Appends units, threads, records and regions of a profile; used to add and to
// subtract profiles.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_IMAGE_IMAGEWRITER_H
#define UDPC_RUNTIME_OUTPUT_IMAGE_IMAGEWRITER_H

#include "runtime/base/Crc32.h"
#include "runtime/output/image/ProfileImage.h"
#include "runtime/output/image/ProfileRecords.h"
#include <string.h>

namespace udpc {
namespace rt {

/// Writes a profile to memory of sufficient size.
class ImageWriter {
public:
  ImageWriter(const abi::ProfileHeader &Like, uint8_t *Out)
      : Out(Out), At(Out + sizeof(abi::ProfileHeader)) {
    memcpy(Header.Magic, Like.Magic, sizeof(Header.Magic));
    Header.Version = Like.Version;
  }

  void append(const void *Data, uint64_t Size) {
    memcpy(At, Data, Size);
    At += Size;
  }
  /// Pads to a multiple of 8. Out is zeroed: skipped bytes are padding.
  void pad() { At += -uint64_t(At - Out) & 7; }
  /// Appends the record with the unit number \p Unit; returns its place.
  uint8_t *record(unsigned Kind, uint32_t Unit, const uint8_t *Record) {
    uint8_t *Where = At;
    append(Record, RecordSizes[Kind]);
    memcpy(Where, &Unit, sizeof(Unit));
    return Where;
  }
  void truncate(uint8_t *End) {
    memset(End, 0, At - End);
    At = End;
  }

  void beginThread(uint64_t Index, uint64_t Tid, bool HasCosts) {
    ++Header.NumThreads;
    Thread = At;
    // The counts are filled in by setCount().
    abi::CostThreadRec Rec = {Index, Tid, 0, 0, 0};
    append(&Rec, HasCosts ? sizeof(Rec) : sizeof(abi::ThreadRec));
  }
  void setCount(unsigned Kind, uint64_t Count) {
    memcpy(Thread + offsetof(abi::CostThreadRec, NumCounts) + 8 * Kind, &Count,
           sizeof(Count));
  }

  /// Appends a region without counts. Returns its record, whose counts the
  /// caller sets.
  abi::RegionRec *beginRegion(const abi::RegionRec &Like) {
    auto *Rec = reinterpret_cast<abi::RegionRec *>(At);
    append(&Like, sizeof(Like));
    append(&Like + 1, Like.NameSize);
    pad();
    Rec->NumCounts = Rec->NumLines = 0;
    return Rec;
  }

  uint64_t finish() {
    Header.Size = At - Out;
    const uint8_t *Content = Out + sizeof(Header);
    Header.Checksum =
        profileChecksum(crc32(0, Content, uint64_t(At - Content)), Header);
    memcpy(Out, &Header, sizeof(Header));
    return Header.Size;
  }

  abi::ProfileHeader Header = {};
  uint8_t *position() const { return At; }
  void skipTo(uint8_t *End) { At = End; }

private:
  uint8_t *Out, *At, *Thread = nullptr;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_IMAGE_IMAGEWRITER_H
