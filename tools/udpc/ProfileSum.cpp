//===- ProfileSum.cpp - Adds profiles of any kind -------------------------===//

#include "tools/udpc/ProfileSum.h"
#include "profdata/ContinuousFile.h"
#include "profdata/PackedProfile.h"
#include "profdata/ProfileFile.h"
#include "profdata/ShownText.h"
#include "profdata/WholeFile.h"
#include "tools/udpc/SystemTables.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

template <typename T> T *ProfileSum::as() {
  if (std::holds_alternative<std::monostate>(Sum)) {
    if constexpr (std::is_same_v<T, EventProfile>)
      Sum.emplace<T>(Tables);
    else
      Sum.emplace<T>();
  }
  return std::get_if<T>(&Sum);
}

Expected<ProfileSum> ProfileSum::of(ArrayRef<std::string> Files) {
  ProfileSum Sum(&systemTables());
  for (const std::string &File : Files)
    if (Error E = Sum.addFile(File))
      return std::move(E);
  warnOfMissingTables();
  return Sum;
}

Error ProfileSum::addFile(StringRef File) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFileOrSTDIN(File, /*IsText=*/false,
                                   /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return invalidProfile(File, Buffer.getError().message());
  std::string Note;
  if (Error E = decompressProfile(*Buffer, File))
    return E;
  if (Error E = convertContinuous(
          *Buffer, File,
          get<CacheProfile>() ? ProfilePart::Costs : ProfilePart::Any, Note))
    return E;
  if (!Note.empty())
    WithColor::warning(errs(), "udpc")
        << shownText(File) << ": " << Note << '\n';
  StringRef Bytes = (*Buffer)->getBuffer();
  static constexpr StringLiteral Kinds[] = {
      "", "event profiles", "cache profiles", "files in Cachegrind's format"};
  StringRef Before = Kinds[Sum.index()];
  auto Mixed = [&](StringRef Kind) {
    return invalidProfile(File, Kind + "; those before it are " + Before +
                                    ", and only profiles of one kind can be "
                                    "added up");
  };

  if (FirstFile.empty())
    FirstFile = File.str();
  if (CacheProfile::isCacheProfile(Bytes)) {
    auto *To = as<CacheProfile>();
    if (!To)
      return Mixed("a cache profile");
    Expected<CacheProfile> Profile =
        Tables ? CacheProfile::decode(Bytes, File, Tables)
               : CacheProfile::decodeWithReferences(Bytes, File);
    if (!Profile)
      return Profile.takeError();
    if (Error E = To->add(*Profile))
      return invalidProfile(File, "cannot be added to " + FirstFile + ": " +
                                      toString(std::move(E)));
    return Error::success();
  }
  if (CachegrindFile::isCachegrindFile(Bytes)) {
    auto *To = as<CachegrindFile>();
    if (!To)
      return Mixed("in Cachegrind's format");
    Expected<CachegrindFile> Costs = CachegrindFile::parse(Bytes, File);
    if (!Costs)
      return Costs.takeError();
    if (Error E = To->add(*Costs))
      return invalidProfile(File, toString(std::move(E)));
    std::string Differ = Caches.add(File, *Costs);
    if (!Differ.empty())
      WithColor::warning(errs(), "udpc") << shownText(File) << ": " << Differ
                                         << "; misses of both are added up\n";
    return Error::success();
  }
  if (!hasMagic(Bytes, abi::ProfileMagic))
    return invalidProfile(File, "not a udpc profile, and not in Cachegrind's "
                                "format");
  auto *To = as<EventProfile>();
  if (!To)
    return Mixed("an event profile");
  return To->add((*Buffer)->getMemBufferRef());
}

Error ProfileSum::write(StringRef File) const {
  if (const auto *Events = get<EventProfile>())
    return Events->write(File);
  if (const auto *Caches = get<CacheProfile>())
    return Caches->write(File);
  const auto *Costs = get<CachegrindFile>();
  assert(Costs && "nothing was added");
  return writeWhole(File, [&](raw_ostream &OS) {
    Costs->print(OS);
    return Error::success();
  });
}
