//===- CodeWriter.h - Writes added code -------------------------*- C++ -*-===//
//
// Assembles the moved instructions, counts and jumps of a plan, without an
// assembler. Used by PlanWriter.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_PLAN_CODEWRITER_H
#define UDPC_REWRITE_PLAN_CODEWRITER_H

#include "rewrite/code/ModuleInstruction.h"
#include "rewrite/plan/RewritePlan.h"

namespace udpc {

/// Appends machine code, its fixups and its unwinding to a plan.
class CodeWriter {
public:
  using Label = uint32_t;

  explicit CodeWriter(RewritePlan &Plan) : Plan(Plan) {}

  uint32_t here() const { return Plan.Code.size(); }
  void align(unsigned Bytes);

  Label newLabel();
  void bind(Label L) { Labels[L] = here(); }
  /// Returns the offset of \p L, which must be bound.
  uint32_t offsetOf(Label L) const { return Labels[L]; }

  /// Starts an UnwindRow: from here on, frames are unwound as at \p Address.
  void unwindAs(uint64_t Address, uint32_t StackBytes = 0);

  /// Writes the function that counting code calls to find a thread's slots.
  /// Must come first.
  void writeFindSlots();

  /// Begin and end the code of counts. Between them RCX may change, and so may
  /// the flags, which beginCount saves in AX if \p SaveFlags. \p Address is the
  /// next original instruction.
  void beginCount(uint64_t Address, bool SaveFlags);
  /// Adds 1 to the slot of each site, in order.
  void count(llvm::ArrayRef<std::pair<uint32_t, uint32_t>> SitesAndSlots);
  void endCount(uint64_t Address);
  /// Enclose beginCount and endCount, to count an indirect jump only if it
  /// leaves a function. beginTargetTest pushes RDX and sets it to the target of
  /// \p I, an indirect jump whose bytes are \p Bytes. skipIfInside jumps to \p
  /// Skip if the target is in one of \p Ranges.
  void beginTargetTest(const ModuleInstruction &I,
                       llvm::ArrayRef<uint8_t> Bytes);
  void skipIfInside(llvm::ArrayRef<AddressRange> Ranges, Label Skip);
  void endTargetTest(uint64_t Address);

  /// Writes \p I, whose bytes are \p Bytes, so that it has the same effect here
  /// as at its address. \p Target, if set, replaces its target.
  void move(const ModuleInstruction &I, llvm::ArrayRef<uint8_t> Bytes,
            std::optional<Label> Target);
  void jump(uint64_t Address);
  void jump(Label L);
  /// Jumps to \p Taken if the branch \p I is taken.
  void branch(const ModuleInstruction &I, llvm::ArrayRef<uint8_t> Bytes,
              Label Taken);

  /// Writes the slow paths of a region's counts. Must follow the region's last
  /// jump.
  void writeSlowPaths();
  /// Fills in the distances to labels.
  void finish();

private:
  struct SlowPath {
    Label Begin, Found;
    uint64_t Address;    ///< Unwound as at this address,
    uint32_t StackBytes; ///< with this many bytes more on the stack.
  };

  template <typename... Bytes> void bytes(Bytes... Each) {
    (Plan.Code.push_back(static_cast<uint8_t>(Each)), ...);
  }
  void number(uint32_t Value);
  void copy(llvm::ArrayRef<uint8_t> Bytes);
  void distanceTo(Label L);
  void distanceToModule(uint64_t Address, int32_t Addend = -4);
  void distanceToData(uint64_t Offset, int32_t Addend = -4);
  void moveCall(const ModuleInstruction &I, llvm::ArrayRef<uint8_t> Bytes);
  void copyWithDisplacement(const ModuleInstruction &I,
                            llvm::ArrayRef<uint8_t> Bytes);

  RewritePlan &Plan;
  std::vector<uint32_t> Labels;
  std::vector<std::pair<uint32_t, Label>> Distances;
  std::vector<SlowPath> SlowPaths;
  uint32_t StackBytes = 0; ///< Bytes that beginTargetTest has pushed.
  uint32_t CountBytes = 0; ///< Bytes that beginCount has on the stack.
  Label FindSlots = 0;
};

} // namespace udpc

#endif // UDPC_REWRITE_PLAN_CODEWRITER_H
