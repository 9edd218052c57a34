//===- OffsetList.cpp - Places of modules to count ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/qemu/OffsetList.h"
#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits.h>
#include <set>
#include <stdlib.h>
#include <sys/stat.h>

using namespace udpc;
using namespace udpc::qemu;

std::string OffsetList::add(const std::string &Item) {
  size_t Plus = Item.rfind('+');
  std::string Number = Plus == std::string::npos ? "" : Item.substr(Plus + 1);
  uint64_t Address = 0;
  const char *Begin = Number.data() + 2, *End = Number.data() + Number.size();
  bool IsHex = Number.size() > 2 && Number[0] == '0' && Number[1] == 'x';
  if (IsHex) {
    auto [Rest, Error] = std::from_chars(Begin, End, Address, 16);
    IsHex = Error == std::errc() && Rest == End;
  }
  if (!IsHex || !Plus)
    return "'" + Item + "' is no <module>+0x<address>";
  std::string Module = Item.substr(0, Plus);
  // The mappings show the target of a symbolic link.
  char Real[PATH_MAX];
  if (Module.find('/') != std::string::npos && realpath(Module.c_str(), Real))
    Module = Real;
  Offsets.push_back({Module, Address});
  return "";
}

/// Reads the items of a file, without comments and surrounding blanks.
static bool readItems(const std::string &Path,
                      std::vector<std::string> &Items) {
  // Devices may be endless, so only regular files are read.
  struct stat Status;
  if (stat(Path.c_str(), &Status) || !S_ISREG(Status.st_mode))
    return false;
  std::ifstream File(Path);
  std::string Line;
  while (std::getline(File, Line)) {
    Line.resize(std::min(Line.find('#'), Line.size()));
    size_t First = Line.find_first_not_of(" \t\r");
    if (First != std::string::npos)
      Items.push_back(
          Line.substr(First, Line.find_last_not_of(" \t\r") - First + 1));
  }
  return File.eof();
}

std::string OffsetList::parse(const std::string &Text) {
  std::vector<std::string> Items;
  if (Text.size() > 1 && Text[0] == '@') {
    if (!readItems(Text.substr(1), Items))
      return "'" + Text.substr(1) + "' cannot be read";
  } else {
    for (size_t Begin = 0; Begin <= Text.size();) {
      size_t End = std::min(Text.find(';', Begin), Text.size());
      Items.push_back(Text.substr(Begin, End - Begin));
      Begin = End + 1;
    }
  }
  std::set<std::string> Seen;
  for (const std::string &Item : Items) {
    if (!Seen.insert(Item).second)
      continue;
    std::string Wrong = add(Item);
    if (!Wrong.empty())
      return Wrong;
  }
  return Offsets.empty() ? "there are no items" : "";
}

bool OffsetList::names(const std::string &Module, const std::string &Path) {
  if (Module.find('/') != std::string::npos)
    return Module == Path;
  size_t Slash = Path.rfind('/') + 1;
  return Path.compare(Slash, Module.size(), Module) == 0 &&
         (Path.size() == Slash + Module.size() ||
          (Path[Slash + Module.size()] == '.' &&
           Module.find(".so") != std::string::npos));
}
