//===- PackedProfile.cpp - Reads compressed profiles ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/file/PackedProfile.h"
#include "profdata/file/ProfileFile.h"
#include "udpc/references.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <optional>

using namespace llvm;
using namespace udpc;

/// The maximum ratio of deflate (RFC 1951: 258 bytes from two bits).
constexpr uint64_t MaxDeflateRatio = 1032;

/// Appends the records of a part to \p Out. Returns false if they are cut off.
static bool unpackRecords(DataExtractor &Parts, DataExtractor::Cursor &At,
                          uint64_t NumRecords, std::string &Out,
                          uint64_t MaxSize) {
  uint64_t NumWords = Parts.getULEB128(At);
  // Each word takes at least a byte. Zero records of many words would still
  // take many steps, so they are refused.
  uint64_t Rest = Parts.size() - At.tell();
  if (!At || !NumWords || !NumRecords || NumRecords > Rest / NumWords ||
      NumRecords * NumWords * 4 > MaxSize - Out.size())
    return false;
  size_t Begin = Out.size();
  Out.resize(Begin + NumRecords * NumWords * 4);
  for (uint64_t W = 0; W != NumWords; ++W) {
    uint32_t Word = 0;
    for (uint64_t I = 0; I != NumRecords; ++I) {
      auto Code = static_cast<uint32_t>(Parts.getULEB128(At));
      Word += Code >> 1 ^ (0 - (Code & 1));
      support::endian::write32le(Out.data() + Begin + (I * NumWords + W) * 4,
                                 Word);
    }
  }
  return bool(At);
}

/// Unpacks all parts. Returns false if they are malformed or not of \p Size
/// bytes.
static bool unpackParts(StringRef Bytes, uint64_t Size, std::string &Out) {
  DataExtractor Parts(Bytes, /*IsLittleEndian=*/true, /*AddressSize=*/8);
  DataExtractor::Cursor At(0);
  bool IsWhole = true;
  while (IsWhole && At && At.tell() != Bytes.size()) {
    uint64_t Number = Parts.getULEB128(At);
    if (!At)
      break;
    if (Number % 2) {
      IsWhole = unpackRecords(Parts, At, Number / 2, Out, Size);
      continue;
    }
    IsWhole = Number / 2 <= Size - Out.size();
    if (IsWhole)
      Out += Parts.getBytes(At, Number / 2);
  }
  return !errorToBool(At.takeError()) && IsWhole && Out.size() == Size;
}

uint64_t udpc::maxUnpackedSize(uint64_t Size) {
  constexpr uint64_t MiB = 1 << 20, Ratio = 1000;
  return std::clamp(SaturatingMultiply(Size, Ratio), 256 * MiB, 4096 * MiB);
}

/// Returns the error for a file that would decompress to \p Size bytes, more
/// than \p MaxSize.
static Error tooLarge(StringRef Name, uint64_t Size, uint64_t MaxSize) {
  return invalidProfile(Name, "it would take " + Twine(Size) +
                                  " bytes when decompressed; a "
                                  "profile of its size takes at most " +
                                  Twine(MaxSize));
}

Expected<std::string> udpc::unpackProfile(StringRef Bytes, StringRef Name,
                                          uint64_t MaxSize) {
  Expected<abi::ProfileHeader> H = checkProfile(
      Bytes, Name, "packed udpc profile", abi::PackedMagic, abi::PackedVersion);
  if (!H)
    return H.takeError();
  RecordCursor C(Bytes.drop_front(sizeof(*H)));
  abi::PackedRec Rec;
  if (!C.read(Rec))
    return invalidProfile(Name, "malformed packed profile: it is cut off");
  if (Rec.PartsSize / MaxDeflateRatio > C.rest().size() ||
      Rec.ProfileSize / 4 > Rec.PartsSize)
    return invalidProfile(Name, "malformed packed profile: its size is wrong");
  if (uint64_t Size = std::max(Rec.PartsSize, Rec.ProfileSize); Size > MaxSize)
    return tooLarge(Name, Size, MaxSize);
  if (!compression::zlib::isAvailable())
    return invalidProfile(Name, "packed, and this udpc was built with an LLVM "
                                "without zlib");
  SmallVector<uint8_t, 0> Parts;
  if (Error E = compression::zlib::decompress(arrayRefFromStringRef(C.rest()),
                                              Parts, Rec.PartsSize))
    return invalidProfile(Name, "malformed packed profile: " +
                                    toString(std::move(E)));
  std::string Out;
  if (!unpackParts(toStringRef(Parts), Rec.ProfileSize, Out))
    return invalidProfile(Name, "malformed packed profile: a part is wrong");
  return Out;
}

/// Whether \p Bytes begin with the magic number of zstd frames.
static bool isFrame(StringRef Bytes) {
  return Bytes.starts_with("\x28\xb5\x2f\xfd");
}

bool udpc::mayBeProfile(StringRef Begin) {
  // The magic numbers of all kinds of profiles begin with "udpc". Cachegrind's
  // and Callgrind's formats are text.
  return Begin.starts_with("udpc") || isFrame(Begin) || !Begin.contains('\0');
}

/// Returns the content size in the header of the zstd frame \p Bytes (RFC 8878,
/// 3.1.1.1), if it has one.
static std::optional<uint64_t> contentSize(StringRef Bytes) {
  DataExtractor Frame(Bytes, /*IsLittleEndian=*/true, /*AddressSize=*/8);
  DataExtractor::Cursor At(4);
  uint8_t Descriptor = Frame.getU8(At);
  bool IsSingleSegment = Descriptor & 32;
  unsigned SizeFlag = Descriptor >> 6;
  constexpr unsigned IdSizes[] = {0, 1, 2, 4};
  At.seek(At.tell() + !IsSingleSegment + IdSizes[Descriptor & 3]);
  std::optional<uint64_t> Size;
  if (SizeFlag == 0 && IsSingleSegment)
    Size = Frame.getU8(At);
  else if (SizeFlag == 1)
    Size = Frame.getU16(At) + 256u;
  else if (SizeFlag == 2)
    Size = Frame.getU32(At);
  else if (SizeFlag == 3)
    Size = Frame.getU64(At);
  if (errorToBool(At.takeError()))
    return std::nullopt;
  return Size;
}

Expected<std::unique_ptr<MemoryBuffer>> udpc::decompressFrame(StringRef Bytes,
                                                              StringRef Name) {
  std::optional<uint64_t> Claimed = contentSize(Bytes);
  if (!Claimed)
    return invalidProfile(Name, "compressed without saying how large it is: "
                                "compress the file, not a pipe");
  // Zeros compress best: zstd makes at most about 21,000 bytes from one.
  if (*Claimed / 32768 > Bytes.size())
    return invalidProfile(Name, "malformed zstd frame: its size is wrong");
  if (uint64_t MaxSize = maxUnpackedSize(Bytes.size()); *Claimed > MaxSize)
    return tooLarge(Name, *Claimed, MaxSize);
  if (!compression::zstd::isAvailable())
    return invalidProfile(Name, "compressed by zstd, and this udpc was built "
                                "with an LLVM without it");
  size_t Size = *Claimed;
  std::unique_ptr<WritableMemoryBuffer> Out =
      WritableMemoryBuffer::getNewUninitMemBuffer(Size, Name);
  if (!Out)
    return invalidProfile(Name, "there is no memory for its " + Twine(Size) +
                                    " bytes");
  if (Error E = compression::zstd::decompress(
          arrayRefFromStringRef(Bytes),
          reinterpret_cast<uint8_t *>(Out->getBufferStart()), Size))
    return invalidProfile(Name, toString(std::move(E)));
  if (Size != *Claimed)
    return invalidProfile(Name, "malformed zstd frame: its size is wrong");
  return std::move(Out);
}

Error udpc::decompressProfile(std::unique_ptr<MemoryBuffer> &Buffer,
                              StringRef File) {
  // The limit depends on the file, even if it is both packed and compressed.
  uint64_t MaxSize = maxUnpackedSize(Buffer->getBufferSize());
  if (isFrame(Buffer->getBuffer())) {
    auto Frame = decompressFrame(Buffer->getBuffer(), File);
    if (!Frame)
      return Frame.takeError();
    Buffer = std::move(*Frame);
  }
  if (!hasMagic(Buffer->getBuffer(), abi::PackedMagic))
    return Error::success();
  Expected<std::string> Profile =
      unpackProfile(Buffer->getBuffer(), File, MaxSize);
  if (!Profile)
    return Profile.takeError();
  Buffer = MemoryBuffer::getMemBufferCopy(*Profile, File);
  return Error::success();
}
