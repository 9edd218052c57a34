//===- ElfConverter.cpp - Writes a file with sites added ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "rewrite/elf/ElfConverter.h"
#include "rewrite/elf/AddedPieces.h"
#include "rewrite/elf/AddedSections.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace udpc;

/// Old Linux kernels accept only as many program headers as fit on a page.
static constexpr size_t MaxSegments =
    ElfImage::PageSize / sizeof(ElfImage::Phdr);

static Error checkReach(const ElfImage &Image, const AddedPieces &Pieces) {
  const AddedPiece &Last = Pieces.all().back();
  if (Last.Address + Last.size() - Image.base() >= INT32_MAX)
    return createStringError(
        "the file is too large: what is added would not be within 2 GB of "
        "its code");
  if (Image.Segments.size() + 4 > MaxSegments)
    return createStringError("there are too many program headers to add "
                             "four");
  return Error::success();
}

/// Applies the plan's patches to \p Start, the bytes of the original.
static Error patchCode(const ConversionInput &In, const AddedPieces &Pieces,
                       std::string &Start) {
  for (const CodePatch &P : In.Plan.Patches) {
    std::optional<uint64_t> Offset = In.Image.offsetOf(P.Address, P.Old.size());
    if (!Offset || !std::equal(P.Old.begin(), P.Old.end(),
                               In.Image.Bytes.bytes_begin() + *Offset))
      return createStringError("the code to change is not in the file");
    char *At = Start.data() + *Offset;
    std::memcpy(At, P.New.data(), P.New.size());
    if (P.hasField())
      support::endian::write32le(At + P.FieldOffset,
                                 uint32_t(Pieces[AddedPieces::Code].Address +
                                          P.CodeOffset -
                                          (P.Address + P.FieldOffset + 4)));
  }
  return Error::success();
}

Expected<ConvertedFile> udpc::convertFile(const ConversionInput &In) {
  const ElfImage &Image = In.Image;
  Expected<AddedPieces> Added = AddedPieces::create(In);
  if (!Added)
    return Added.takeError();
  const AddedPieces &Pieces = *Added;
  if (Error E = checkReach(Image, Pieces))
    return std::move(E);
  ConvertedFile Result;
  Result.Start = Image.Bytes.str();
  if (Error E = patchCode(In, Pieces, Result.Start))
    return std::move(E);
  if (!Pieces.DynamicMoves)
    std::memcpy(Result.Start.data() +
                    Image.findSegment(ELF::PT_DYNAMIC)->p_offset,
                Pieces.NewDynamic.data(),
                Pieces.NewDynamic.size() * sizeof(ElfImage::Dyn));

  uint64_t First = Pieces.all().front().Address;
  Result.AddedOffset = First - Image.base();
  for (const AddedPiece &P : Pieces.all()) {
    Result.Added.resize(P.Address - First, '\0');
    Result.Added += P.Bytes;
  }
  Result.Added.resize(alignTo(Result.Added.size(), 8), '\0');
  SectionTail Tail =
      makeSections(Image, Pieces, Result.AddedOffset + Result.Added.size());
  Result.Added += Tail.Bytes;

  ElfImage::Ehdr Header = Image.Header;
  Header.e_phoff = Result.AddedOffset;
  Header.e_phnum = Pieces[AddedPieces::Headers].size() / sizeof(ElfImage::Phdr);
  if (Tail.NumHeaders) {
    Header.e_shoff = Tail.HeadersOffset;
    Header.e_shnum = Tail.NumHeaders;
  }
  std::memcpy(Result.Start.data(), &Header, sizeof(Header));
  return Result;
}
