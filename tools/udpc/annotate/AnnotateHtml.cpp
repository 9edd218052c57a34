//===- AnnotateHtml.cpp - Writes annotations as HTML ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/annotate/AnnotateHtml.h"
#include "AnnotatePage.h" // Of the files in page/, made by CMake.
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

/// Browsers open pages of this size at once, and mail and chat accept them.
static constexpr size_t MaxPageSize = 10'000'000;

void udpc::printAnnotationHtml(raw_ostream &OS, const Annotation &A,
                               const PageContents &Contents) {
  auto [Before, After] = StringRef(AnnotatePage).split("@data@");
  std::string Data =
      annotationPageData(A, Contents, MaxPageSize - sizeof(AnnotatePage));
  OS << Before;
  // JSON has '<' in strings only. Escaping it keeps text from ending the
  // script.
  for (StringRef Rest = Data; !Rest.empty();) {
    size_t End = std::min(Rest.find('<'), Rest.size());
    OS << Rest.take_front(End);
    if (End != Rest.size())
      OS << "\\u003c";
    Rest = Rest.drop_front(std::min(End + 1, Rest.size()));
  }
  OS << After;
}
