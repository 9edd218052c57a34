//===- Continuous.h - The name and the end of the file of counts -*- C++ -*-==//
//
// continuous=1: while the program runs, the file of counts
// (interfaces/CountFile.h) is where the event profile will be, and the profile
// replaces it in the end. Where several processes add to one profile (%m), it
// has the process number appended, and is removed when its counts have been
// added.
//
// All functions need the StateLock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_CONTINUOUS_H
#define UDPC_RUNTIME_OUTPUT_CONTINUOUS_H

namespace udpc {
namespace rt {

class OutputFile;

/// Creates the file and moves the calling thread's slots there, with
/// continuous=1: at start-up, and in the child after fork().
void startContinuous();
/// Units have been registered, on which the name may depend.
void nameCountFile();

/// Null if there is no such file, or no more.
const char *continuousPath();
/// A dump at the end of the program has succeeded.
void endContinuous();
/// In the child after fork(), which has left the file.
void clearContinuous();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_CONTINUOUS_H
