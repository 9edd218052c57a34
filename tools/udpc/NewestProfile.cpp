//===- NewestProfile.cpp - What a command takes by itself -----------------===//

#include "tools/udpc/NewestProfile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

std::string udpc::newestFile(function_ref<bool(StringRef)> IsProfile) {
  std::string Newest;
  sys::TimePoint<> Time;
  std::error_code EC;
  for (sys::fs::directory_iterator It(".", EC), End; !EC && It != End;
       It.increment(EC)) {
    StringRef Name = sys::path::filename(It->path());
    if (!IsProfile(Name))
      continue;
    ErrorOr<sys::fs::basic_file_status> Status = It->status();
    if (!Status)
      continue;
    auto Written = Status->getLastModificationTime();
    if (Newest.empty() || std::tie(Written, Name) > std::tie(Time, Newest)) {
      Newest = Name.str();
      Time = Written;
    }
  }
  return Newest;
}

std::string udpc::newestProfile(StringRef Ending) {
  return newestFile([&](StringRef Name) {
    return Name.starts_with("udpc.") && Name.ends_with(Ending);
  });
}
