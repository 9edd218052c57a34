//===- SkippedSource.cpp - Source without code ----------------------------===//
//
// Numbers are ULEB128. Lines are relative to the previous extent.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/SkippedSource.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static void writeExtents(ArrayRef<SourceExtent> Extents, raw_ostream &OS) {
  encodeULEB128(Extents.size(), OS);
  unsigned Line = 0;
  for (const SourceExtent &E : Extents) {
    encodeULEB128(E.LineStart - Line, OS);
    encodeULEB128(E.ColumnStart, OS);
    encodeULEB128(E.LineEnd - E.LineStart, OS);
    encodeULEB128(E.ColumnEnd, OS);
    Line = E.LineStart;
  }
}

std::string udpc::encodeSkippedSource(ArrayRef<SkippedSource> Inclusions) {
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  encodeULEB128(Inclusions.size(), OS);
  for (const SkippedSource &S : Inclusions) {
    encodeULEB128(S.Files.size(), OS);
    for (StringRef File : S.Files) {
      encodeULEB128(File.size(), OS);
      OS << File;
    }
    encodeULEB128(S.Line, OS);
    encodeULEB128(S.Column, OS);
    writeExtents(S.Extents, OS);
    writeExtents(S.Conditionals, OS);
    encodeULEB128(S.Macros.size(), OS);
    for (auto [First, Last] : S.Macros) {
      encodeULEB128(First, OS);
      encodeULEB128(Last, OS);
    }
  }
  return Bytes;
}

namespace {

/// Reads numbers and strings. After an error it returns zeros and empty
/// strings.
class ByteReader {
public:
  explicit ByteReader(StringRef Bytes) : Rest(arrayRefFromStringRef(Bytes)) {}

  bool failed() const { return Failed; }
  bool isAtEnd() const { return Rest.empty(); }
  unsigned number() {
    unsigned Length = 0;
    const char *Problem = nullptr;
    uint64_t Value = decodeULEB128(Rest.begin(), &Length, Rest.end(), &Problem);
    if (Problem || Value > UINT32_MAX)
      return fail();
    Rest = Rest.drop_front(Length);
    return Value;
  }
  /// The number of items that follow, of at least one byte each.
  unsigned count() {
    unsigned N = number();
    return N > Rest.size() ? fail() : N;
  }
  StringRef string() {
    unsigned Size = count();
    StringRef Text = toStringRef(Rest.take_front(Size));
    Rest = Rest.drop_front(Size);
    return Text;
  }

private:
  unsigned fail() {
    Failed = true;
    Rest = {};
    return 0;
  }

  ArrayRef<uint8_t> Rest;
  bool Failed = false;
};

} // namespace

static std::vector<SourceExtent> readExtents(ByteReader &In) {
  std::vector<SourceExtent> Extents(In.count());
  unsigned Line = 0;
  for (SourceExtent &E : Extents) {
    E.LineStart = Line += In.number();
    E.ColumnStart = In.number();
    E.LineEnd = E.LineStart + In.number();
    E.ColumnEnd = In.number();
  }
  return Extents;
}

Expected<std::vector<SkippedSource>>
udpc::decodeSkippedSource(StringRef Bytes) {
  ByteReader In(Bytes);
  std::vector<SkippedSource> Inclusions(In.count());
  for (SkippedSource &S : Inclusions) {
    S.Files.resize(In.count());
    for (std::string &File : S.Files)
      File = In.string().str();
    S.Line = In.number();
    S.Column = In.number();
    S.Extents = readExtents(In);
    S.Conditionals = readExtents(In);
    S.Macros.resize(In.count());
    for (auto &[First, Last] : S.Macros) {
      First = In.number();
      Last = In.number();
    }
  }
  if (In.failed() || !In.isAtEnd())
    return createStringError(SkippedSourceVariable + " is malformed");
  return Inclusions;
}
