//===- udpc/catch2.h - Regions for Catch2's test cases ----------*- C++ -*-===//
//
// Makes each test case of Catch2 (version 2 or 3) a region of the profile. To
// be included once, with version 2 in the file that has CATCH_CONFIG_MAIN:
//
//   #define CATCH_CONFIG_MAIN
//   #include <catch2/catch.hpp>
//   #include <udpc/catch2.h>
//
// Compile with -fudpc-profile=counts. `udpc baseline` and `udpc check` read the
// profile: docs/check.md, "Benchmarks and tests".
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_CATCH2_H
#define UDPC_CATCH2_H

#include "udpc/udpc.h"
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
#include <string>

namespace udpc {

#if __has_include(<catch2/catch_all.hpp>)
using CatchListener = Catch::EventListenerBase;
#else
using CatchListener = Catch::TestEventListenerBase;
#endif

/// Begins and ends a region with each test case. Costs of other threads than
/// the one that runs the case are not part of it.
class CatchRegions : public CatchListener {
public:
  using CatchListener::CatchListener;

  void testCaseStarting(const Catch::TestCaseInfo &Info) override {
    CatchListener::testCaseStarting(Info);
    Name = Info.name;
    udpc_region_begin(Name.c_str());
  }
  void testCaseEnded(const Catch::TestCaseStats &Stats) override {
    udpc_region_end(Name.c_str());
    CatchListener::testCaseEnded(Stats);
  }

private:
  std::string Name;
};

CATCH_REGISTER_LISTENER(CatchRegions)

} // namespace udpc

#endif // UDPC_CATCH2_H
