//===- AnnotateInput.h - The profiles of udpc annotate ----------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEINPUT_H
#define UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEINPUT_H

#include "tools/udpc/annotate/AnnotateAssembly.h"
#include "tools/udpc/annotate/AnnotateHtml.h"

namespace udpc {

/// What is read of profiles.
struct AnnotateInput {
  SheetNames Names;
  bool Inlined = false;  ///< Of inlined code, the function of the source.
  bool Branches = false; ///< Also without the simulation of branches.
  bool Diff = false;     ///< The second profile less the first.
  bool ForPage = false;  ///< Functions, calls and regions as well.
  llvm::StringRef Module, Region; ///< Only these, if not empty.
};

/// Reads profiles of any kind, and adds them up. \p Code receives the data of
/// cache profiles that Cachegrind's format has not, but not those of a
/// difference, \p Page what a page shows. Warns of what can be read but not
/// understood.
llvm::Expected<CostSheet> readSheet(llvm::ArrayRef<std::string> Paths,
                                    const AnnotateInput &Input,
                                    ProfiledCode &Code, PageContents &Page);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEINPUT_H
