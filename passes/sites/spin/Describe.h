//===- Describe.h - Instructions in words ----------------------*- C++ -*-===//

#ifndef UDPC_PASSES_SITES_SPIN_DESCRIBE_H
#define UDPC_PASSES_SITES_SPIN_DESCRIBE_H

#include <string>

namespace llvm {
class Instruction;
} // namespace llvm

namespace udpc {

/// \p I as a user knows it: `the atomic load at lock.c:12:10`, and where the
/// helper that it is in is called from.
std::string describe(const llvm::Instruction &I);

} // namespace udpc

#endif // UDPC_PASSES_SITES_SPIN_DESCRIBE_H
