//===- PlanView.h - Reads plan files ----------------------------*- C++ -*-===//

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
  /// The number of the first of \p Moved whose address is not below \p Address.
  uint32_t firstMovedFrom(uint64_t Address) const;
};

/// Splits the \p Size bytes at \p File, 8-byte aligned, and checks every
/// offset, index and count, whoever wrote them. Returns null, or why it cannot
/// be used: "it is ...".
const char *viewPlan(const uint8_t *File, uint64_t Size, PlanView &View);

/// Whether patch \p P takes whole instructions, which are in Moved.
inline bool takesInstructions(const plan::PatchRec &P) {
  return P.Form == uint8_t(plan::PatchForm::Jump) ||
         P.Form == uint8_t(plan::PatchForm::ShortJump);
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_PLAN_PLANVIEW_H
