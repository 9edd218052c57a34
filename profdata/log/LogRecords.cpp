//===- LogRecords.cpp - Finds the records of a log ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/log/LogRecords.h"
#include "profdata/support/RecordBytes.h"
#include "llvm/Support/CRC.h"

using namespace llvm;
using namespace udpc;

namespace {
class RecordScanner {
public:
  explicit RecordScanner(StringRef Bytes)
      : Bytes(Bytes), Budget(16 * uint64_t(Bytes.size()) + (1 << 20)) {}

  /// Whether an intact record begins at \p At. If not, sets Reason.
  bool isRecord(size_t At, log::RecordHeader &Header);
  /// Returns the position of the next intact record from \p At on, or the end.
  size_t findRecord(size_t At);

  const char *Reason = "";

private:
  StringRef Bytes;
  /// The number of bytes for which checksums may still be computed without
  /// finding a record. Limits the time for a hostile file, in which a record of
  /// the remaining size seems to begin at each byte.
  uint64_t Budget;
};
} // namespace

bool RecordScanner::isRecord(size_t At, log::RecordHeader &Header) {
  StringRef Rest = Bytes.drop_front(At);
  Reason = "cut off";
  if (!RecordCursor(Rest).read(Header))
    return false;
  Reason = "no record";
  if (Header.Sync != log::Sync)
    return false;
  Reason = "wrong size";
  if (Header.Size < sizeof(Header) || Header.Size % 8 ||
      Header.Size > log::MaxRecord)
    return false;
  Reason = "cut off";
  if (Header.Size > Rest.size())
    return false;
  Reason = "wrong checksum";
  constexpr size_t Covered = offsetof(log::RecordHeader, Type);
  StringRef Body = Rest.take_front(Header.Size).drop_front(Covered);
  if (Body.size() > Budget)
    return false;
  if (crc32(arrayRefFromStringRef(Body)) == Header.Checksum)
    return true;
  Budget -= Body.size();
  return false;
}

size_t RecordScanner::findRecord(size_t At) {
  static constexpr char Word[] = "UDPL";
  log::RecordHeader Header;
  while ((At = Bytes.find(Word, At)) != StringRef::npos) {
    if (isRecord(At, Header))
      return At;
    ++At;
  }
  return Bytes.size();
}

void udpc::visitRecords(
    MemoryBufferRef File, std::vector<LogDamage> &Damages,
    function_ref<void(const log::RecordHeader &, StringRef)> Each) {
  StringRef Bytes = File.getBuffer();
  RecordScanner Scanner(Bytes);
  for (size_t At = 0; At < Bytes.size();) {
    log::RecordHeader Header;
    if (Scanner.isRecord(At, Header)) {
      Each(Header, Bytes.substr(At, Header.Size).drop_front(sizeof(Header)));
      At += Header.Size;
      continue;
    }
    std::string What = Scanner.Reason;
    size_t Next = Scanner.findRecord(At + 1);
    Damages.push_back(
        {File.getBufferIdentifier().str(), At, Next - At, std::move(What)});
    At = Next;
  }
}
