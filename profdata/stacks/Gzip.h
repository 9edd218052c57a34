//===- Gzip.h - Compresses to gzip's format ---------------------*- C++ -*-===//
//
// LLVM's zlib support writes only zlib's format, but pprof reads gzip's. Used
// by PprofFile.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_STACKS_GZIP_H
#define UDPC_PROFDATA_STACKS_GZIP_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace udpc {

/// Returns \p Bytes as one member of a gzip file, without a name and time, so
/// that equal bytes give equal files. Returns \p Bytes unchanged if LLVM was
/// built without zlib, since pprof reads both. Source: RFC 1950 and 1952.
llvm::SmallVector<uint8_t, 0> gzip(llvm::StringRef Bytes);

} // namespace udpc

#endif // UDPC_PROFDATA_STACKS_GZIP_H
