//===- AnnotateAssembly.h - Code with what its lines cost ------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATEASSEMBLY_H
#define UDPC_TOOLS_UDPC_ANNOTATEASSEMBLY_H

#include "profdata/annotate/CodeCheck.h"
#include "tools/udpc/AnnotateText.h"

namespace udpc {

/// What cache profiles know beside the costs of lines.
struct ProfiledCode {
  OperationCosts Operations;
  CodeCheck Check;
};

struct CodeChoice {
  std::string Binary;
  std::string Function; ///< As people call it.
};

/// Instructions below the lines that they are of. The costs of a line stand
/// where it comes first. Warns if the binary is not what was profiled.
llvm::Error printCode(llvm::raw_ostream &OS, const Annotation &A,
                      const ProfiledCode &Code, const CodeChoice &Choice,
                      const AnnotateTextOptions &Options);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATEASSEMBLY_H
