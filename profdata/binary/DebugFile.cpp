//===- DebugFile.cpp - Finds separate debug files -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/DebugFile.h"
#include "profdata/binary/LinkedFile.h"
#include "profdata/binary/SectionContents.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

static bool hasDebugInfo(const ELFObjectFileBase &File) {
  return !contentsOf(File, ".debug_info").empty();
}

namespace {
/// The contents of a section .gnu_debuglink.
struct DebugLink {
  StringRef Name; ///< The file name, without folder.
  uint32_t Checksum = 0;
};
} // namespace

static std::optional<DebugLink> debugLinkOf(const ELFObjectFileBase &File) {
  DataExtractor Section(contentsOf(File, ".gnu_debuglink"),
                        File.isLittleEndian(), 0);
  DataExtractor::Cursor At(0);
  DebugLink Result;
  Result.Name = Section.getCStrRef(At);
  At.seek(alignTo(At.tell(), 4));
  Result.Checksum = Section.getU32(At);
  bool IsWhole = !errorToBool(At.takeError());
  if (!IsWhole || Result.Name.empty())
    return std::nullopt;
  return Result;
}

/// Returns an error message, or "". Without an error, \p Result has the file if
/// it exists.
static std::string openDebugFile(const ELFObjectFileBase &File, StringRef Path,
                                 std::optional<uint32_t> Checksum,
                                 DebugFile &Result) {
  if (!sys::fs::is_regular_file(Path))
    return "";
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return Path.str() + ": " + Buffer.getError().message();
  if (Checksum &&
      crc32(arrayRefFromStringRef((*Buffer)->getBuffer())) != *Checksum)
    return Path.str() + " belongs to another build";
  Expected<std::unique_ptr<ObjectFile>> Object =
      ObjectFile::createObjectFile(**Buffer);
  if (!Object)
    return Path.str() + ": " + toString(Object.takeError());
  const auto *ELF = dyn_cast<ELFObjectFileBase>(Object->get());
  if (!ELF || ELF->getArch() != File.getArch() ||
      ELF->getBytesInAddress() != File.getBytesInAddress())
    return Path.str() + " is for another processor";
  if (Error E = checkSections(*ELF))
    return Path.str() + ": " + toString(std::move(E));
  Result.Binary = {std::move(*Object), std::move(*Buffer)};
  Result.Path = Path.str();
  return "";
}

DebugFile udpc::findDebugFile(const ELFObjectFileBase &File, StringRef Path,
                              StringRef GlobalFolder) {
  DebugFile Result;
  if (hasDebugInfo(File))
    return Result;
  if (BuildIDRef ID = getBuildID(&File); !ID.empty())
    if (auto Found = BuildIDFetcher({GlobalFolder.str()}).fetch(ID))
      Result.WhyNot = openDebugFile(File, *Found, std::nullopt, Result);
  std::optional<DebugLink> Link = debugLinkOf(File);
  if (Result.get() || !Link)
    return Result;

  SmallString<128> Folder(Path), Global(GlobalFolder);
  sys::fs::make_absolute(Folder);
  sys::path::remove_filename(Folder);
  sys::path::append(Global, sys::path::relative_path(Folder));
  std::string Name = Link->Name.str();
  for (const std::string &Candidate :
       {(Folder + "/" + Name).str(), (Folder + "/.debug/" + Name).str(),
        (Global + "/" + Name).str()}) {
    std::string Why = openDebugFile(File, Candidate, Link->Checksum, Result);
    if (Result.get()) {
      Result.WhyNot.clear();
      return Result;
    }
    if (!Why.empty())
      Result.WhyNot = std::move(Why);
  }
  if (Result.WhyNot.empty())
    Result.WhyNot = Name + " is not in " + Folder.str().str() +
                    ", in .debug there, or in " + Global.str().str();
  return Result;
}
