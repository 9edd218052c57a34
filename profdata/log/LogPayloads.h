//===- LogPayloads.h - Decodes the payloads of a log's records --*- C++ -*-===//
//
// One function for each type of record (udpc/log.h). All return false if the
// payload is malformed. The bytes may be hostile.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_LOG_LOGPAYLOADS_H
#define UDPC_PROFDATA_LOG_LOGPAYLOADS_H

#include "profdata/log/Log.h"

namespace udpc {

/// \p Time is that of the record.
bool readStart(llvm::StringRef Payload, uint64_t Time, log::StartRec &Rec,
               LogRun &Run);
/// Sets the names of the events that the record lists.
bool readNames(llvm::StringRef Payload, std::vector<std::string> &Names);
/// Replaces \p Modules, except those that are closed and whose addresses no
/// other has.
bool readModules(llvm::StringRef Payload, std::vector<LogModule> &Modules);
bool readSnapshot(llvm::StringRef Payload, LogSnapshot &S);
bool readSample(llvm::StringRef Payload, LogSample &S);
bool readStack(llvm::StringRef Payload, LogStack &S);

} // namespace udpc

#endif // UDPC_PROFDATA_LOG_LOGPAYLOADS_H
