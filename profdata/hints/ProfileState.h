//===- ProfileState.h - Global variables of sample profiles -----*- C++ -*-===//
//
// LLVM's reader and writer of sample profiles use global variables that
// describe the last profile read. Used around each read or write.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_HINTS_PROFILESTATE_H
#define UDPC_PROFDATA_HINTS_PROFILESTATE_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ProfileData/SampleProf.h"
#include <array>
#include <mutex>

namespace udpc {

/// The text of a file that intentionally has no hints.
static constexpr llvm::StringLiteral NoHintsComment = "# no hints\n";

/// Clears the global variables and restores them in the destructor. Only one
/// instance exists at a time; other threads wait.
class ProfileState {
public:
  ProfileState() : Lock(Mutex) {
    for (auto [Now, Kept] : llvm::zip(variables(), Before)) {
      Kept = *Now;
      *Now = false;
    }
  }
  ~ProfileState() {
    for (auto [Now, Kept] : llvm::zip(variables(), Before))
      *Now = Kept;
  }

private:
  static constexpr size_t NumVariables = 6;
  static std::array<bool *, NumVariables> variables() {
    using Samples = llvm::sampleprof::FunctionSamples;
    return {&Samples::UseMD5,
            &Samples::ProfileIsProbeBased,
            &Samples::ProfileIsCS,
            &Samples::ProfileIsFS,
            &Samples::ProfileIsPreInlined,
            &Samples::HasUniqSuffix};
  }

  static inline std::mutex Mutex;
  std::lock_guard<std::mutex> Lock;
  std::array<bool, NumVariables> Before;
};

} // namespace udpc

#endif // UDPC_PROFDATA_HINTS_PROFILESTATE_H
