// Reports accesses to the runtime as generated code does: only of lines that
// are not in the index, and with the records of a unit made by hand.
#include "costs.h"
#include <udpc/simulation.h>

// Lasts until the profile is written, after destructors have run.
static CostUnit &TheUnit = *new CostUnit;
static __thread uint64_t TheSlots[1];
static uint64_t *slotsOfThread() { return TheSlots; }

struct Operation {
  const char *Function;
  int Kind; ///< AccessKind.
};
constexpr int MaxOperations = 32;
/// For each size of an access, below the operations' numbers.
static udpc::abi::AccessRec Records[MaxOperations][5];

/// Each operation is at line 1 of a function of its own. The units has a line 0
/// of the function "library" behind them.
static void startTelling(const std::vector<Operation> &Operations) {
  using namespace udpc::abi;
  TheUnit.NumSlots = 1;
  TheUnit.Flags = SimulatesCaches;
  for (size_t I = 0; I != Operations.size(); ++I) {
    TheUnit.line(TheUnit.function(Operations[I].Function), 0, 1);
    TheUnit.block(0, I, 0);
    OperationRec R = {};
    R.Frame = NoIndex;
    R.Line = R.Block = I;
    R.Size = 8;
    R.Kind = Operations[I].Kind;
    TheUnit.Operations.push_back(R);
    for (int Log = 0; Log != 5; ++Log) {
      AccessRec &A = Records[I][Log];
      A.Unit = (char *)&TheUnit.Unit - (char *)&A.Unit;
      A.Operation = I;
      A.Size = 1 << Log;
      A.Kind = Operations[I].Kind;
      A.IsLast = 1;
    }
  }
  TheUnit.line(TheUnit.function("library"), 0, 0);
  // The functions' blocks, one each.
  for (size_t I = 0; I != TheUnit.Functions.size(); ++I) {
    TheUnit.Functions[I].FirstBlock =
        I < Operations.size() ? I : Operations.size();
    TheUnit.Functions[I].NumBlocks = I < Operations.size();
  }
  TheUnit.finish(slotsOfThread);
  TheUnit.enroll();
}

static inline void callAccess(const void *Address,
                              const udpc::abi::AccessRec *Rec) {
  asm volatile("subq $128, %%rsp\n\tcall __udpc_access\n\taddq $128, %%rsp"
               :
               : "D"(Address), "S"(Rec)
               : "memory", "cc");
}

static inline void tell(int Operation, const void *Address, size_t Size) {
  using namespace udpc::abi;
  auto First = (uintptr_t)Address / 64,
       Last = ((uintptr_t)Address + Size - 1) / 64;
  for (uint64_t Line = First; Line <= Last; ++Line) {
    if (__udpc_data_lines[Line % DataIndexSize] != Line)
      return callAccess(Address, &Records[Operation][__builtin_ctzll(Size)]);
    if (Line == First)
      __udpc_clock += ClockStep;
    __udpc_data_stamps[__udpc_data_ways[Line % DataIndexSize]] =
        __udpc_clock + (Line - First);
  }
}
