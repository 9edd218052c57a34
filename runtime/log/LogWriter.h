//===- LogWriter.h - Appends records to the log -----------------*- C++ -*-===//
//
// Writes the log (udpc/log.h) for snapshots, samples and counts by stack. The
// log is opened by its first record. A record is one write to a descriptor with
// O_APPEND, so threads and processes that append at the same time need no lock.
// When the file is too large or too old it is renamed, and a new one begins.
//
// Unless stated otherwise, functions may be called in signal handlers and in
// code that an event interrupts, whatever locks the thread holds: they allocate
// nothing and use only system calls. They preserve errno.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOG_LOGWRITER_H
#define UDPC_RUNTIME_LOG_LOGWRITER_H

#include "runtime/log/RecordSeal.h"

namespace udpc {
namespace rt {

/// Called at start-up: records the time at which counting begins, and parses
/// the options of the log.
void initLog();

/// Returns whether records can be written: the option `log` is not empty, and
/// the program is not privileged.
bool logIsOn();
/// Returns whether this process has written a record.
bool logIsOpen();
/// Returns the file's path; "" before it has been opened.
const char *logPath();

/// Returns the reason for which the last lost record could not be written.
const char *logErrorText();

/// Returns the number of the file, from 1 on; 0 before it has been opened.
uint32_t logPart();
/// Returns whether the file lists the loaded modules, including all libraries
/// with counters. Needs the StateLock.
bool modulesAreWritten();
/// Sets the path, which is absolute. False if the log has been opened with
/// another path, or if the path is too long.
bool setLogPath(const char *NewPath);

/// Opens the log if necessary, and writes the loaded modules unless they have
/// not changed since they were last written. Samples that are written before
/// cannot be attributed to modules. Needs the StateLock.
void writeModules();

/// Appends a record of \p N pieces, at most MaxLogPieces. \p Thread is the
/// index of a thread, or log::None. False, after a warning, if it could not be
/// written.
constexpr unsigned MaxLogPieces = 6;
bool appendLog(log::RecordType Type, uint64_t Thread, const LogPiece *Pieces,
               unsigned N);

/// Writes that the process ends. The process may continue if a signal handler
/// of the program prevents the end. Needs the StateLock.
void endLog();
/// Called in the child after fork(), which has a log of its own.
void restartLog();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOG_LOGWRITER_H
