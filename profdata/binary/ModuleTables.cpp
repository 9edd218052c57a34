//===- ModuleTables.cpp - Finds the tables of small profiles --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/ModuleTables.h"
#include "profdata/binary/DebugFile.h"
#include "profdata/binary/LinkedFile.h"
#include "profdata/binary/TablesFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

ModuleTables::ModuleTables(std::vector<std::string> Folders,
                           std::string DebugFolder,
                           std::string DebuginfodFolder)
    : Folders(std::move(Folders)), DebugFolder(std::move(DebugFolder)),
      DebuginfodFolder(std::move(DebuginfodFolder)) {}

/// Returns the folder of debuginfod's client; see debuginfod_find_debuginfo(3),
/// "CACHE".
static std::string debuginfodFolder() {
  if (auto Folder = sys::Process::GetEnv("DEBUGINFOD_CACHE_PATH"))
    return *Folder;
  if (auto Cache = sys::Process::GetEnv("XDG_CACHE_HOME"))
    return *Cache + "/debuginfod_client";
  if (auto Home = sys::Process::GetEnv("HOME"))
    return *Home + "/.cache/debuginfod_client";
  return "";
}

ModuleTables ModuleTables::ofEnvironment() {
  std::vector<std::string> Folders;
  std::string List = sys::Process::GetEnv("UDPC_TABLES").value_or("");
  for (StringRef Folder : split(List, ':'))
    if (!Folder.empty())
      Folders.push_back(Folder.str());
  return ModuleTables(std::move(Folders), GlobalDebugFolder.str(),
                      debuginfodFolder());
}

void ModuleTables::addFile(Module &To, StringRef BuildId,
                           const std::string &Path) {
  // A path from a profile may name any file: reading a FIFO would not end.
  if (!sys::fs::is_regular_file(Path))
    return;
  auto Refuse = [&](const Twine &Why) {
    To.Reasons.push_back((Path + " " + Why).str());
  };
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFile(Path, /*IsText=*/false,
                            /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return Refuse("cannot be read: " + Buffer.getError().message());
  Expected<std::unique_ptr<ObjectFile>> Object =
      ObjectFile::createObjectFile(**Buffer);
  if (!Object) {
    consumeError(Object.takeError());
    return Refuse("is no ELF file");
  }
  auto *File = dyn_cast<ELF64LEObjectFile>(Object->get());
  std::optional<uint64_t> Header = File ? headerAddress(*File) : std::nullopt;
  if (!Header || errorToBool(checkSections(*File)))
    return Refuse("is no linked ELF file for 64 bits");
  BuildIDRef Id = getBuildID(File);
  if (toStringRef(Id) != BuildId)
    return Refuse(Id.empty()
                      ? Twine("has no build ID")
                      : "has the build ID " + toHex(Id, /*LowerCase=*/true));
  LoadedFile Loaded;
  for (ELFSectionRef S : File->sections()) {
    if (!(S.getFlags() & ELF::SHF_ALLOC) || S.getType() == ELF::SHT_NOBITS ||
        S.getAddress() < *Header)
      continue;
    if (Expected<StringRef> Contents = S.getContents())
      Loaded.Sections[S.getAddress() - *Header] = *Contents;
    else
      consumeError(Contents.takeError());
  }
  Loaded.Binary = {std::move(*Object), std::move(*Buffer)};
  To.Files.push_back(std::move(Loaded));
}

ModuleTables::Module &ModuleTables::open(StringRef BuildId, StringRef Path) {
  auto [It, IsNew] = Modules.try_emplace({BuildId.str(), Path.str()});
  Module &M = It->second;
  if (!IsNew)
    return M;
  std::string Hex = toHex(BuildId, /*LowerCase=*/true);
  std::string InFolder = "/.build-id/" + Hex.substr(0, 2) + "/" + Hex.substr(2);
  if (!Path.empty())
    addFile(M, BuildId, Path.str());
  for (const std::string &Folder : Folders) {
    addFile(M, BuildId, Folder + InFolder);
    addFile(M, BuildId, Folder + InFolder + ".debug");
    addFile(M, BuildId, (Folder + "/" + sys::path::filename(Path)).str());
  }
  addFile(M, BuildId, DebugFolder + InFolder + ".debug");
  addFile(M, BuildId, DebuginfodFolder + "/" + Hex + "/executable");
  addFile(M, BuildId, DebuginfodFolder + "/" + Hex + "/debuginfo");
  return M;
}

StringRef ModuleTables::find(const TableReference &Reference,
                             StringRef ModulePath) {
  Module &M = open(Reference.BuildId, ModulePath);
  BuildIds[ModulePath.str()].insert(
      toHex(Reference.BuildId, /*LowerCase=*/true));
  for (const LoadedFile &F : M.Files) {
    auto It = F.Sections.upper_bound(Reference.Address);
    if (It == F.Sections.begin())
      continue;
    --It;
    uint64_t Offset = Reference.Address - It->first;
    StringRef Section = It->second;
    if (Offset > Section.size() ||
        Reference.TableSize > Section.size() - Offset)
      continue;
    StringRef Table = Section.substr(Offset, Reference.TableSize);
    if (Table.starts_with(Reference.Header))
      return Table;
  }
  std::string Hex = toHex(Reference.BuildId, /*LowerCase=*/true);
  std::string Why = !M.Files.empty()    ? "; the files with it do not have them"
                    : M.Reasons.empty() ? ""
                                        : "; " + join(M.Reasons, "; ");
  Missing[(ModulePath + ": the tables of build ID " + Hex +
           " are not found: its counts are not shown")
              .str()] = Why;
  return "";
}

std::map<std::string, std::set<std::string>> ModuleTables::takeBuildIds() {
  return std::exchange(BuildIds, {});
}

std::vector<std::string> ModuleTables::missing() const {
  std::vector<std::string> Lines;
  for (const auto &[What, Why] : Missing)
    Lines.push_back(What + Why);
  return Lines;
}
