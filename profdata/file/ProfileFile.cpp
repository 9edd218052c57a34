//===- ProfileFile.cpp - Common parts of profile files --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/file/ProfileFile.h"
#include "udpc/references.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include <zlib.h>

using namespace llvm;
using namespace udpc;

uint32_t udpc::checksumOf(StringRef Bytes) {
  return llvm::crc32(arrayRefFromStringRef(Bytes));
}

/// Returns the checksum of \p Content, whose part \p Known is already known.
static uint32_t checksumOf(StringRef Content, const KnownBytes &Known) {
  if (!Known.Size || Known.Begin > Content.size() ||
      Known.Size > Content.size() - Known.Begin)
    return checksumOf(Content);
  uint32_t Sum = checksumOf(Content.take_front(Known.Begin));
  Sum = crc32_combine(Sum, Known.Checksum, Known.Size);
  return llvm::crc32(
      Sum, arrayRefFromStringRef(Content.drop_front(Known.Begin + Known.Size)));
}

/// Returns the checksum of a profile with the header \p H and \p Content after
/// it.
static uint32_t checksum(abi::ProfileHeader H, StringRef Content,
                         const KnownBytes &Known = {}) {
  uint32_t Sum = checksumOf(Content, Known);
  // Version 1 of profiles did not cover the header.
  if (H.Version == 1 && std::memcmp(H.Magic, abi::PackedMagic, sizeof(H.Magic)))
    return Sum;
  H.Checksum = 0;
  return llvm::crc32(
      Sum, ArrayRef(reinterpret_cast<const uint8_t *>(&H), sizeof(H)));
}

Error udpc::invalidProfile(StringRef Name, const Twine &Reason) {
  return createStringError(inconvertibleErrorCode(), Name + ": " + Reason);
}

Expected<abi::ProfileHeader> udpc::checkProfile(StringRef Data, StringRef Name,
                                                StringRef Kind,
                                                const char (&Magic)[8],
                                                uint32_t Version,
                                                const KnownBytes &Known) {
  RecordCursor C(Data);
  abi::ProfileHeader H;
  if (!hasMagic(Data, Magic))
    return invalidProfile(Name, "not a " + Kind);
  if (!C.read(H))
    return invalidProfile(Name, "truncated: the header is not complete");
  if (H.Version < 1 || H.Version > Version)
    return invalidProfile(Name, "profile version " + Twine(H.Version) +
                                    "; this udpc reads versions up to " +
                                    Twine(Version));
  if (H.Size > Data.size())
    return invalidProfile(Name, "truncated: " + Twine(Data.size()) + " of " +
                                    Twine(H.Size) + " bytes");
  if (H.Size < Data.size())
    return invalidProfile(Name, Twine(Data.size() - H.Size) +
                                    " bytes after the end of the profile");
  // The other file may have had different padding.
  if (checksum(H, C.rest(), Known) != H.Checksum &&
      (!Known.Size || checksum(H, C.rest()) != H.Checksum))
    return invalidProfile(Name, "checksum mismatch: the file was altered");
  return H;
}

bool udpc::takeModule(RecordCursor &C, uint32_t Version, StringRef &Path) {
  Path = "";
  if (Version < 3)
    return true;
  abi::UnitRec R;
  if (!C.read(R) || !C.take(paddedSize(R.ModuleSize), Path))
    return false;
  Path = Path.take_front(R.ModuleSize);
  return true;
}

void udpc::appendModule(std::string &Out, StringRef Path) {
  appendRecord(Out, abi::UnitRec{static_cast<uint32_t>(Path.size()), 0});
  Out += Path;
  Out.resize(Out.size() + paddedSize(Path.size()) - Path.size());
}

void udpc::sealProfile(std::string &Out, abi::ProfileHeader H) {
  H.Size = Out.size();
  H.Checksum = checksum(H, StringRef(Out).drop_front(sizeof(H)));
  std::memcpy(Out.data(), &H, sizeof(H));
}
