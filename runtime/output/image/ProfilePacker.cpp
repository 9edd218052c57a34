//===- ProfilePacker.cpp - Packs profiles ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/output/image/ProfilePacker.h"
#include "runtime/base/Bytes.h"
#include "runtime/base/Crc32.h"
#include "runtime/output/image/Deflate.h"
#include "runtime/output/image/ProfileRecords.h"
#include "udpc/references.h"

using namespace udpc;
using namespace udpc::rt;

namespace {

/// Writes the parts of a packed profile.
class PartWriter {
public:
  PartWriter(const uint8_t *Begin, uint8_t *Out) : Out(Out), Written(Begin) {}

  /// Adds a part of records, after a part of bytes with all that precedes \p R
  /// and has not been written.
  void addRecords(RecordRange R, uint64_t RecordSize) {
    if (!R.Count)
      return;
    addBytesUpTo(R.Begin);
    addNumber(2 * R.Count + 1);
    uint64_t NumWords = RecordSize / sizeof(uint32_t);
    addNumber(NumWords);
    for (uint64_t W = 0; W != NumWords; ++W) {
      uint32_t Before = 0;
      auto *Words = reinterpret_cast<const uint32_t *>(R.Begin) + W;
      for (uint64_t I = 0; I != R.Count; ++I, Words += NumWords) {
        uint32_t Difference = *Words - Before;
        addNumber(Difference << 1 ^ (0 - (Difference >> 31)));
        Before = *Words;
      }
    }
    Written = R.Begin + R.Count * RecordSize;
  }
  void addBytesUpTo(const uint8_t *End) {
    uint64_t Size = End - Written;
    if (!Size)
      return;
    addNumber(2 * Size);
    copyBytes(Out, Written, Size);
    Out += Size;
    Written = End;
  }
  uint8_t *end() const { return Out; }

private:
  void addNumber(uint64_t Number) {
    for (; Number >= 128; Number >>= 7)
      *Out++ = static_cast<uint8_t>(Number | 128);
    *Out++ = static_cast<uint8_t>(Number);
  }

  uint8_t *Out;
  const uint8_t *Written; ///< Everything before it is written.
};

} // namespace

uint64_t rt::maxPartsSize(const ProfileImage &Profile) {
  // A word takes at most five bytes; each thread and region has three lists,
  // whose parts begin with two numbers, and a part of bytes.
  const abi::ProfileHeader &H = *Profile.Header;
  uint64_t NumLists =
      H.NumThreads + (Profile.Regions ? Profile.Regions->NumRegions : 0);
  return H.Size / 4 * 5 + (NumLists + 2) * 80;
}

uint64_t rt::packParts(const ProfileImage &Profile, uint8_t *Out) {
  auto *Begin = reinterpret_cast<const uint8_t *>(Profile.Header);
  PartWriter Writer(Begin, Out);
  const uint8_t *At = Profile.Threads;
  for (uint32_t I = 0; I != Profile.Header->NumThreads; ++I) {
    ThreadPart Part;
    At = readThread(At, Profile.Caches, Part);
    for (unsigned K = 0; K != NumRecordKinds; ++K)
      Writer.addRecords(Part.Records[K], RecordSizes[K]);
  }
  if (Profile.Calls)
    Writer.addRecords({reinterpret_cast<const uint8_t *>(Profile.Calls + 1),
                       Profile.Calls->NumCalls},
                      sizeof(abi::CallRec));
  if (Profile.Regions) {
    At = reinterpret_cast<const uint8_t *>(Profile.Regions + 1);
    for (uint64_t I = 0; I != Profile.Regions->NumRegions; ++I) {
      RegionPart Part;
      At = readRegion(At, Part);
      for (unsigned K = 0; K != NumRecordKinds; ++K)
        Writer.addRecords(Part.Records[K], RecordSizes[K]);
    }
  }
  Writer.addBytesUpTo(Begin + Profile.Header->Size);
  return Writer.end() - Out;
}

uint64_t rt::maxPackedSize(uint64_t PartsSize) {
  return sizeof(abi::ProfileHeader) + sizeof(abi::PackedRec) +
         maxDeflatedSize(PartsSize);
}

uint64_t rt::packProfile(const ProfileImage &Profile, const uint8_t *Parts,
                         uint64_t PartsSize, uint8_t *Out) {
  abi::ProfileHeader Header = {};
  abi::PackedRec Rec = {Profile.Header->Size, PartsSize};
  uint8_t *Content = Out + sizeof(Header);
  copyBytes(Content, &Rec, sizeof(Rec));
  uint64_t Size =
      sizeof(Rec) + deflateBytes(Parts, PartsSize, Content + sizeof(Rec));
  copyBytes(Header.Magic, abi::PackedMagic, sizeof(Header.Magic));
  Header.Version = abi::PackedVersion;
  Header.Size = sizeof(Header) + Size;
  Header.Pid = Profile.Header->Pid;
  Header.Checksum = profileChecksum(crc32(0, Content, Size), Header);
  copyBytes(Out, &Header, sizeof(Header));
  return Header.Size;
}
