//===- SampleProfile.h - Sample profiles from exact counts ------*- C++ -*-===//
//
// Converts cache profiles for the compiler. Used by `udpc export`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_SAMPLEPROFILE_H
#define UDPC_PROFDATA_CACHE_SAMPLEPROFILE_H

#include "profdata/cache/CacheProfile.h"
#include "llvm/Support/raw_ostream.h"

namespace udpc {

/// Writes \p Profile, all threads added up or only \p Thread, as an LLVM sample
/// profile in text form, for -fprofile-sample-use=. The rules are those by
/// which create_llvm_prof converts samples: the count of a line and
/// discriminator is the largest count of its instructions, times the number of
/// copies that the compiler has made of them; inlined calls are nested.
///
/// Fails if no code with a line was executed, or if the text form cannot
/// represent a name.
llvm::Error writeSampleProfile(const CacheProfile &Profile,
                               const CacheProfileThread *Thread,
                               llvm::raw_ostream &OS);

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_SAMPLEPROFILE_H
