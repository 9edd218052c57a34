//===- CoberturaFile.cpp - Writes Cobertura's XML -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/coverage/LineCoverage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

/// Returns \p Text as the value of an attribute: UTF-8 without the control
/// characters that XML does not allow.
static std::string attribute(StringRef Text) {
  std::string Valid = json::fixUTF8(Text);
  for (char &C : Valid)
    if (static_cast<unsigned char>(C) < ' ')
      C = ' ';
  std::string Out;
  raw_string_ostream OS(Out);
  printHTMLEscaped(Valid, OS);
  return Out;
}

namespace {

/// A number of lines, and how many of them were executed.
struct Rate {
  uint64_t Run = 0, All = 0;

  void add(const CoveredFile &File) {
    Run += File.numLinesRun();
    All += File.Lines.size();
  }
  std::string text() const {
    return formatv("{0:F4}", All ? double(Run) / double(All) : 1.0).str();
  }
};

using FileEntry = std::pair<const std::string, CoveredFile>;

class CoberturaWriter {
public:
  CoberturaWriter(const LineCoverage &Coverage, raw_ostream &OS)
      : Coverage(Coverage), OS(OS) {}
  void run();

private:
  void writePackage(StringRef Folder, ArrayRef<const FileEntry *> Files);
  void writeClass(StringRef Path, const CoveredFile &File);

  const LineCoverage &Coverage;
  raw_ostream &OS;
  std::string Root; ///< Ends with a separator, or is "".
};

} // namespace

/// Returns the folder that all files of \p Coverage have in common: "" or
/// "/src/".
static std::string commonFolder(const LineCoverage &Coverage) {
  if (Coverage.Files.empty())
    return "";
  // Paths are sorted: what the first and the last have in common, all have.
  StringRef First = Coverage.Files.begin()->first,
            Last = std::prev(Coverage.Files.end())->first;
  size_t Shared = 0;
  for (size_t I = 0; I != std::min(First.size(), Last.size()); ++I) {
    if (First[I] != Last[I])
      break;
    if (sys::path::is_separator(First[I]))
      Shared = I + 1;
  }
  return First.take_front(Shared).str();
}

static constexpr StringLiteral NoBranches =
    " branch-rate=\"0\" complexity=\"0\"";

void CoberturaWriter::writeClass(StringRef Path, const CoveredFile &File) {
  Rate Lines;
  Lines.add(File);
  OS << "        <class name=\"" << attribute(sys::path::filename(Path))
     << "\" filename=\"" << attribute(Path) << "\" line-rate=\"" << Lines.text()
     << "\"" << NoBranches << ">\n          <methods>\n";
  for (const auto &[Key, F] : File.Functions)
    OS << "            <method name=\"" << attribute(F.Name)
       << "\" signature=\"\" line-rate=\"" << (F.Count ? 1 : 0) << "\""
       << NoBranches << ">\n              <lines><line number=\"" << Key.first
       << "\" hits=\"" << F.Count << "\" branch=\"false\"/></lines>\n"
       << "            </method>\n";
  OS << "          </methods>\n          <lines>\n";
  for (const auto &[Line, Count] : File.Lines)
    OS << "            <line number=\"" << Line << "\" hits=\"" << Count
       << "\" branch=\"false\"/>\n";
  OS << "          </lines>\n        </class>\n";
}

void CoberturaWriter::writePackage(StringRef Folder,
                                   ArrayRef<const FileEntry *> Files) {
  Rate Lines;
  for (const FileEntry *F : Files)
    Lines.add(F->second);
  std::string Name = Folder.str();
  replace(Name, '/', '.');
  OS << "    <package name=\"" << attribute(Name) << "\" line-rate=\""
     << Lines.text() << "\"" << NoBranches << ">\n      <classes>\n";
  for (const FileEntry *F : Files)
    writeClass(StringRef(F->first).drop_front(Root.size()), F->second);
  OS << "      </classes>\n    </package>\n";
}

void CoberturaWriter::run() {
  Root = commonFolder(Coverage);
  Rate Lines;
  std::map<std::string, std::vector<const FileEntry *>> Packages;
  for (const FileEntry &F : Coverage.Files) {
    Lines.add(F.second);
    StringRef Path = StringRef(F.first).drop_front(Root.size());
    Packages[sys::path::parent_path(Path).str()].push_back(&F);
  }
  OS << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<!DOCTYPE coverage SYSTEM "
        "'http://cobertura.sourceforge.net/xml/coverage-04.dtd'>\n"
     << "<coverage line-rate=\"" << Lines.text()
     << "\" branch-rate=\"0\" lines-covered=\"" << Lines.Run
     << "\" lines-valid=\"" << Lines.All
     << "\" branches-covered=\"0\" branches-valid=\"0\" complexity=\"0\" "
        "timestamp=\"0\" version=\"udpc\">\n"
     << "  <sources>\n    <source>"
     << attribute(StringRef(Root).rtrim('/').empty()
                      ? StringRef(Root)
                      : StringRef(Root).rtrim('/'))
     << "</source>\n  </sources>\n  <packages>\n";
  for (const auto &[Folder, Files] : Packages)
    writePackage(Folder, Files);
  OS << "  </packages>\n</coverage>\n";
}

void udpc::writeCobertura(const LineCoverage &Coverage, raw_ostream &OS) {
  CoberturaWriter(Coverage, OS).run();
}
