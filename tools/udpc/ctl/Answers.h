//===- Answers.h - Prints the replies to udpc ctl ---------------*- C++ -*-===//
//
// Prints what Client.cpp receives, for Ctl.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CTL_ANSWERS_H
#define UDPC_TOOLS_UDPC_CTL_ANSWERS_H

#include "tools/udpc/ctl/Client.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// Prints the replies to `status`; with \p WithProcesses, with the process
/// numbers and sums.
void printStatus(llvm::raw_ostream &OS, llvm::ArrayRef<Answer> Answers,
                 bool WithProcesses);

/// Returns the events and counts of a reply to `status`.
std::vector<std::pair<std::string, int64_t>> statusCounts(llvm::StringRef Text);

/// Prints the replies of several processes to other requests.
void printAnswers(llvm::raw_ostream &OS, llvm::ArrayRef<Answer> Answers);

/// Returns a text such as "udpc: 3 processes have answered; 2 do not listen: 12
/// (sh), 14 (sleep)".
std::string summaryOf(llvm::ArrayRef<Answer> Answers);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CTL_ANSWERS_H
