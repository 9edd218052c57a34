//===- CalibrationTable.h - A calibration as text ---------------*- C++ -*-===//
//
// Prints the table of `udpc calibrate`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CALIBRATE_CALIBRATIONTABLE_H
#define UDPC_TOOLS_UDPC_CALIBRATE_CALIBRATIONTABLE_H

#include "profdata/calibration/Calibration.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// Formats a size with three digits, such as "48 KB" or "1.25 MB".
std::string bytesText(uint64_t Bytes);

/// Prints the table that docs/calibrate.md explains.
void printCalibration(llvm::raw_ostream &OS, const Calibration &C);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CALIBRATE_CALIBRATIONTABLE_H
