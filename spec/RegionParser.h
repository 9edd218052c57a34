//===- RegionParser.h - The regions of the spec -----------------*- C++ -*-===//

#ifndef UDPC_SPEC_REGIONPARSER_H
#define UDPC_SPEC_REGIONPARSER_H

#include "llvm/Support/YAMLParser.h"
#include <vector>

namespace udpc {

struct SpecRegion;
class YamlReader;

/// Appends the items of the list \p N: `{region: name, function: glob}` or
/// `{region: name, begin: mark, end: mark, in: glob}`. Reports to \p R what is
/// wrong.
void parseRegions(YamlReader &R, llvm::yaml::Node &N,
                  std::vector<SpecRegion> &Regions);

} // namespace udpc

#endif // UDPC_SPEC_REGIONPARSER_H
