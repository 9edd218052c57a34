//===- RewritePlan.h - Plans of sites in linked code ------------*- C++ -*-===//
//
// Plans how the machine code of a linked x86-64 file counts sites that it was
// not compiled with. A plan has the bytes to add and the bytes to change. It
// does not depend on the address of the added bytes, so that `udpc convert` can
// put them into the file and the runtime into memory.
//
// The added memory is one block within the reach of a 32-bit displacement of
// all of the module: Code, executable, at an address that CodeAlign divides;
// then, on a page of its own, writable data:
//
//   data + 0                  abi::Unit of the module's sites, without Slots.
//                             FindSlots is 0 or the address of
//                             __udpc_cost_slots, which keeps all registers.
//   data + sizeof(abi::Unit)  EarlySlots: 8 bytes for each slot.
//
// The code at a site reads ChunkPointer and ChunkOffset of the record and adds
// 1 to the slot by one instruction. While ChunkPointer, or the pointer that it
// leads to, is 0, it calls FindSlots; while that is 0 it counts in EarlySlots,
// which it addresses directly and not by the record's field. So the record may
// be all zeros until the runtime fills it, and code that runs before the module
// is relocated counts as well. No register and no flag that could be live
// changes, and nothing within 128 bytes below the stack pointer is written.
//
// What counts:
//
//   Entry   Control enters the function at its first instruction. A branch of
//           the function, or of a part of it, to its own first instruction does
//           not count: such branches skip the count.
//   Return  Each execution of a return instruction, and of a jump that leaves
//           the function (a tail call; a conditional one if it is taken), in
//           one of the ranges.
//   Offset  Each execution of the instruction.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_PLAN_REWRITEPLAN_H
#define UDPC_REWRITE_PLAN_REWRITEPLAN_H

#include "profdata/tables/SiteRefusal.h"
#include "rewrite/code/AddressRange.h"
#include "udpc/plan.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace udpc {

class ModuleCode;

enum class PlannedSiteKind : uint8_t { Entry, Return, Offset };

/// A site to plan: all its executions are counted in one slot. Several sites
/// may have the same address or the same slot.
struct PlannedSite {
  PlannedSiteKind Kind = PlannedSiteKind::Entry;
  uint64_t Address = 0; ///< Entry and Return: the function's first byte.
  uint32_t Slot = 0;
  /// Return and Entry: the function's main range, then the parts that the
  /// compiler has moved out of it. Empty: the ranges that ModuleCode has found.
  llvm::SmallVector<AddressRange, 1> Ranges;
};

/// How a site is patched; see Methods.inc.
enum class PatchMethod : uint8_t {
#define UDPC_PATCH_METHOD(Name, Words) Name,
#include "rewrite/plan/Methods.inc"
};
constexpr unsigned NumPatchMethods = 0
#define UDPC_PATCH_METHOD(Name, Words) +1
#include "rewrite/plan/Methods.inc"
    ;
llvm::StringRef describe(PatchMethod M);

/// The outcome for a PlannedSite. A site is done as a whole or not at all.
struct SiteOutcome {
  bool IsDone = false;
  /// If done: the most expensive method among its points.
  PatchMethod Method = PatchMethod::Jump;
  /// If not done: the reason.
  SiteRefusal Refusal = SiteRefusal::NotCode;
  /// The address of the instruction that Refusal is about.
  uint64_t Where = 0;
};

/// Four bytes of Code to fill in when the addresses are known:
///   Target + Addend - (the address of the four bytes),
/// as R_X86_64_PC32. Distances within Code are filled in already.
struct CodeFixup {
  uint32_t Offset = 0; ///< In Code.
  plan::FixupBase Base = plan::FixupBase::Module;
  uint64_t Target = 0;
  int32_t Addend = -4;
};

/// Bytes of the module to change. Patches do not overlap.
struct CodePatch {
  uint64_t Address = 0;
  plan::PatchForm Form = plan::PatchForm::Jump;
  /// Patches of one group are applied together, in the plan's order, and
  /// reverted in the reverse order.
  uint32_t Group = 0;
  llvm::SmallVector<uint8_t, 12> Old, New; ///< Equally many bytes.
  /// The target in Code of a Jump, a Retarget or a Breakpoint. For a ShortJump
  /// and its Island: the target of the Island.
  uint32_t CodeOffset = 0;
  /// Jump, Island, Retarget: the four bytes of New at this offset become
  ///   CodeOffset + (address of Code) - (the address after these four bytes).
  uint32_t FieldOffset = 0;
  /// Whether islands of other regions follow this Jump, in bytes of
  /// instructions that it has moved: those patches follow in the same group.
  bool HostsIslands = false;
  /// The numbers of the PlannedSites that need this patch, sorted.
  llvm::SmallVector<uint32_t, 2> Sites;

  bool hasField() const {
    return Form != plan::PatchForm::ShortJump &&
           Form != plan::PatchForm::Breakpoint;
  }
};

/// A place in Code that counts a site.
struct CodeCount {
  uint32_t Site = 0;
  /// The offset, which is even, of a NOP of two bytes. If {0xEB, Skip} replaces
  /// it, the site is not counted here, and everything else is unchanged.
  uint32_t SwitchOffset = 0;
  static constexpr uint8_t Skip = 7; ///< The size of the count.
};

/// An instruction of a patch. A thread that would execute it at Address
/// continues at CodeOffset instead, which begins with the counts of its sites.
struct MovedInstruction {
  uint64_t Address = 0;
  uint32_t CodeOffset = 0;
};

/// From CodeOffset to the next row, frames are unwound as at Address of the
/// module, except that StackBytes more are on the stack: rules relative to the
/// stack pointer add them. If Address is 0, frames are unwound as in a function
/// without a frame, whose return address is StackBytes above the stack pointer.
struct UnwindRow {
  uint32_t CodeOffset = 0;
  uint64_t Address = 0;
  uint32_t StackBytes = 0;
};

/// The added code and the changes of a module.
struct RewritePlan {
  static constexpr uint64_t CodeAlign = 64;

  std::vector<uint8_t> Code;
  std::vector<CodeFixup> Fixups;       ///< By Offset.
  std::vector<CodePatch> Patches;      ///< By Group.
  std::vector<CodeCount> Counts;       ///< By SwitchOffset.
  std::vector<MovedInstruction> Moved; ///< By Address.
  std::vector<UnwindRow> Rows;         ///< By CodeOffset; the first is at 0.
  std::vector<SiteOutcome> Outcomes;   ///< In the order of the planned sites.
};

struct PlanOptions {
  /// Whether sites for which no other method is possible get a breakpoint,
  /// which needs the runtime.
  bool AllowBreakpoints = true;
};

/// Plans all of \p Sites in the module together. Fails only if the added code
/// would be larger than 1 GB: sites that are impossible have an outcome that
/// says so.
llvm::Expected<RewritePlan> planRewrite(const ModuleCode &Module,
                                        llvm::ArrayRef<PlannedSite> Sites,
                                        const PlanOptions &Options = {});

} // namespace udpc

#endif // UDPC_REWRITE_PLAN_REWRITEPLAN_H
