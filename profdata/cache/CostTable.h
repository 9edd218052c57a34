//===- CostTable.h - Cost tables: building and decoding ---------*- C++ -*-===//
//
// The cost table of a translation unit (udpc/costs.h): the plugin builds it,
// the runtime copies it into cache profiles, and readers decode it here.
//
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

/// The records of a cost table. Indices in them are positions in these lists,
/// strings are offsets into Strings.
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

/// Builds the bytes of a cost table: fill the records in, then finish.
class CostTableBuilder : public CostRecords {
public:
  uint32_t Flags = 0;
  uint32_t NumSlots = 0;
  uint32_t SourceFile = 0;
  uint32_t NumCodeLines = 0;

  /// Offset of \p S in the string table; equal strings are stored once.
  uint32_t addString(llvm::StringRef S) { return Strings.add(S); }
  llvm::StringRef string(uint32_t Offset) const { return Strings.at(Offset); }

  /// Sorts Lines as costs.h requires and updates the indices in Costs,
  /// Operations and Jumps. Returns the new index of each old one.
  std::vector<uint32_t> sortLines();

  std::vector<uint8_t> finish() const;
  /// The same with the packed copy (PackedTable.h), if it has one, behind it.
  std::vector<uint8_t> finishWithPackedCopy() const;

private:
  StringTableBuilder Strings;
};

/// A decoded cost table. Owns its bytes.
class CostTable : public CostRecords {
public:
  /// Every offset, index and count is checked; \p Bytes, a plain or a packed
  /// table, may be hostile. They may continue after the table. Takes time and
  /// memory in proportion to the table's size.
  static llvm::Expected<CostTable> decode(llvm::StringRef Bytes);

  /// A table of which only a reference is known (TableReference.h): it has
  /// numbers of records and no records. \p Bytes may be hostile, and continue
  /// after the reference.
  static llvm::Expected<CostTable> ofReference(llvm::StringRef Bytes);

  /// \p Bytes, which are those of a table that was decoded, without its
  /// records: like a reference.
  static CostTable ofDecoded(llvm::StringRef Bytes);

  /// As it was read: plain, packed, or a reference.
  llvm::StringRef bytes() const { return Bytes; }
  bool isReference() const { return IsReference; }
  /// Those of the table, also where only a reference is known.
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
  /// The key of the inline stack whose innermost frame is \p Frame.
  MemoryOperationKey key(uint32_t Frame) const;

  /// All values of the unit: \p Slots as counted, then the derived ones, by
  /// values::deriveCounts.
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
