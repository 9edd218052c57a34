//===- PackedProfile.cpp - Reads compressed profiles ----------------------===//

#include "profdata/PackedProfile.h"
#include "profdata/ProfileFile.h"
#include "udpc/references.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace udpc;

/// Deflate makes at most this many bytes of one (RFC 1951: 258 bytes of two
/// bits).
constexpr uint64_t MaxDeflateRatio = 1032;

/// Appends the records of a part to \p Out. False if they are cut off.
static bool unpackRecords(DataExtractor &Parts, DataExtractor::Cursor &At,
                          uint64_t NumRecords, std::string &Out,
                          uint64_t MaxSize) {
  uint64_t NumWords = Parts.getULEB128(At);
  // Each word takes a byte at least. No records of many words would take as
  // many steps.
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

/// False if the parts are malformed or not of \p Size bytes.
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

Expected<std::string> udpc::unpackProfile(StringRef Bytes, StringRef Name) {
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

/// The bytes that the zstd frame \p Bytes says to contain (RFC 8878, 3.1.1.1);
/// none if it does not.
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

Expected<std::string> udpc::decompressFrame(StringRef Bytes, StringRef Name) {
  std::optional<uint64_t> Size = contentSize(Bytes);
  if (!Size)
    return invalidProfile(Name, "compressed without saying how large it is: "
                                "compress the file, not a pipe");
  // Zeros compress best: zstd makes at most about 21,000 bytes of one.
  if (*Size / 32768 > Bytes.size())
    return invalidProfile(Name, "malformed zstd frame: its size is wrong");
  if (!compression::zstd::isAvailable())
    return invalidProfile(Name, "compressed by zstd, and this udpc was built "
                                "with an LLVM without it");
  SmallVector<uint8_t, 0> Out;
  if (Error E = compression::zstd::decompress(arrayRefFromStringRef(Bytes), Out,
                                              *Size))
    return invalidProfile(Name, toString(std::move(E)));
  return toStringRef(Out).str();
}

Error udpc::decompressProfile(std::unique_ptr<MemoryBuffer> &Buffer,
                              StringRef File) {
  auto Replace = [&](Expected<std::string> Content) -> Error {
    if (!Content)
      return Content.takeError();
    Buffer = MemoryBuffer::getMemBufferCopy(*Content, File);
    return Error::success();
  };
  if (Buffer->getBuffer().starts_with("\x28\xb5\x2f\xfd"))
    if (Error E = Replace(decompressFrame(Buffer->getBuffer(), File)))
      return E;
  if (hasMagic(Buffer->getBuffer(), abi::PackedMagic))
    return Replace(unpackProfile(Buffer->getBuffer(), File));
  return Error::success();
}
