//===- ControlRequest.cpp - Parses the requests of udpc ctl ---------------===//

#include "runtime/logic/ControlRequest.h"
#include "runtime/logic/Text.h"
#include "udpc/control.h"

using namespace udpc;
using namespace udpc::rt;

/// If \p Text starts with \p Word and a space or its end, skips that.
static bool skipWord(const char *&Text, const char *Word) {
  const char *At = Text;
  for (; *Word; ++Word, ++At)
    if (*At != *Word)
      return false;
  if (*At && *At != ' ')
    return false;
  Text = *At ? At + 1 : At;
  return true;
}

ControlRequest rt::parseRequest(const char *Line) {
  if (!skipWord(Line, "udpc"))
    return {RequestKind::NotOurs, Line};
  if (!skipWord(Line, control::Version))
    return {RequestKind::OtherVersion, Line};
  if (skipWord(Line, "enable"))
    return {RequestKind::Enable, Line};
  if (skipWord(Line, "disable"))
    return {RequestKind::Disable, Line};
  if (sameText(Line, "status"))
    return {RequestKind::Status, Line};
  if (sameText(Line, "dump"))
    return {RequestKind::Dump, Line};
  if (sameText(Line, "reset"))
    return {RequestKind::Reset, Line};
  return {RequestKind::Unknown, Line};
}
