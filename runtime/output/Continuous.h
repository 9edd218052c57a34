//===- Continuous.h - The file of counts as an output -----------*- C++ -*-===//
//
// Names and removes the file of counts that continuous=1 keeps. While the
// program runs, the file (interfaces/CountFile.h) has the name of the event
// profile, which replaces it at the end. If several processes add to one
// profile (%m), the file's name also has the process number, and the file is
// removed when its counts have been added.
//
// All functions need the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_CONTINUOUS_H
#define UDPC_RUNTIME_OUTPUT_CONTINUOUS_H

namespace udpc {
namespace rt {

class OutputFile;

/// With continuous=1, creates the file and moves the calling thread's slots
/// there. Called at start-up, and in the child after fork().
void startContinuous();
/// Renames the file if necessary. Called when units have been registered, on
/// which the name may depend.
void nameCountFile();

/// Returns the file's path; null if there is no such file.
const char *continuousPath();
/// Removes the file after a successful dump at the end of the program.
void endContinuous();
/// Forgets the file in the child after fork(), which has left it.
void clearContinuous();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_CONTINUOUS_H
