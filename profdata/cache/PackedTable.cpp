//===- PackedTable.cpp - The packed form of a cost table ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/cache/PackedTable.h"
#include "profdata/support/RecordBytes.h"
#include "profdata/cache/PackedColumns.h"
#include "profdata/tables/TableBytes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

namespace {

/// The first byte, which tells how the columns are compressed. The form without
/// predictions had no such byte; it began with zlib's first byte, which is
/// different.
enum PackedForm : uint8_t { ZlibForm = 2, ZstdForm = 3 };

} // namespace

/// The level with the smallest result in the time that zlib takes for its best.
constexpr int ZstdLevel = 19;

/// Sets \p Compressed to the form and the compressed columns.
static void compress(ArrayRef<uint8_t> Columns,
                     SmallVectorImpl<uint8_t> &Compressed) {
  if (!compression::zstd::isAvailable()) {
    compression::zlib::compress(Columns, Compressed,
                                compression::zlib::BestSizeCompression);
    Compressed.insert(Compressed.begin(), ZlibForm);
    return;
  }
  compression::zstd::compress(Columns, Compressed, ZstdLevel);
  // zlib already has a checksum.
  uint8_t Start[1 + sizeof(uint32_t)] = {ZstdForm};
  support::endian::write32le(Start + 1, crc32(Columns));
  Compressed.insert(Compressed.begin(), std::begin(Start), std::end(Start));
}

/// Returns the columns, which should have \p Size bytes.
static Expected<SmallVector<uint8_t, 0>> decompress(ArrayRef<uint8_t> Bytes,
                                                    size_t Size) {
  SmallVector<uint8_t, 0> Columns;
  auto Form = PackedForm(Bytes.consume_front());
  if (Form != ZlibForm && Form != ZstdForm)
    return malformedTable("it is packed in another form, by another version of "
                          "udpc");
  auto Format =
      Form == ZlibForm ? compression::Format::Zlib : compression::Format::Zstd;
  if (const char *Reason = compression::getReasonIfUnsupported(Format))
    return malformedTable(Reason);
  uint32_t Checksum = 0;
  if (Form == ZstdForm) {
    if (Bytes.size() < sizeof(Checksum))
      return malformedTable("its packed size is wrong");
    Checksum = support::endian::read32le(Bytes.data());
    Bytes = Bytes.drop_front(sizeof(Checksum));
  }
  if (Error E = compression::decompress(Format, Bytes, Columns, Size))
    return malformedTable(toString(std::move(E)));
  if (Form == ZstdForm && crc32(Columns) != Checksum)
    return malformedTable("its checksum is wrong");
  return Columns;
}

std::vector<uint8_t> udpc::packTable(ArrayRef<uint8_t> Table) {
  if (!compression::zlib::isAvailable() && !compression::zstd::isAvailable())
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
  compress(arrayRefFromStringRef(OS.str()), Compressed);
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
  if (!RecordCursor(Bytes).read(H))
    return malformedTable("the header is cut off");
  if (H.Table.TotalSize > Bytes.size())
    return malformedTable("the table is cut off");
  if (H.Table.TotalSize < sizeof(H) || H.Table.TotalSize % 8 ||
      H.CompressedSize > H.Table.TotalSize - sizeof(H))
    return malformedTable("its size is wrong");
  uint64_t Size =
      alignTo(sizeof(H.Table) + recordsSize(H.Table) + H.Table.StringsSize, 8);
  // The code of a word has at most five bytes.
  if (Size / abi::MaxPackRatio >= H.Table.TotalSize ||
      H.ColumnsSize > Size / 4 * 5)
    return malformedTable("its packed size is wrong");
  StringRef Compressed = Bytes.substr(sizeof(H), H.CompressedSize);
  if (Compressed.empty())
    return malformedTable("its packed size is wrong");
  Expected<SmallVector<uint8_t, 0>> Columns =
      decompress(arrayRefFromStringRef(Compressed), H.ColumnsSize);
  if (!Columns)
    return Columns.takeError();
  std::string Table(Size, '\0');
  auto *Records = reinterpret_cast<uint8_t *>(Table.data()) + sizeof(H.Table);
  ArrayRef<uint8_t> Rest = *Columns;
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
