//===- TableReference.cpp - References to tables --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/tables/TableReference.h"
#include "profdata/file/ProfileFile.h"
#include "profdata/tables/TableBytes.h"
#include "udpc/references.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace udpc;

bool TableReference::isReference(StringRef Bytes) {
  return Bytes.size() >= sizeof(uint32_t) &&
         support::endian::read32le(Bytes.data()) == abi::ReferenceMagic;
}

Expected<TableReference> TableReference::parse(StringRef Bytes,
                                               size_t HeaderSize) {
  TableReference R;
  RecordCursor C(Bytes);
  StringRef HeaderBytes;
  abi::TableReferenceRec Rec;
  if (!C.take(HeaderSize, HeaderBytes) || !C.read(Rec))
    return malformedTable("the reference is cut off");
  // Both kinds of tables begin with magic, version and size.
  abi::TableHeader H;
  std::memcpy(&H, HeaderBytes.data(), sizeof(H));
  StringRef IdBytes;
  if (Rec.BuildIdSize > abi::MaxBuildIdSize || !Rec.BuildIdSize ||
      !C.take(paddedSize(Rec.BuildIdSize), IdBytes) ||
      H.TotalSize != Bytes.size() - C.rest().size() ||
      Rec.TableSize < HeaderSize || Rec.TableSize % 8)
    return malformedTable("the reference's size is wrong");
  R.Header = HeaderBytes.str();
  H.Magic = Rec.TableMagic;
  H.TotalSize = Rec.TableSize;
  std::memcpy(R.Header.data(), &H,
              offsetof(abi::TableHeader, TotalSize) + sizeof(H.TotalSize));
  R.TableSize = Rec.TableSize;
  R.Address = Rec.Address;
  R.BuildId = IdBytes.take_front(Rec.BuildIdSize);
  return R;
}
