//===- Targets.h - The supported targets ------------------------*- C++ -*-===//
//
// Declares the one instance of each target, for findTarget and
// findPrefetchTarget.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_TARGET_TARGETS_H
#define UDPC_PASSES_TARGET_TARGETS_H

namespace udpc {

class PrefetchTarget;
class TargetDescription;

const TargetDescription &x86_64Target();
const TargetDescription &riscv64Target();

const PrefetchTarget &x86_64PrefetchTarget();
const PrefetchTarget &riscv64PrefetchTarget();
const PrefetchTarget &aarch64PrefetchTarget();

} // namespace udpc

#endif // UDPC_PASSES_TARGET_TARGETS_H
