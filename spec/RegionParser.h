//===- RegionParser.h - Parses the regions of the spec ----------*- C++ -*-===//
//
// Parses the value of the key `regions`. Used by SpecParser.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_SPEC_REGIONPARSER_H
#define UDPC_SPEC_REGIONPARSER_H

#include "llvm/Support/YAMLParser.h"
#include <vector>

namespace udpc {

struct SpecRegion;
class YamlReader;

/// Appends the items of the list \p N to \p Regions: `{region: name, function:
/// glob}` or `{region: name, begin: mark, end: mark, in: glob}`. Reports errors
/// to \p R.
void parseRegions(YamlReader &R, llvm::yaml::Node &N,
                  std::vector<SpecRegion> &Regions);

} // namespace udpc

#endif // UDPC_SPEC_REGIONPARSER_H
