//===- CostTable.h - Cost tables: building and decoding ---------*- C++ -*-===//
//
// Builds and decodes the cost table of a translation unit (udpc/costs.h): the
// plugin builds it, the runtime copies it into cache profiles, and readers
// decode it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_COSTTABLE_H
#define UDPC_PROFDATA_CACHE_COSTTABLE_H

#include "profdata/binary/operations/MemoryOperationKey.h"
#include "profdata/tables/TableBytes.h"
#include "udpc/costs.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace udpc {

/// The records of a cost table. Indices in records are positions in these
/// lists, strings are offsets into the string table.
struct CostRecords {
  std::vector<abi::DerivedRec> Derived;
  std::vector<abi::CodeRec> Functions;
  std::vector<abi::FrameRec> Frames;
  std::vector<abi::LineRec> Lines;
  std::vector<abi::LoopRec> Loops;
  std::vector<abi::BlockRec> Blocks;
  std::vector<abi::CostRec> Costs;
  std::vector<abi::OperationRec> Operations;
  std::vector<abi::BranchRec> Branches;
  std::vector<abi::CalleeRec> Callees;
  std::vector<abi::ExportRec> Exports;
  std::vector<abi::JumpRec> Jumps;
};

/// Builds the bytes of a cost table: fill in the records, then call finish().
class CostTableBuilder : public CostRecords {
public:
  uint32_t Flags = 0;
  uint32_t NumSlots = 0;
  uint32_t SourceFile = 0;
  uint32_t NumCodeLines = 0;

  /// Returns the offset of \p S in the string table; equal strings are stored
  /// once.
  uint32_t addString(llvm::StringRef S) { return Strings.add(S); }
  llvm::StringRef string(uint32_t Offset) const { return Strings.at(Offset); }

  /// Sorts Lines as costs.h requires and updates the indices in Costs,
  /// Operations and Jumps. Returns the new index of each old one.
  std::vector<uint32_t> sortLines();

  std::vector<uint8_t> finish() const;
  /// Like finish(), followed by the packed copy (PackedTable.h) if there is
  /// one.
  std::vector<uint8_t> finishWithPackedCopy() const;

private:
  StringTableBuilder Strings;
};

/// A decoded cost table. Owns its bytes.
class CostTable : public CostRecords {
public:
  /// Decodes the plain or packed table at the start of \p Bytes. Checks every
  /// offset, index and count, so \p Bytes may be hostile. Time and memory are
  /// proportional to the table's size.
  static llvm::Expected<CostTable> decode(llvm::StringRef Bytes);

  /// Decodes a reference in place of a table (TableReference.h): the result has
  /// numbers of records, but no records. \p Bytes may be hostile and continue
  /// after the reference.
  static llvm::Expected<CostTable> ofReference(llvm::StringRef Bytes);

  /// Makes a table without records, like a reference, from \p Bytes, the bytes
  /// of a table that has been decoded before.
  static CostTable ofDecoded(llvm::StringRef Bytes);

  /// Returns the bytes as read: a plain table, a packed table, or a reference.
  llvm::StringRef bytes() const { return Bytes; }
  bool isReference() const { return IsReference; }
  /// The numbers of records, known also for a reference.
  uint32_t numOperations() const { return NumOperations; }
  uint32_t numLines() const { return NumLines; }
  uint32_t numFunctions() const { return NumFunctions; }
  uint32_t numCallees() const { return NumCallees; }
  bool simulatesCaches() const { return Flags & abi::SimulatesCaches; }
  uint32_t numSlots() const { return NumSlots; }
  llvm::StringRef string(uint32_t Offset) const {
    return llvm::StringRef(Strings).drop_front(Offset).data();
  }
  llvm::StringRef sourceFile() const { return string(SourceFile); }

  llvm::ArrayRef<abi::CostRec> costs(const abi::BlockRec &B) const {
    return llvm::ArrayRef(Costs).slice(B.FirstCost, B.NumCosts);
  }
  llvm::ArrayRef<abi::BranchRec> branches(const abi::OperationRec &O) const {
    return llvm::ArrayRef(Branches).slice(O.FirstBranch, O.NumBranches);
  }
  /// Returns the key of the inline stack whose innermost frame is \p Frame.
  MemoryOperationKey key(uint32_t Frame) const;

  /// Returns all values of the unit: \p Slots, which are the counts, then the
  /// derived values, computed by values::deriveCounts.
  std::vector<uint64_t> values(std::vector<uint64_t> Slots) const;

private:
  static llvm::Expected<CostTable> decodePlain(llvm::StringRef Bytes);
  void setNumbers(const abi::CostHeader &H);

  std::string Bytes;
  bool IsReference = false;
  std::string Strings;
  uint32_t Flags = 0;
  uint32_t NumSlots = 0;
  uint32_t SourceFile = 0;
  uint32_t NumOperations = 0, NumLines = 0, NumFunctions = 0, NumCallees = 0;
};

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_COSTTABLE_H
