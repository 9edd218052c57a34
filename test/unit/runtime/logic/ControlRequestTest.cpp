//===- ControlRequestTest.cpp - What udpc ctl asks for --------------------===//

#include "runtime/logic/ControlRequest.h"
#include "gtest/gtest.h"

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
  expectRequest("udpc 1 status", RequestKind::Status, "status");
  expectRequest("udpc 1 dump", RequestKind::Dump, "dump");
  expectRequest("udpc 1 reset", RequestKind::Reset, "reset");
  // The list of globs says itself what is wrong with it.
  expectRequest("udpc 1 enable", RequestKind::Enable, "");
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
