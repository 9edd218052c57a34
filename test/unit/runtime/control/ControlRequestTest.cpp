//===- ControlRequestTest.cpp - Requests of udpc ctl ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/control/ControlRequest.h"
#include "gtest/gtest.h"
#include <string>

using namespace udpc::rt;

static void expectRequest(const char *Line, RequestKind Kind,
                          const char *Rest) {
  ControlRequest R = parseRequest(Line);
  EXPECT_EQ(int(R.Kind), int(Kind)) << Line;
  EXPECT_STREQ(R.Rest, Rest) << Line;
}

TEST(ControlRequest, KnowsItsWords) {
  expectRequest("udpc 1 enable a*,b", RequestKind::Enable, "a*,b");
  expectRequest("udpc 1 disable *", RequestKind::Disable, "*");
  expectRequest("udpc 1 status", RequestKind::Status, "");
  expectRequest("udpc 1 status a*", RequestKind::Status, "a*");
  expectRequest("udpc 1 mask a/dec", RequestKind::Mask, "a/dec");
  expectRequest("udpc 1 unmask *", RequestKind::Unmask, "*");
  expectRequest("udpc 1 dump", RequestKind::Dump, "");
  expectRequest("udpc 1 reset", RequestKind::Reset, "");
  expectRequest("udpc 1 reset a,b", RequestKind::Reset, "a,b");
  // The error comes from the parser of the list of globs.
  expectRequest("udpc 1 enable", RequestKind::Enable, "");
}

TEST(ControlRequest, ReadsNumbers) {
  expectRequest("udpc 1 write -12 an event", RequestKind::Write, "an event");
  EXPECT_EQ(parseRequest("udpc 1 write -12 an event").Value, -12);
  EXPECT_EQ(parseRequest("udpc 1 write 3 a").Thread, 0u);
  expectRequest("udpc 1 thread 17 reset", RequestKind::Reset, "");
  EXPECT_EQ(parseRequest("udpc 1 thread 17 reset").Thread, 17u);
  for (const char *Bad :
       {"write", "write x", "write 1x y", "write 1", "thread", "thread 3",
        "thread x status", "thread 0 status", "thread -1 status",
        "thread 3 dump", "thread 3 enable *", "dump x"})
    EXPECT_EQ(int(parseRequest((std::string("udpc 1 ") + Bad).c_str()).Kind),
              int(RequestKind::Unknown))
        << Bad;
}

TEST(ControlRequest, SaysWhatItDoesNotKnow) {
  expectRequest("", RequestKind::NotOurs, "");
  expectRequest("GET / HTTP/1.1", RequestKind::NotOurs, "GET / HTTP/1.1");
  expectRequest("udpcx 1 status", RequestKind::NotOurs, "udpcx 1 status");
  expectRequest("udpc 2 status", RequestKind::OtherVersion, "2 status");
  expectRequest("udpc 12 status", RequestKind::OtherVersion, "12 status");
  expectRequest("udpc 1 statuses", RequestKind::Unknown, "statuses");
  expectRequest("udpc 1 status ", RequestKind::Unknown, "status ");
  expectRequest("udpc 1", RequestKind::Unknown, "");
}
