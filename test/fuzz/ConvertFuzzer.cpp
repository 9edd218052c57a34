//===- ConvertFuzzer.cpp - Any bytes as a file to convert -----------------===//
//
// With a plan that does not depend on the code, which RewriteFuzzer.cpp varies.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "profdata/binary/LinkedFile.h"
#include "rewrite/elf/ElfConverter.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

/// Replaces the first bytes of the first code that is loaded.
static RewritePlan planFor(const ElfImage &Image) {
  RewritePlan Plan;
  Plan.Code.assign(128, 0x90);
  Plan.Fixups.push_back({8, plan::FixupBase::Data, 64, -4});
  Plan.Fixups.push_back({16, plan::FixupBase::Module, Image.base(), -4});
  Plan.Rows.push_back({0, 0, 0});
  for (const ElfImage::Phdr &P : Image.Segments) {
    if (P.p_type != ELF::PT_LOAD || !(P.p_flags & ELF::PF_X) || P.p_filesz < 5)
      continue;
    StringRef Old = Image.Bytes.substr(P.p_offset, 5);
    CodePatch Patch;
    Patch.Address = P.p_vaddr;
    Patch.Old.assign(Old.bytes_begin(), Old.bytes_end());
    Patch.New = {0xe9, 0, 0, 0, 0};
    Patch.FieldOffset = 1;
    Plan.Patches.push_back(Patch);
    for (uint32_t I = 1; I != 64; ++I)
      Plan.Rows.push_back({I, P.p_vaddr + I, I % 3 * 8});
    break;
  }
  return Plan;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Bytes = textOf(Data, Size);
  Expected<ElfImage> Image = ElfImage::create(Bytes);
  if (!Image) {
    requireMessage(Image.takeError(), "");
    return 0;
  }
  auto File = ObjectFile::createELFObjectFile(MemoryBufferRef(Bytes, "app"));
  if (!File) {
    consumeError(File.takeError());
    return 0;
  }
  const auto &Elf = cast<ELFObjectFileBase>(**File);
  if (Error E = checkSections(Elf)) {
    consumeError(std::move(E));
    return 0;
  }
  RewritePlan Plan = planFor(*Image);
  const uint8_t Table[16] = {};
  Expected<ConvertedFile> Result =
      convertFile({*Image, Elf, Plan, Table, 3, true, ""});
  if (!Result) {
    requireMessage(Result.takeError(), "");
    return 0;
  }
  require(Result->Start.size() == Bytes.size(), "the original has moved");
  require(Result->AddedOffset >= Bytes.size(), "the original is overwritten");
  // The whole file, unless it has a large hole.
  if (Result->AddedOffset > Bytes.size() + (1 << 20))
    return 0;
  std::string Whole = Result->Start;
  Whole.resize(Result->AddedOffset, '\0');
  Whole += Result->Added;
  Expected<ElfImage> Again = ElfImage::create(Whole);
  require(!Again, "a converted file is not known again");
  require(toString(Again.takeError()).find("already converted") !=
              std::string::npos,
          "a converted file is damaged");
  return 0;
}
