//===- CalibrationFile.h - Calibrations as JSON -----------------*- C++ -*-===//
//
// Reads and writes the files of `udpc calibrate`. docs/calibrate.md describes
// the format.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CALIBRATION_CALIBRATIONFILE_H
#define UDPC_PROFDATA_CALIBRATION_CALIBRATIONFILE_H

#include "profdata/calibration/Calibration.h"
#include "llvm/Support/JSON.h"

namespace udpc {

llvm::json::Value calibrationJson(const Calibration &C);

/// Parses \p Text, the contents of the file \p Path. Errors name the file and
/// the mistake, and say what to do.
llvm::Expected<Calibration> parseCalibration(llvm::StringRef Path,
                                             llvm::StringRef Text);
llvm::Expected<Calibration> readCalibration(llvm::StringRef Path);

/// Writes the file atomically, and creates its folder if there is none.
llvm::Error writeCalibration(const Calibration &C, llvm::StringRef Path);

/// Returns the path at which `udpc calibrate` stores its result for \p C: below
/// $XDG_CACHE_HOME or $HOME/.cache. "" if neither is set.
std::string calibrationPath(const Cpu &C);

} // namespace udpc

#endif // UDPC_PROFDATA_CALIBRATION_CALIBRATIONFILE_H
