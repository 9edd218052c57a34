//===- NeededLibraries.cpp - The libraries of a linked program ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc-clang/link/NeededLibraries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <optional>

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

namespace {

/// The names in the dynamic section of a file.
struct DynamicNames {
  std::string Soname;
  std::vector<std::string> Needed, RunPaths;
};

} // namespace

template <class ELFT>
static DynamicNames namesOf(const ELFObjectFile<ELFT> &Object) {
  DynamicNames Names;
  const ELFFile<ELFT> &File = Object.getELFFile();
  auto Entries = File.dynamicEntries();
  if (!Entries) {
    consumeError(Entries.takeError());
    return Names;
  }
  uint64_t Strings = 0, Size = 0;
  for (const auto &D : *Entries) {
    if (D.d_tag == ELF::DT_STRTAB)
      Strings = D.d_un.d_ptr;
    else if (D.d_tag == ELF::DT_STRSZ)
      Size = D.d_un.d_val;
  }
  if (!Strings)
    return Names;
  auto Start = File.toMappedAddr(Strings);
  if (!Start) {
    consumeError(Start.takeError());
    return Names;
  }
  if (Size > uint64_t(File.end() - *Start))
    return Names;
  StringRef Table(reinterpret_cast<const char *>(*Start), Size);
  for (const auto &D : *Entries) {
    std::string Name = Table.substr(D.d_un.d_val).split('\0').first.str();
    if (D.d_tag == ELF::DT_SONAME)
      Names.Soname = Name;
    else if (D.d_tag == ELF::DT_NEEDED)
      Names.Needed.push_back(Name);
    else if (D.d_tag == ELF::DT_RUNPATH || D.d_tag == ELF::DT_RPATH)
      for (StringRef Folder : split(Name, ':'))
        Names.RunPaths.push_back(Folder.str());
  }
  return Names;
}

static DynamicNames namesOf(const ObjectFile &File) {
  if (auto *Object = dyn_cast<ELF64LEObjectFile>(&File))
    return namesOf(*Object);
  if (auto *Object = dyn_cast<ELF32LEObjectFile>(&File))
    return namesOf(*Object);
  if (auto *Object = dyn_cast<ELF64BEObjectFile>(&File))
    return namesOf(*Object);
  if (auto *Object = dyn_cast<ELF32BEObjectFile>(&File))
    return namesOf(*Object);
  return {};
}

namespace {

class LibraryFinder {
public:
  LibraryFinder(const ObjectFile &Program, const LinkInputs &Inputs)
      : Arch(Program.getArch()), Folders(Inputs.LibraryFolders) {
    append_range(Folders, Inputs.RunPaths);
    // The dynamic linker uses the soname, which may differ from the file name.
    for (const std::string &Input : Inputs.Files)
      if (std::optional<OwningBinary<ObjectFile>> File = open(Input)) {
        std::string Soname = namesOf(*File->getBinary()).Soname;
        InputOf.try_emplace(Soname.empty() ? Input : Soname, Input);
        Folders.push_back(sys::path::parent_path(Input).str());
      }
    auto AddPaths = [&](StringRef Text) {
      for (StringRef Folder : split(Text, ':'))
        if (!Folder.empty())
          Folders.push_back(Folder.str());
    };
    AddPaths(sys::Process::GetEnv("LIBRARY_PATH").value_or(""));
    AddPaths(sys::Process::GetEnv("LD_LIBRARY_PATH").value_or(""));
    for (StringRef Folder : {"/usr/local/lib", "/usr/lib", "/lib"}) {
      Folders.push_back(
          (Folder + "/" + Triple::getArchTypeName(Arch) + "-linux-gnu").str());
      Folders.push_back(Folder.str());
    }
  }

  /// Adds to Found the libraries that \p Of, the file \p Path, needs.
  void addNeeded(const ObjectFile &Of, StringRef Path) {
    DynamicNames Names = namesOf(Of);
    for (const std::string &Name : Names.Needed) {
      if (!Seen.insert(Name).second)
        continue;
      std::optional<std::pair<OwningBinary<ObjectFile>, std::string>> Library =
          find(Name, Names.RunPaths, Path);
      if (!Library)
        continue;
      Found.push_back(std::move(Library->first));
      addNeeded(*Found.back().getBinary(), Library->second);
    }
  }

  std::vector<OwningBinary<ObjectFile>> Found;

private:
  /// Opens \p Path if it is a shared library for the program's processor.
  std::optional<OwningBinary<ObjectFile>> open(StringRef Path) const {
    if (!sys::fs::is_regular_file(Path))
      return std::nullopt;
    Expected<OwningBinary<ObjectFile>> File =
        ObjectFile::createObjectFile(Path);
    if (!File) {
      consumeError(File.takeError());
      return std::nullopt;
    }
    auto *Object = dyn_cast<ELFObjectFileBase>(File->getBinary());
    if (!Object || Object->getEType() != ELF::ET_DYN ||
        Object->getArch() != Arch)
      return std::nullopt;
    return std::move(*File);
  }

  /// Returns the library \p Name and its path. The file \p By, whose run paths
  /// are \p RunPaths, needs it.
  std::optional<std::pair<OwningBinary<ObjectFile>, std::string>>
  find(StringRef Name, ArrayRef<std::string> RunPaths, StringRef By) const {
    std::vector<std::string> Paths;
    if (auto It = InputOf.find(Name); It != InputOf.end())
      Paths.push_back(It->second);
    if (Name.contains('/'))
      Paths.push_back(Name.str());
    auto AddIn = [&](StringRef Folder) {
      StringRef Own = sys::path::parent_path(By);
      SmallString<128> Path;
      for (StringRef Origin : {"$ORIGIN", "${ORIGIN}"})
        if (Folder.consume_front(Origin))
          Path = Own.empty() ? "." : Own;
      Path += Folder;
      sys::path::append(Path, Name);
      Paths.push_back(Path.str().str());
    };
    for (const std::string &Folder : RunPaths)
      AddIn(Folder);
    for (const std::string &Folder : Folders)
      AddIn(Folder);
    for (const std::string &Path : Paths)
      if (std::optional<OwningBinary<ObjectFile>> File = open(Path))
        return std::pair(std::move(*File), Path);
    return std::nullopt;
  }

  Triple::ArchType Arch;
  std::vector<std::string> Folders;
  StringMap<std::string> InputOf;
  StringSet<> Seen;
};

} // namespace

std::vector<OwningBinary<ObjectFile>>
udpc::findNeededLibraries(const ObjectFile &Program, StringRef Path,
                          const LinkInputs &Inputs) {
  LibraryFinder F(Program, Inputs);
  F.addNeeded(Program, Path);
  return std::move(F.Found);
}
