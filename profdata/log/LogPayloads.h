//===- LogPayloads.h - Decodes the payloads of a log's records --*- C++ -*-===//
//
// Decodes one type of record (udpc/log.h) per function. All return false if the
// payload is malformed; its bytes may be hostile. Used by Log.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_LOG_LOGPAYLOADS_H
#define UDPC_PROFDATA_LOG_LOGPAYLOADS_H

#include "profdata/log/Log.h"

namespace udpc {

/// Reads the start of a run into \p Rec and \p Run. \p Time is the time of the
/// record.
bool readStart(llvm::StringRef Payload, uint64_t Time, log::StartRec &Rec,
               LogRun &Run);
/// Sets the names of the events that the record lists.
bool readNames(llvm::StringRef Payload, std::vector<std::string> &Names);
/// Replaces \p Modules, but keeps closed modules whose addresses no new module
/// occupies.
bool readModules(llvm::StringRef Payload, std::vector<LogModule> &Modules);
bool readSnapshot(llvm::StringRef Payload, LogSnapshot &S);
bool readSample(llvm::StringRef Payload, LogSample &S);
bool readStack(llvm::StringRef Payload, LogStack &S);

} // namespace udpc

#endif // UDPC_PROFDATA_LOG_LOGPAYLOADS_H
