//===- Sink.h - Destinations of udpc collect ------------------ -*- C++ -*-===//
//
// Stores what Batches.cpp ships: in a folder, on a server, or on standard
// output.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_FLEET_COLLECT_SINK_H
#define UDPC_TOOLS_UDPC_FLEET_COLLECT_SINK_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace udpc {

/// Receives the files of batches. A file that is shipped again has the same
/// name and contents.
class Sink {
public:
  virtual ~Sink() = default;
  /// Returns whether the sink takes rows; otherwise it takes profiles and logs.
  virtual bool takesRows() const = 0;
  /// Ships \p Content under \p Name, which is unique in the fleet. Returns
  /// success once the sink has stored it.
  virtual llvm::Error ship(llvm::StringRef Name, llvm::StringRef Content) = 0;

  /// Returns the sink \p To: "-" is standard output, "http://..." a server that
  /// rows are posted to, and anything else a folder, which must exist.
  static llvm::Expected<std::unique_ptr<Sink>> create(llvm::StringRef To);
};

/// Sends \p Body to \p Url, "http://host[:port]/path?query", by POST (RFC
/// 9112). Fails unless the answer's status is 2xx and arrives within a minute.
llvm::Error postOverHttp(llvm::StringRef Url, llvm::StringRef Body);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_FLEET_COLLECT_SINK_H
