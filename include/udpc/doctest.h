//===- udpc/doctest.h - Regions for doctest's test cases --------*- C++ -*-===//
//
// Makes each test case of doctest a region of the profile. To be included once:
//
//   #define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
//   #include <doctest/doctest.h>
//   #include <udpc/doctest.h>
//
// Compile with -fudpc-profile=counts. `udpc baseline` and `udpc check` read the
// profile: docs/check.md, "Benchmarks and tests".
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_DOCTEST_H
#define UDPC_DOCTEST_H

#include "udpc/udpc.h"
#include <doctest/doctest.h>
#include <string>

namespace udpc {

/// Begins and ends a region with each test case. Costs of other threads than
/// the one that runs the case are not part of it.
class DoctestRegions : public doctest::IReporter {
public:
  explicit DoctestRegions(const doctest::ContextOptions &) {}

  void test_case_start(const doctest::TestCaseData &Case) override {
    Name = Case.m_name;
    udpc_region_begin(Name.c_str());
  }
  void test_case_end(const doctest::CurrentTestCaseStats &) override {
    udpc_region_end(Name.c_str());
  }

  void report_query(const doctest::QueryData &) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats &) override {}
  void test_case_reenter(const doctest::TestCaseData &) override {}
  void test_case_exception(const doctest::TestCaseException &) override {}
  void test_case_skipped(const doctest::TestCaseData &) override {}
  void subcase_start(const doctest::SubcaseSignature &) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData &) override {}
  void log_message(const doctest::MessageData &) override {}

private:
  std::string Name;
};

REGISTER_LISTENER("udpc", 1, DoctestRegions);

} // namespace udpc

#endif // UDPC_DOCTEST_H
