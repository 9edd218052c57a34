//===- LinkedFile.cpp - Validates linked ELF files ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/LinkedFile.h"
#include "profdata/file/PackedProfile.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

/// Whether the compressed section \p Contents can have the size that its header
/// claims. LLVM allocates that size before decompressing.
template <class ELFT> static bool isPlausible(ArrayRef<uint8_t> Contents) {
  typename ELFT::Chdr Header;
  if (Contents.size() < sizeof(Header))
    return false;
  std::memcpy(&Header, Contents.data(), sizeof(Header));
  return Header.ch_size <= maxUnpackedSize(Contents.size());
}

template <class ELFT> static Error check(const ELFFile<ELFT> &File) {
  auto Sections = File.sections();
  if (!Sections)
    return Sections.takeError();
  for (const auto &S : *Sections) {
    if (Expected<StringRef> Name = File.getSectionName(S); !Name)
      return Name.takeError();
    if (S.sh_type == ELF::SHT_NOBITS)
      continue;
    auto Contents = File.getSectionContents(S);
    if (!Contents)
      return Contents.takeError();
    if ((S.sh_flags & ELF::SHF_COMPRESSED) && !isPlausible<ELFT>(*Contents))
      return createStringError("a compressed section has a wrong header");
    if (S.sh_type == ELF::SHT_SYMTAB || S.sh_type == ELF::SHT_DYNSYM)
      if (auto Symbols = File.symbols(&S); !Symbols)
        return Symbols.takeError();
  }
  return Error::success();
}

template <class ELFT>
static Expected<uint64_t> lowestPage(const ELFFile<ELFT> &File) {
  auto Headers = File.program_headers();
  if (!Headers)
    return Headers.takeError();
  constexpr uint64_t PageSize = 4096;
  uint64_t Lowest = UINT64_MAX;
  for (const auto &Header : *Headers)
    if (Header.p_type == ELF::PT_LOAD)
      Lowest = std::min<uint64_t>(Lowest, Header.p_vaddr);
  if (Lowest == UINT64_MAX)
    return createStringError("not linked; name the program or library that it "
                             "becomes a part of");
  return Lowest & ~(PageSize - 1);
}

Error udpc::checkSections(const ELFObjectFileBase &File) {
  Error E = withELFFile(File, [](const auto &F) { return check(F); });
  return E ? createStringError("damaged: " + toString(std::move(E)))
           : Error::success();
}

Expected<uint64_t> udpc::loadAddressOf(const ELFObjectFileBase &File) {
  return withELFFile(File, [](const auto &F) { return lowestPage(F); });
}
