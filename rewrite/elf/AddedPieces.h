//===- AddedPieces.h - The bytes that a conversion adds ---------*- C++ -*-===//
//
// Builds the contents of the three segments that ElfConverter.h describes, as
// pieces with their addresses. Used by the converter.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_ELF_ADDEDPIECES_H
#define UDPC_REWRITE_ELF_ADDEDPIECES_H

#include "rewrite/elf/AddedFrames.h"
#include "rewrite/elf/ElfConverter.h"
#include "rewrite/elf/StartStubs.h"

namespace udpc {

/// Added bytes and their address.
struct AddedPiece {
  uint64_t Align = 8;
  std::string Bytes;
  uint64_t Address = 0;
  uint64_t size() const { return Bytes.size(); }
};

class AddedPieces {
public:
  /// The loaded pieces, in the order of their addresses. Each begins at a
  /// multiple of its alignment.
  enum Number {
    // R
    Headers,
    Note,
    Symbols,
    Strings,
    Versions,
    Relocations,
    Frames,
    FrameTable,
    SiteTable,
    // R X
    Code,
    // RW
    Data,
    DynamicSection,
    NumPieces
  };

  /// Fails if the file is damaged.
  static llvm::Expected<AddedPieces> create(const ConversionInput &In);

  const AddedPiece &operator[](Number N) const { return Pieces[N]; }
  llvm::ArrayRef<AddedPiece> all() const { return Pieces; }

  /// The frames of Code, from which AddedSections.cpp makes the debuggers'
  /// frames.
  std::vector<AddedFrame> AddedFrames;
  /// The new dynamic section. It stays at its place unless DynamicMoves.
  std::vector<ElfImage::Dyn> NewDynamic;
  bool DynamicMoves = false;

private:
  explicit AddedPieces(const ConversionInput &In) : In(In), Image(In.Image) {}

  llvm::Error readTables();
  void fill();
  void place();
  void fillHeaders();
  void fillNote();
  void fillStrings();
  void fillSymbols();
  void fillRelocations();
  void fillFrames();
  void fillCode();
  void fillData();
  void fillDynamic();

  uint64_t importAddress(unsigned I) const {
    return Pieces[Data].Address + listOffset() + 8 + I * 8;
  }
  /// The offset in Data of the list of units, which has one entry.
  uint64_t listOffset() const;
  bool hasVersions() const { return !OldVersions.empty(); }

  const ConversionInput &In;
  const ElfImage &Image;
  llvm::StringRef OldSymbols, OldStrings, OldVersions, OldRelocations,
      OldFrameTable;
  uint64_t NumOldSymbols = 0;
  /// Offsets in the new string table.
  uint64_t RuntimeName = 0, FirstImportName = 0;
  StartStubs Stubs;
  AddedPiece Pieces[NumPieces];
};

} // namespace udpc

#endif // UDPC_REWRITE_ELF_ADDEDPIECES_H
