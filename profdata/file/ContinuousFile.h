//===- ContinuousFile.h - Reads files of counts that change -----*- C++ -*-===//
//
// A program with continuous=1 keeps its counts in a file (udpc/continuous.h),
// which may change while it is read, or belong to a process that was killed at
// any instant. Readers of profiles convert such a file to a profile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_FILE_CONTINUOUSFILE_H
#define UDPC_PROFDATA_FILE_CONTINUOUSFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

namespace udpc {

/// The requested kind of profile, if the file has it. Any: events if there are
/// sites, else costs.
enum class ProfilePart { Events, Costs, Any };

/// Returns the bytes of an event profile or cache profile with the counts of \p
/// Bytes, which may be hostile. Time and memory are proportional to their size.
/// \p Name is for messages. Appends to \p Note what is missing, as a sentence
/// without a period.
llvm::Expected<std::string> profileOfContinuous(llvm::StringRef Bytes,
                                                llvm::StringRef Name,
                                                ProfilePart Wanted,
                                                std::string &Note);

/// Replaces \p Buffer, the contents of \p File, by such a profile if it is a
/// continuous file. Reads the file again while a program is changing it.
llvm::Error convertContinuous(std::unique_ptr<llvm::MemoryBuffer> &Buffer,
                              llvm::StringRef File, ProfilePart Wanted,
                              std::string &Note);

} // namespace udpc

#endif // UDPC_PROFDATA_FILE_CONTINUOUSFILE_H
