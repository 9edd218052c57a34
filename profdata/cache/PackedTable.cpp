//===- PackedTable.cpp - The packed form of a cost table ------------------===//

#include "profdata/cache/PackedTable.h"
#include "profdata/TableBytes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

namespace {

/// A list of records in a cost table.
struct RecordList {
  uint64_t NumRecords;
  unsigned NumWords; ///< Of 32 bits, in each record.

  uint64_t size() const { return NumRecords * NumWords * 4; }
};

} // namespace

template <typename T> static RecordList listOf(uint32_t NumRecords) {
  static_assert(sizeof(T) % 4 == 0);
  return {NumRecords, sizeof(T) / 4};
}

/// The lists between the header and the strings, in the order of the table.
static SmallVector<RecordList, 16> listsOf(const abi::CostHeader &H) {
  return {listOf<abi::DerivedRec>(H.NumDerived),
          listOf<abi::CodeRec>(H.NumFunctions),
          listOf<abi::FrameRec>(H.NumFrames),
          listOf<abi::LineRec>(H.NumLines),
          listOf<abi::LoopRec>(H.NumLoops),
          listOf<abi::BlockRec>(H.NumBlocks),
          listOf<abi::CostRec>(H.NumCosts),
          listOf<abi::OperationRec>(H.NumOperations),
          listOf<abi::BranchRec>(H.NumBranches),
          listOf<abi::CalleeRec>(H.NumCallees),
          listOf<abi::ExportRec>(H.NumExports)};
}

/// Small for small differences in either direction.
static uint32_t zigzag(uint32_t Difference) {
  return Difference << 1 ^ (0 - (Difference >> 31));
}
static uint32_t unzigzag(uint32_t Code) { return Code >> 1 ^ (0 - (Code & 1)); }

static void packList(const RecordList &List, const uint8_t *Records,
                     raw_ostream &OS) {
  for (unsigned W = 0; W != List.NumWords; ++W) {
    uint32_t Before = 0;
    for (uint64_t I = 0; I != List.NumRecords; ++I) {
      uint32_t Word =
          support::endian::read32le(Records + (I * List.NumWords + W) * 4);
      encodeULEB128(zigzag(Word - Before), OS);
      Before = Word;
    }
  }
}

/// Removes the list from the front of \p Packed. False if it is cut off.
static bool unpackList(const RecordList &List, ArrayRef<uint8_t> &Packed,
                       uint8_t *Records) {
  for (unsigned W = 0; W != List.NumWords; ++W) {
    uint32_t Word = 0;
    for (uint64_t I = 0; I != List.NumRecords; ++I) {
      unsigned Length;
      const char *Error = nullptr;
      uint64_t Code =
          decodeULEB128(Packed.data(), &Length, Packed.end(), &Error);
      if (Error || Code > UINT32_MAX)
        return false;
      Packed = Packed.drop_front(Length);
      Word += unzigzag(Code);
      support::endian::write32le(Records + (I * List.NumWords + W) * 4, Word);
    }
  }
  return true;
}

std::vector<uint8_t> udpc::packTable(ArrayRef<uint8_t> Table) {
  if (!compression::zlib::isAvailable())
    return {};
  abi::PackedCostHeader H = {};
  std::memcpy(&H.Table, Table.data(), sizeof(H.Table));
  SmallVector<char, 0> Columns;
  raw_svector_ostream OS(Columns);
  const uint8_t *At = Table.data() + sizeof(H.Table);
  for (const RecordList &List : listsOf(H.Table)) {
    packList(List, At, OS);
    At += List.size();
  }
  OS.write(reinterpret_cast<const char *>(At), H.Table.StringsSize);

  SmallVector<uint8_t, 0> Compressed;
  compression::zlib::compress(arrayRefFromStringRef(OS.str()), Compressed);
  H.ColumnsSize = Columns.size();
  H.CompressedSize = Compressed.size();
  std::vector<uint8_t> Out(alignTo(sizeof(H) + Compressed.size(), 8));
  if (Table.size() / abi::MaxPackRatio >= Out.size())
    return {};
  H.Table.Magic = abi::PackedCostMagic;
  H.Table.TotalSize = Out.size();
  std::memcpy(Out.data(), &H, sizeof(H));
  llvm::copy(Compressed, Out.begin() + sizeof(H));
  return Out;
}

bool udpc::isPackedTable(StringRef Bytes) {
  return Bytes.size() >= sizeof(uint32_t) &&
         support::endian::read32le(Bytes.data()) == abi::PackedCostMagic;
}

Expected<std::string> udpc::unpackTable(StringRef Bytes) {
  abi::PackedCostHeader H;
  if (Bytes.size() < sizeof(H))
    return malformedTable("the header is cut off");
  std::memcpy(&H, Bytes.data(), sizeof(H));
  if (H.Table.TotalSize > Bytes.size())
    return malformedTable("the table is cut off");
  if (H.Table.TotalSize < sizeof(H) || H.Table.TotalSize % 8 ||
      H.CompressedSize > H.Table.TotalSize - sizeof(H))
    return malformedTable("its size is wrong");
  // The counts are 32 bits wide, so the sum cannot overflow.
  uint64_t Size = sizeof(H.Table) + uint64_t(H.Table.StringsSize);
  for (const RecordList &List : listsOf(H.Table))
    Size += List.size();
  Size = alignTo(Size, 8);
  // A word is at most five bytes.
  if (Size / abi::MaxPackRatio >= H.Table.TotalSize ||
      H.ColumnsSize > Size / 4 * 5)
    return malformedTable("its packed size is wrong");
  if (!compression::zlib::isAvailable())
    return malformedTable("it is compressed, and this udpc was built with an "
                          "LLVM without zlib");

  SmallVector<uint8_t, 0> Columns;
  if (Error E = compression::zlib::decompress(
          arrayRefFromStringRef(Bytes.substr(sizeof(H), H.CompressedSize)),
          Columns, H.ColumnsSize))
    return malformedTable(toString(std::move(E)));
  std::string Table(Size, '\0');
  auto *At = reinterpret_cast<uint8_t *>(Table.data()) + sizeof(H.Table);
  ArrayRef<uint8_t> Rest = Columns;
  for (const RecordList &List : listsOf(H.Table)) {
    if (!unpackList(List, Rest, At))
      return malformedTable("a packed list is cut off");
    At += List.size();
  }
  if (Rest.size() != H.Table.StringsSize)
    return malformedTable("its packed size is wrong");
  llvm::copy(Rest, At);
  H.Table.Magic = abi::CostMagic;
  H.Table.TotalSize = Size;
  std::memcpy(Table.data(), &H.Table, sizeof(H.Table));
  return Table;
}
