//===- PackedTable.cpp - The packed form of a cost table ------------------===//

#include "profdata/cache/PackedTable.h"
#include "profdata/TableBytes.h"
#include "profdata/cache/PackedColumns.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

/// Precedes the compressed columns. Those without predictions had none, and
/// zlib's first byte is another.
constexpr uint8_t PackedForm = 2;

std::vector<uint8_t> udpc::packTable(ArrayRef<uint8_t> Table) {
  if (!compression::zlib::isAvailable())
    return {};
  abi::PackedCostHeader H = {};
  std::memcpy(&H.Table, Table.data(), sizeof(H.Table));
  SmallVector<char, 0> Columns;
  raw_svector_ostream OS(Columns);
  const uint8_t *Records = Table.data() + sizeof(H.Table);
  packColumns(H.Table, Records, OS);
  OS.write(reinterpret_cast<const char *>(Records) + recordsSize(H.Table),
           H.Table.StringsSize);

  SmallVector<uint8_t, 0> Compressed;
  compression::zlib::compress(arrayRefFromStringRef(OS.str()), Compressed,
                              compression::zlib::BestSizeCompression);
  Compressed.insert(Compressed.begin(), PackedForm);
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
  uint64_t Size =
      alignTo(sizeof(H.Table) + recordsSize(H.Table) + H.Table.StringsSize, 8);
  // A word is at most five bytes.
  if (Size / abi::MaxPackRatio >= H.Table.TotalSize ||
      H.ColumnsSize > Size / 4 * 5)
    return malformedTable("its packed size is wrong");
  if (!compression::zlib::isAvailable())
    return malformedTable("it is compressed, and this udpc was built with an "
                          "LLVM without zlib");

  StringRef Compressed = Bytes.substr(sizeof(H), H.CompressedSize);
  if (Compressed.empty() || uint8_t(Compressed.front()) != PackedForm)
    return malformedTable("it is packed in another form, by another version of "
                          "udpc");
  SmallVector<uint8_t, 0> Columns;
  if (Error E = compression::zlib::decompress(
          arrayRefFromStringRef(Compressed.drop_front()), Columns,
          H.ColumnsSize))
    return malformedTable(toString(std::move(E)));
  std::string Table(Size, '\0');
  auto *Records = reinterpret_cast<uint8_t *>(Table.data()) + sizeof(H.Table);
  ArrayRef<uint8_t> Rest = Columns;
  if (!unpackColumns(H.Table, Rest, Records))
    return malformedTable("a packed list is cut off");
  if (Rest.size() != H.Table.StringsSize)
    return malformedTable("its packed size is wrong");
  llvm::copy(Rest, Records + recordsSize(H.Table));
  H.Table.Magic = abi::CostMagic;
  H.Table.TotalSize = Size;
  std::memcpy(Table.data(), &H.Table, sizeof(H.Table));
  return Table;
}
