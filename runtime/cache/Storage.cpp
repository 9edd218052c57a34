//===- Storage.cpp - What generated code shares with the simulation ------===//
//
// Objects that simulate caches define these variables themselves, so that they
// can be linked without the runtime. This member of the archive is for code
// that refers to them and was not compiled by the plugin.
//
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)
#include "runtime/cache/ThreadCaches.h"

using namespace udpc;

extern "C" {
__thread uint64_t __udpc_data_lines[abi::DataIndexSize] UDPC_LOCAL_EXEC;
__thread uint32_t __udpc_data_ways[abi::DataIndexSize] UDPC_LOCAL_EXEC;
alignas(64) __thread uint64_t __udpc_data_stamps[abi::DataWays] UDPC_LOCAL_EXEC;
__thread uint64_t __udpc_clock UDPC_LOCAL_EXEC;
}
#endif
