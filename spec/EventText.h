//===- EventText.h - Events of the command line -----------------*- C++ -*-===//
//
// Options name an event by the keys and values of one item of a spec, in one
// line: `entry:malloc`, or `sums=loop:iterations, in: sum`. They are turned
// into the text of a spec, which takes the place of a file's name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_SPEC_EVENTTEXT_H
#define UDPC_SPEC_EVENTTEXT_H

#include "spec/EventSpec.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace udpc {

/// Whether \p Spec is the text of a spec, not the name of a file.
inline bool isSpecText(llvm::StringRef Spec) { return Spec.starts_with("{"); }

/// Returns the text of a spec with the events that \p Options name. An event
/// without a name of its own has the option's text as its name. Fails, with one
/// line for each mistake, if an option is not valid for \p Use.
llvm::Expected<std::string> specOfEvents(llvm::ArrayRef<std::string> Options,
                                         SpecUse Use);

} // namespace udpc

#endif // UDPC_SPEC_EVENTTEXT_H
