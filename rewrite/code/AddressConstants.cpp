//===- AddressConstants.cpp - Addresses of code in relocations and data ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "rewrite/code/ModuleContents.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

using Contents = ModuleCode::Contents;
using Elf = ELFFile<ELF64LE>;

static void addConstant(Contents &C, uint64_t Address) {
  if (C.sectionAt(Address))
    C.AddressConstants.push_back(Address);
}

static uint64_t wordAt(const Contents &C, uint64_t Address) {
  ArrayRef<uint8_t> Bytes = C.dataAt(Address);
  return Bytes.size() < 8 ? 0 : support::endian::read64le(Bytes.data());
}

/// Records each 4-aligned word of 8 bytes that could be a pointer. Files linked
/// for fixed addresses have no relocations for pointers. Tables of labels are
/// read where code refers to them; other words may be numbers.
static void scanData(Contents &C) {
  for (const DataSection &S : C.Data)
    for (size_t At = (8 - S.Address % 4) % 4; At + 8 <= S.Bytes.size();
         At += 4) {
      uint64_t Value = support::endian::read64le(S.Bytes.data() + At);
      C.addFlags(Value, JumpTarget | IndirectTarget);
      if (C.flagsAt(Value) & FunctionStart)
        addConstant(C, Value);
    }
}

template <class Symbols>
static void addRelocation(Contents &C, const Elf::Elf_Rela &R,
                          const Symbols &Table) {
  uint64_t Value = static_cast<uint64_t>(R.r_addend);
  if (uint32_t Symbol = R.getSymbol(/*IsMips64EL=*/false)) {
    if (Symbol >= Table.size() || Table[Symbol].st_shndx == ELF::SHN_UNDEF)
      return;
    Value += Table[Symbol].st_value;
  }
  addConstant(C, Value);
}

Error udpc::findAddressConstants(const ELFObjectFileBase &File, Contents &C) {
  const Elf &F = cast<ELF64LEObjectFile>(File).getELFFile();
  auto Headers = F.sections();
  if (!Headers)
    return Headers.takeError();
  for (const auto &S : *Headers) {
    if (!(S.sh_flags & ELF::SHF_ALLOC))
      continue;
    if (S.sh_type == ELF::SHT_RELA) {
      auto Relocations = F.relas(S);
      if (!Relocations)
        return createStringError("damaged: " +
                                 toString(Relocations.takeError()));
      ArrayRef<Elf::Elf_Sym> Table;
      if (S.sh_link && S.sh_link < Headers->size()) {
        auto Symbols = F.symbols(&(*Headers)[S.sh_link]);
        if (Symbols)
          Table = ArrayRef(Symbols->begin(), Symbols->end());
        else
          consumeError(Symbols.takeError());
      }
      for (const auto &R : *Relocations)
        addRelocation(C, R, Table);
    } else if (S.sh_type == ELF::SHT_RELR) {
      auto Relocations = F.relrs(S);
      if (!Relocations)
        return createStringError("damaged: " +
                                 toString(Relocations.takeError()));
      for (const auto &R : F.decode_relrs(*Relocations))
        addConstant(C, wordAt(C, R.r_offset));
    }
  }
  if (!C.IsPositionIndependent)
    scanData(C);
  llvm::sort(C.AddressConstants);
  C.AddressConstants.erase(llvm::unique(C.AddressConstants),
                           C.AddressConstants.end());
  return Error::success();
}
