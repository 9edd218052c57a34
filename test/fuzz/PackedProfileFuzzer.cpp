//===- PackedProfileFuzzer.cpp - Any bytes as a packed profile ------------===//
//
// The first 8 bytes are the size that the profile claims to have; the others
// are its parts, which are compressed here, with the right checksum: mutations
// would find neither.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "profdata/events/EventProfile.h"
#include "profdata/file/PackedProfile.h"
#include "profdata/file/ProfileFile.h"
#include "udpc/references.h"
#include "llvm/Support/Compression.h"

using namespace llvm;
using namespace udpc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  abi::PackedRec Rec;
  if (Size < sizeof(Rec.ProfileSize))
    return 0;
  std::memcpy(&Rec.ProfileSize, Data, sizeof(Rec.ProfileSize));
  ArrayRef Parts(Data + sizeof(Rec.ProfileSize),
                 Size - sizeof(Rec.ProfileSize));
  Rec.PartsSize = Parts.size();
  SmallVector<uint8_t, 0> Stream;
  compression::zlib::compress(Parts, Stream, 1);
  std::string Bytes(sizeof(abi::ProfileHeader), '\0');
  appendRecord(Bytes, Rec);
  Bytes += toStringRef(Stream);
  abi::ProfileHeader Header = {};
  std::memcpy(Header.Magic, abi::PackedMagic, sizeof(Header.Magic));
  Header.Version = abi::PackedVersion;
  sealProfile(Bytes, Header);

  Expected<std::string> Profile = unpackProfile(Bytes, "p");
  if (!Profile) {
    requireMessage(Profile.takeError(), "p: ");
  } else {
    require(Profile->size() == Rec.ProfileSize, "another size");
    require(Profile->size() <= maxUnpackedSize(Bytes.size()),
            "more than a profile can have");
    EventProfile Sum;
    if (Error E = Sum.add(MemoryBufferRef(*Profile, "p")))
      requireMessage(std::move(E), "p: ");
  }
  // The input is also the rest of a zstd frame. Its header may claim any size.
  auto Frame =
      decompressFrame(("\x28\xb5\x2f\xfd" + textOf(Data, Size)).str(), "p");
  if (!Frame)
    requireMessage(Frame.takeError(), "p: ");
  else
    require((*Frame)->getBufferSize() <= maxUnpackedSize(Size + 4),
            "more than a profile can have");
  return 0;
}
