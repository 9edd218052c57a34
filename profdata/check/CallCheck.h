//===- CallCheck.h - Compares calls of code without a profile ---*- C++ -*-===//
//
// The part of a check (CostCheck.h) that is about the calls that leave the
// profiled code, of the program and of its regions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CHECK_CALLCHECK_H
#define UDPC_PROFDATA_CHECK_CALLCHECK_H

#include "profdata/check/CostCheck.h"

namespace udpc {

/// Sets the calls in \p Result, whose rows of regions are there already.
void compareCalls(const Baseline &Old, const Baseline &New,
                  const CheckOptions &Options, CostCheck &Result);

} // namespace udpc

#endif // UDPC_PROFDATA_CHECK_CALLCHECK_H
