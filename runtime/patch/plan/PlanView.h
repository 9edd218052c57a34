//===- PlanView.h - Reads plan files ----------------------------*- C++ -*-===//
//
// Validates plans (udpc/plan.h) before the runtime uses them. Makes no system
// calls.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_PLAN_PLANVIEW_H
#define UDPC_RUNTIME_PATCH_PLAN_PLANVIEW_H

#include "runtime/tables/Evaluate.h"
#include "udpc/plan.h"

namespace udpc {
namespace rt {

/// The parts of a plan file (udpc/plan.h).
struct PlanView {
  const plan::Header *Header;
  const uint8_t *BuildId;
  const char *Path;
  const uint8_t *Code;
  const plan::FixupRec *Fixups;
  const plan::PatchRec *Patches;
  const uint32_t *PatchSlots;
  const plan::CountRec *Counts;
  const plan::MovedRec *Moved;
  const uint8_t *PatchBytes;
  const uint8_t *Table;

  const uint8_t *oldBytes(const plan::PatchRec &P) const {
    return PatchBytes + P.Bytes;
  }
  const uint8_t *newBytes(const plan::PatchRec &P) const {
    return PatchBytes + P.Bytes + P.Size;
  }
  /// Returns the index of the first of \p Moved whose address is not below \p
  /// Address.
  uint32_t firstMovedFrom(uint64_t Address) const;
};

/// Splits the \p Size bytes at \p File, 8-byte aligned, and checks every
/// offset, index and count, because the file is not trusted. Returns null, or
/// the reason for which it cannot be used: "it is ...".
const char *viewPlan(const uint8_t *File, uint64_t Size, PlanView &View);

/// Returns whether patch \p P replaces whole instructions, which are in Moved.
inline bool takesInstructions(const plan::PatchRec &P) {
  return P.Form == uint8_t(plan::PatchForm::Jump) ||
         P.Form == uint8_t(plan::PatchForm::ShortJump);
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_PLAN_PLANVIEW_H
