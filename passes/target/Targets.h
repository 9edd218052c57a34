//===- Targets.h - One function a target -----------------------*- C++ -*-===//

#ifndef UDPC_PASSES_TARGET_TARGETS_H
#define UDPC_PASSES_TARGET_TARGETS_H

namespace udpc {

class TargetDescription;

const TargetDescription &x86_64Target();
const TargetDescription &riscv64Target();

} // namespace udpc

#endif // UDPC_PASSES_TARGET_TARGETS_H
