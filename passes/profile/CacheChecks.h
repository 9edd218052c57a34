//===- CacheChecks.h - The checks of a unit that simulates caches *- C++
//-*-===//
//
// Inserts code that passes accesses and fetches to the runtime into each
// function, and emits its records.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_CACHECHECKS_H
#define UDPC_PASSES_PROFILE_CACHECHECKS_H

#include "passes/profile/CheckCode.h"
#include "passes/profile/FetchChecks.h"
#include "passes/profile/FunctionProfile.h"
#include "llvm/ADT/StringMap.h"

namespace udpc {

class CacheChecks {
public:
  CacheChecks(llvm::Module &M, llvm::GlobalVariable &Unit);

  /// Inserts the checks of the function. Its code may have counters already,
  /// but \p Layout must not.
  void add(FunctionProfile &P, const FunctionLayout &Layout);
  /// Emits the records. \p Lines are the final indices of cost centres.
  void finish(llvm::ArrayRef<uint32_t> Lines);
  uint32_t numCodeLines() const { return Space.numLines(); }
  /// Whether the fetches of all functions are checked for any cache of code.
  bool supportsAnyI1() const { return SupportsAnyI1; }

private:
  void addAccesses(FunctionProfile &P, CheckCode &Code);
  void addFetches(FunctionProfile &P, CheckCode &Code,
                  const FunctionLayout &Layout);
  void addRanges(FunctionProfile &P, CheckCode &Code);
  uint32_t addOperation(FunctionProfile &P, const GroupMember &Member);
  unsigned stampOf(uint32_t CodeLine);
  uint32_t lineOfLibrary(UnitProfile &Unit, llvm::StringRef Function);

  llvm::GlobalVariable &Unit;
  RecordArrays Arrays;
  CodeSpace Space;
  bool SupportsAnyI1 = true;
  std::vector<abi::AccessRec> Accesses;
  std::vector<abi::FetchRec> Fetches;
  std::vector<abi::RangeRec> Ranges;
  llvm::DenseMap<uint32_t, unsigned> Stamps;
  llvm::StringMap<uint32_t> LibraryLines, RangeOf;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_CACHECHECKS_H
