//===- Answers.h - What processes answer udpc ctl ---------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CTL_ANSWERS_H
#define UDPC_TOOLS_UDPC_CTL_ANSWERS_H

#include "tools/udpc/ctl/Client.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <map>

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// The counts that were printed last, by process and event.
using StatusCounts = std::map<std::pair<pid_t, std::string>, int64_t>;

/// The answers to `status`. Of several processes (\p WithProcesses), with their
/// numbers, and with the sums of all. If \p Last is not null, with what has
/// changed since, which becomes what was printed last.
void printStatus(llvm::raw_ostream &OS, llvm::ArrayRef<Answer> Answers,
                 bool WithProcesses, StatusCounts *Last);

/// The answers to other requests, of several processes.
void printAnswers(llvm::raw_ostream &OS, llvm::ArrayRef<Answer> Answers);

/// "udpc: 3 processes have answered; 2 do not listen: 12 (sh), 14 (sleep)".
std::string summaryOf(llvm::ArrayRef<Answer> Answers);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CTL_ANSWERS_H
