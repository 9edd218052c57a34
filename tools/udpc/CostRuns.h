//===- CostRuns.h - Reads the runs of `udpc baseline` and `check` -*- C++
//-*-==//

#ifndef UDPC_TOOLS_UDPC_COSTRUNS_H
#define UDPC_TOOLS_UDPC_COSTRUNS_H

#include "profdata/check/Baseline.h"

namespace udpc {

/// The costs of \p Files, profiles of any kind, each a run of the same program.
/// \p Project is the project's folder; "" is that of the current folder.
llvm::Expected<Baseline> readRuns(llvm::ArrayRef<std::string> Files,
                                  const CostSelection &Selection,
                                  llvm::StringRef Project);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_COSTRUNS_H
