//===- TableBytes.h - Encoding of record tables -----------------*- C++ -*-===//
//
// Common code for site tables and cost tables, which are a header, lists of
// records and strings, one after another (udpc/abi.h, udpc/costs.h). Used by
// their builders and decoders.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_TABLES_TABLEBYTES_H
#define UDPC_PROFDATA_TABLES_TABLEBYTES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstring>
#include <string>
#include <vector>

namespace udpc {

/// NUL-terminated strings, each stored once. Offset 0 is "".
class StringTableBuilder {
public:
  /// Returns the offset of \p S, which is added if it is new.
  uint32_t add(llvm::StringRef S) {
    if (S.empty())
      return 0;
    auto [It, New] = Offsets.try_emplace(S, Bytes.size());
    if (New) {
      Bytes += S;
      Bytes += '\0';
    }
    return It->second;
  }
  llvm::StringRef at(uint32_t Offset) const {
    return llvm::StringRef(Bytes).drop_front(Offset).data();
  }
  llvm::StringRef bytes() const { return Bytes; }

private:
  std::string Bytes = std::string(1, '\0');
  llvm::StringMap<uint32_t> Offsets;
};

template <typename T>
void appendRecords(std::vector<uint8_t> &Out, const std::vector<T> &Records) {
  const auto *Bytes = reinterpret_cast<const uint8_t *>(Records.data());
  Out.insert(Out.end(), Bytes, Bytes + Records.size() * sizeof(T));
}

/// Finishes a table that begins with room for \p H: appends the strings and
/// zeros up to a multiple of 8, and writes the header with the total size.
template <typename HeaderT>
void finishTable(std::vector<uint8_t> &Out, HeaderT H,
                 const StringTableBuilder &Strings) {
  Out.insert(Out.end(), Strings.bytes().begin(), Strings.bytes().end());
  Out.resize((Out.size() + 7) & ~size_t(7));
  H.StringsSize = Strings.bytes().size();
  H.TotalSize = Out.size();
  std::memcpy(Out.data(), &H, sizeof(H));
}

/// Whether a table of \p TableSize bytes can have \p NumSlots slots. Each slot
/// is referenced by a record of at least 12 bytes, so a hostile table cannot
/// make readers allocate more than 8 bytes for each byte of the table. No unit
/// has 2^24 slots, and this limit keeps the number of values in 32 bits.
inline bool isPlausibleNumSlots(uint32_t NumSlots, uint64_t TableSize) {
  return NumSlots <= TableSize && NumSlots <= (1u << 24);
}

/// Whether a string of \p Strings begins at \p Offset. Suffixes of longer
/// strings are refused: thousands of them could share one long string.
inline bool isStringStart(llvm::StringRef Strings, uint32_t Offset) {
  return Offset < Strings.size() && (!Offset || !Strings[Offset - 1]);
}

inline llvm::Error malformedTable(const llvm::Twine &What) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), What);
}

} // namespace udpc

#endif // UDPC_PROFDATA_TABLES_TABLEBYTES_H
