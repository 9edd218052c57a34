//===- udpc/calls.h - The contract for calls in cost profiles ---*- C++ -*-===//
//
// Shared by the plugin, the runtime and the readers of cache profiles: the
// records and the thread-local state of code that records its calls
// (-fudpc-profile=counts,calls), and what a profile says of them.
// docs/formats.md is the prose version.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_CALLS_H
#define UDPC_CALLS_H

#include "udpc/cache_profile.h"
#include "udpc/simulation.h"

namespace udpc {
namespace abi {

//===----------------------------------------------------------------------===//
// Records of generated code
//===----------------------------------------------------------------------===//

/// A function that records its calls.
struct CallFunctionRec {
  int64_t Unit;      ///< The abi::Unit: distance from this field.
  uint32_t Function; ///< Index into the CodeRecs.
  uint32_t Hash;     ///< Hash of the function's name and unit: CallNode::Check.
};

/// A call in a function that records its calls. Its return address is that of
///
///     nopl record(%rip)
///
/// which compilers do not emit. After calls that may return twice, endbr64
/// comes first. Tail calls have such a record, too.
struct CallSiteRec {
  int64_t Unit;      ///< The abi::Unit: distance from this field.
  uint32_t Callee;   ///< Index into the CalleeRecs; NoIndex: unknown.
  uint32_t Function; ///< Index into the CodeRecs: the caller.
  /// Instructions that the caller has executed but not yet added to
  /// CallState::Costs when it calls.
  int32_t Pending;
  uint32_t Flags; ///< CallSiteFlags.
};

enum CallSiteFlags : uint32_t {
  /// The call is an indirect tail call that stores its target in
  /// CallState::TailTarget.
  SiteHasTarget = 1,
};

static_assert(sizeof(CallFunctionRec) == 16, "ABI");
static_assert(sizeof(CallSiteRec) == 24, "ABI");

/// The first slots of a unit that a library may have and that simulates caches.
/// Its code adds its costs to them instead of CallState::Costs; the runtime
/// moves them from there whenever it is called (below), at each entry and end
/// of a function.
enum LibraryCallSlots : uint32_t {
  LibraryIr,
  LibraryDr,
  LibraryDw,
  LibraryBc,
  LibraryBi,
  NumLibraryCallSlots
};

//===----------------------------------------------------------------------===//
// State of a thread
//===----------------------------------------------------------------------===//

/// The costs that are summed over a call, in this order.
constexpr unsigned NumCallCosts = NumCostEvents;

/// A function as it is called from one place: all such calls of a thread, or
/// those in one calling context.
struct CallNode {
  /// Identifies the node to its callees' nodes. Unique among functions, or
  /// among nodes.
  uint64_t Key;
  /// checkOfCall() of the call. No two nodes in the cache have the same.
  uint64_t Check;
  uint64_t Calls;
  uint64_t Ir; ///< Inclusive costs of the calls that have ended.
  uint64_t ReturnAddress;
  const CallFunctionRec *Function;
  /// The key of the caller's node.
  uint64_t ParentKey;
  /// In the code of libraries: the slots of the callee's unit in this thread,
  /// less SlotsBias.
  uint64_t Slots;
};

/// Computes the value by which generated code finds the node of a call.
constexpr uint64_t checkOfCall(uint64_t ReturnAddress, uint64_t CallerKey,
                               uint32_t CalleeHash) {
  return ReturnAddress + CallerKey + CalleeHash;
}

/// A function that is being executed: an element of the thread's stack of
/// calls.
struct CallEntry {
  /// The stack pointer at the function's entry, where its return address lies.
  /// One less than that: the function's end needs the runtime. One more:
  /// likewise, and tail calls have led to the function from one that code
  /// without a profile called. EndedByTail: the function has ended by a tail
  /// call.
  uint64_t StackPointer;
  CallNode *Node;
  /// CallState::Costs[0] at the function's entry or, if it has ended by a tail
  /// call, at that end: its node has its costs until then.
  uint64_t Ir;
  /// If the function has ended by a tail call: StackPointer before, the call,
  /// and the return address on the stack.
  uint64_t TailStackPointer;
  const CallSiteRec *TailSite;
  uint64_t TailReturnAddress;
};

/// The least CallEntry::StackPointer: the next entry or end needs the runtime.
constexpr uint64_t EndedByTail = 1;

/// Thread-local state that generated code changes.
struct CallState {
  /// The function that is being executed. The first element of the stack is no
  /// function: its stack pointer is the highest value, or 0 before the thread
  /// has a stack, so that each entry and each end of a function needs the
  /// runtime.
  CallEntry *Top;
  /// If Top has this value, the next entry of a function is left to the
  /// runtime.
  CallEntry *End;
  /// CallCacheSize pointers to nodes, indexed by callCacheOffset(Check); none
  /// is null.
  CallNode **Cache;
  /// Costs of the thread so far. Exact at each entry and end of a function
  /// except for CallSiteRec::Pending of all calls that have not returned, which
  /// are the same at both.
  uint64_t Costs[NumCallCosts];
  uint64_t Runtime[3]; ///< Used by the runtime; initially 0.
  /// The target of the last tail call at a site with SiteHasTarget.
  uint64_t TailTarget;
};

/// Where library code without simulated caches finds the state of its thread:
/// abi::Unit::Simulation of its unit, with the same layout.
struct LibraryCalls {
  void (*Access)(); ///< Null, unlike LibrarySimulation::Access.
  /// The distance of __udpc_calls from the thread pointer; 0 until a runtime
  /// registers the unit.
  int64_t Distance;
  uint64_t Reserved;
  /// A state that belongs to no thread. The word before the slots points to the
  /// thread's state, or to this one if there is none.
  CallState *NoState;
  uint64_t NumWords; ///< 1.
};
static_assert(offsetof(LibraryCalls, Access) ==
                      offsetof(LibrarySimulation, Access) &&
                  offsetof(LibraryCalls, NoState) ==
                      offsetof(LibrarySimulation, NoTables) &&
                  offsetof(LibraryCalls, NumWords) ==
                      offsetof(LibrarySimulation, NumWords),
              "the same layout");

constexpr unsigned CallCacheSize = 4096;
/// Returns the offset in bytes of a node's pointer in the cache.
constexpr uint32_t callCacheOffset(uint64_t Check) {
  return Check & (CallCacheSize - 1) * sizeof(CallNode *);
}

static_assert(sizeof(CallEntry) == 48, "ABI");
static_assert(sizeof(CallNode) == 64, "ABI");
static_assert(sizeof(CallState) == 184, "ABI");

/// Number of bytes below the program's stack pointer that the functions below
/// leave untouched, except at a function's entry.
constexpr unsigned CallRedZone = 128;

//===----------------------------------------------------------------------===//
// Cache profile: what follows the threads
//===----------------------------------------------------------------------===//

/// Start of the calls in a cache profile, after the threads.
struct CallsRec {
  uint64_t NumCalls;  ///< CallRecs.
  uint32_t Flags;     ///< CallsFlags.
  uint32_t NumLimits; ///< Calls that were not recorded for lack of memory.
};

enum CallsFlags : uint32_t {
  /// Some of the code records its calls.
  CallsRecorded = 1,
  /// Calls are kept apart by their contexts: CallRec::Parent.
  ContextsRecorded = 2,
  /// The costs have all events, otherwise only Ir.
  AllCostsRecorded = 4,
};

/// Value of CallRec::Parent for calls that are in no context, for lack of room.
constexpr uint32_t BeyondContexts = NoIndex - 1;

/// The calls of one function from one place, or, with contexts, from one place
/// in one context. The context of a call is the functions that are active,
/// without those that a recursive call has made active again: a call of a
/// function that is one of its own callers has a record like others, and the
/// calls that it makes have that caller as their context again. (G. Ammons, T.
/// Ball and J. R. Larus, "Exploiting hardware performance counters with flow
/// and context sensitive profiling", PLDI 1997.)
struct CallRec {
  /// Index of the callee's cost table. NoIndex, as are the indices below but
  /// Parent: the record sums all calls in the context Parent, or of roots, that
  /// have no context. Those calls have records of their own, with the Parent
  /// BeyondContexts.
  uint32_t Unit;
  uint32_t Function;   ///< The callee: index into its CodeRecs.
  uint32_t CallerUnit; ///< NoIndex: no known function called it.
  uint32_t Caller;     ///< Index into the CodeRecs of that unit.
  /// Index into the CalleeRecs of the caller's unit. NoIndex: it was called by
  /// code without a profile, which the caller called.
  uint32_t Callee;
  /// With contexts: the CallRec of the caller's own context, before this one;
  /// NoIndex: none; or BeyondContexts. Without: NoIndex.
  uint32_t Parent;
  uint64_t Calls;
  uint64_t Costs[NumCallCosts]; ///< Inclusive.
};

static_assert(sizeof(CallsRec) == 16, "ABI");
static_assert(sizeof(CallRec) == 160, "ABI");

} // namespace abi
} // namespace udpc

/// Functions and state that generated code refers to. Objects that only
/// executables can have define all of it weakly, once in a program: the
/// functions do nothing if the runtime is not linked. Code that a library may
/// have calls the functions through pointers, unless these are null, and does
/// not refer to the state. The functions keep all registers but the flags
/// unless stated otherwise, and are followed by a NOP that names their record,
/// as in CallSiteRec.
extern "C" {
/// Called at a function's entry. Record: the CallFunctionRec. A second NOP
/// follows, which names the function's first instruction.
void __udpc_calls_enter();
/// Like __udpc_calls_enter, with CallState::Top in rax and
/// CallFunctionRec::Hash in r11; called only where the program does not use
/// rax, r10 and r11, which it changes.
void __udpc_calls_enter_quick();
/// Called before a return; here and below, the stack pointer is CallRedZone
/// lower than in the program. No record.
void __udpc_calls_leave();
/// Called before a tail call. Record: the CallSiteRec. The word at the stack
/// pointer is the target if the site has SiteHasTarget.
void __udpc_calls_tail();
/// Called where a jump such as longjmp or an exception may have left functions
/// that this one called. No record.
void __udpc_calls_land();
extern __thread udpc::abi::CallState __udpc_calls
    __attribute__((tls_model("initial-exec"), visibility("hidden")));
}

#endif // UDPC_CALLS_H
