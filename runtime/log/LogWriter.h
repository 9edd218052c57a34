//===- LogWriter.h - Appends records to the log -----------------*- C++ -*-===//
//
// The log (udpc/log.h) is opened by its first record. A record is one write to
// a descriptor with O_APPEND, so threads and processes that append at the same
// time need no lock. When the file has become too large or too old it is
// renamed, and a new one begins.
//
// Unless stated otherwise, functions may be called in signal handlers and in
// code that an event interrupts, whatever locks the thread holds: they allocate
// nothing and use only system calls. They preserve errno.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOG_LOGWRITER_H
#define UDPC_RUNTIME_LOG_LOGWRITER_H

#include "runtime/log/RecordSeal.h"

namespace udpc {
namespace rt {

/// At start-up: records that counting begins, and parses the options of the
/// log.
void initLog();

/// Whether records can be written: the option `log` is not empty, and the
/// program is not privileged.
bool logIsOn();
/// Whether this process has written a record.
bool logIsOpen();
/// The file's path; "" before it has been opened.
const char *logPath();

/// Why the last record that could not be written could not.
const char *logErrorText();

/// The number of the file, from 1 on; 0 before it has been opened.
uint32_t logPart();
/// Whether the file says which modules are loaded, as far as libraries with
/// counters have been loaded since. Needs the StateLock.
bool modulesAreWritten();
/// Sets the path, which is absolute. False if the log has been opened with
/// another one, or if that is too long.
bool setLogPath(const char *NewPath);

/// Opens the log if that has not happened, and writes which modules are loaded,
/// unless nothing has changed since this was last written. Samples that are
/// written before it cannot be attributed to modules. Needs the StateLock.
void writeModules();

/// Appends a record of \p N pieces, at most MaxLogPieces. \p Thread is the
/// index of a thread, or log::None. False if it could not be written; a warning
/// has been given then.
constexpr unsigned MaxLogPieces = 6;
bool appendLog(log::RecordType Type, uint64_t Thread, const LogPiece *Pieces,
               unsigned N);

/// Writes that the process ends. It may go on: a signal handler of the program
/// has prevented it. Needs the StateLock.
void endLog();
/// In the child after fork(): it has a log of its own.
void restartLog();

/// CLOCK_MONOTONIC and CLOCK_REALTIME, in nanoseconds.
uint64_t monotonicTime();
uint64_t wallTime();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOG_LOGWRITER_H
