//===- AddedPieces.h - What a conversion adds to a file ---------*- C++ -*-===//
//
// The three segments of ElfConverter.h, as pieces with their addresses.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_ELF_ADDEDPIECES_H
#define UDPC_REWRITE_ELF_ADDEDPIECES_H

#include "rewrite/elf/AddedFrames.h"
#include "rewrite/elf/ElfConverter.h"
#include "rewrite/elf/StartStubs.h"

namespace udpc {

/// Bytes that are added, and where they are loaded.
struct AddedPiece {
  uint64_t Align = 8;
  std::string Bytes;
  uint64_t Address = 0;
  uint64_t size() const { return Bytes.size(); }
};

class AddedPieces {
public:
  /// The pieces that are loaded, in their order. Each begins at a multiple of
  /// its alignment.
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

  /// The frames of Code, which the section headers need again for debuggers.
  std::vector<AddedFrame> AddedFrames;
  /// The dynamic section. It stays where it is unless DynamicMoves.
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
  /// Of the list of units in Data, which has one.
  uint64_t listOffset() const;
  bool hasVersions() const { return !OldVersions.empty(); }

  const ConversionInput &In;
  const ElfImage &Image;
  llvm::StringRef OldSymbols, OldStrings, OldVersions, OldRelocations,
      OldFrameTable;
  uint64_t NumOldSymbols = 0;
  /// Offsets in the new strings.
  uint64_t RuntimeName = 0, FirstImportName = 0;
  StartStubs Stubs;
  AddedPiece Pieces[NumPieces];
};

} // namespace udpc

#endif // UDPC_REWRITE_ELF_ADDEDPIECES_H
