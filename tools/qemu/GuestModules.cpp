//===- GuestModules.cpp - Finds the file of guest code --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/qemu/GuestModules.h"
#include <algorithm>
#include <elf.h>
#include <fstream>
#include <sstream>
#include <stdio.h>
#include <string.h>

using namespace udpc;
using namespace udpc::qemu;

/// Returns the program headers of \p File, whose ELF header is \p H. Only
/// 64-bit little-endian files are read: other guests are not mapped unchanged.
static std::vector<Elf64_Phdr> programHeaders(std::istream &File,
                                              const Elf64_Ehdr &H) {
  std::vector<Elf64_Phdr> Headers;
  if (memcmp(H.e_ident, ELFMAG, SELFMAG) || H.e_ident[EI_CLASS] != ELFCLASS64 ||
      H.e_ident[EI_DATA] != ELFDATA2LSB || H.e_phentsize != sizeof(Elf64_Phdr))
    return Headers;
  Headers.resize(H.e_phnum);
  File.seekg(std::streamoff(H.e_phoff));
  if (!File.read(reinterpret_cast<char *>(Headers.data()),
                 std::streamsize(H.e_phnum * sizeof(Elf64_Phdr))))
    Headers.clear();
  return Headers;
}

FileAddresses FileAddresses::read(const std::string &Path) {
  FileAddresses Result;
  std::ifstream File(Path, std::ios::binary);
  Elf64_Ehdr H;
  if (!File.read(reinterpret_cast<char *>(&H), sizeof(H)))
    return Result;
  for (const Elf64_Phdr &P : programHeaders(File, H))
    if (P.p_type == PT_LOAD)
      Result.Segments.push_back({P.p_offset, P.p_filesz, P.p_vaddr});
  return Result;
}

bool FileAddresses::find(uint64_t Offset, uint64_t &Address) const {
  for (const Segment &S : Segments)
    if (Offset >= S.Offset && Offset - S.Offset < S.Size) {
      Address = Offset - S.Offset + S.Address;
      return true;
    }
  return false;
}

void GuestModules::readMappings() {
  // Set before reading, so that a change during the reading is noticed.
  IsCurrent = true;
  Mappings.clear();
  std::ifstream File("/proc/self/maps");
  std::string Line;
  while (std::getline(File, Line)) {
    unsigned long Start, End, Offset;
    int Path = 0;
    if (sscanf(Line.c_str(), "%lx-%lx %*s %lx %*s %*s %n", &Start, &End,
               &Offset, &Path) == 3 &&
        Path && Line[size_t(Path)] == '/')
      Mappings.push_back({Start, End, Offset, Line.substr(size_t(Path))});
  }
}

bool GuestModules::find(uintptr_t Host, const std::string *&Path,
                        uint64_t &Address) {
  std::lock_guard<std::mutex> Lock(Mutex);
  if (!IsCurrent)
    readMappings();
  auto M = std::upper_bound(
      Mappings.begin(), Mappings.end(), Host,
      [](uintptr_t Host, const Mapping &M) { return Host < M.End; });
  if (M == Mappings.end() || Host < M->Start)
    return false;
  auto [File, New] = Files.try_emplace(M->Path);
  if (New)
    File->second = FileAddresses::read(M->Path);
  Path = &File->first;
  return File->second.find(Host - M->Start + M->Offset, Address);
}
