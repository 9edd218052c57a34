//===- CalibrationTable.h - A calibration as text ---------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CALIBRATE_CALIBRATIONTABLE_H
#define UDPC_TOOLS_UDPC_CALIBRATE_CALIBRATIONTABLE_H

#include "profdata/calibration/Calibration.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// "48 KB", "1.25 MB": three digits.
std::string bytesText(uint64_t Bytes);

/// docs/calibrate.md explains the columns.
void printCalibration(llvm::raw_ostream &OS, const Calibration &C);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CALIBRATE_CALIBRATIONTABLE_H
