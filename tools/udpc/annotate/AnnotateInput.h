//===- AnnotateInput.h - Reads udpc annotate's profiles ------- -*- C++ -*-===//
//
// Reads and sums the profiles of a command line for `udpc annotate`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEINPUT_H
#define UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEINPUT_H

#include "tools/udpc/annotate/AnnotateAssembly.h"
#include "tools/udpc/annotate/AnnotateHtml.h"

namespace udpc {

/// The parts of profiles to read.
struct AnnotateInput {
  SheetNames Names;
  bool Inlined = false;  ///< Attribute inlined code to its source function.
  bool Branches = false; ///< Read profiles without simulated branches too.
  bool Diff = false;     ///< Subtract the first profile from the second.
  bool ForPage = false;  ///< Also read functions, calls and regions.
  llvm::StringRef Module, Region; ///< Only these, if not empty.
};

/// Reads profiles of any kind and sums them. \p Code receives the data of cache
/// profiles that Cachegrind's format lacks, except for a difference; \p Page
/// receives the data for a page. Warns about parts that cannot be interpreted.
llvm::Expected<CostSheet> readSheet(llvm::ArrayRef<std::string> Paths,
                                    const AnnotateInput &Input,
                                    ProfiledCode &Code, PageContents &Page);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEINPUT_H
