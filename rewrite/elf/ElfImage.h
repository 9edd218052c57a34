//===- ElfImage.h - A linked file, checked for its conversion --*- C++ -*-===//
//
// The parts of an x86-64 ELF file that a conversion reads and changes. The file
// may be damaged or hostile: what is used later is checked here.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_ELF_ELFIMAGE_H
#define UDPC_REWRITE_ELF_ELFIMAGE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <vector>

namespace udpc {

/// References the file's bytes.
class ElfImage {
public:
  using Ehdr = llvm::object::ELF64LE::Ehdr;
  using Phdr = llvm::object::ELF64LE::Phdr;
  using Shdr = llvm::object::ELF64LE::Shdr;
  using Dyn = llvm::object::ELF64LE::Dyn;
  using Sym = llvm::object::ELF64LE::Sym;
  using Rela = llvm::object::ELF64LE::Rela;

  static constexpr uint64_t PageSize = 4096;

  llvm::StringRef Bytes;
  Ehdr Header;
  std::vector<Phdr> Segments;
  std::vector<Shdr> Sections; ///< None if the file has no section headers.
  std::vector<Dyn> Dynamic;   ///< Without DT_NULL at the end.
  uint64_t DynamicRoom = 0;   ///< Entries that fit where they are, DT_NULL too.

  /// Fails if \p Bytes is no linked x86-64 file, is damaged, or cannot be
  /// converted; the message says what to do.
  static llvm::Expected<ElfImage> create(llvm::StringRef Bytes);

  bool isPositionIndependent() const {
    return Header.e_type == llvm::ELF::ET_DYN;
  }
  /// Executables name a dynamic linker; libraries need none.
  bool isExecutable() const { return findSegment(llvm::ELF::PT_INTERP); }

  /// The difference between addresses and offsets in the first segment.
  uint64_t base() const;
  /// The end of the last loaded address range.
  uint64_t end() const;

  const Phdr *findSegment(unsigned Type) const;
  std::optional<uint64_t> dynamicValue(int64_t Tag) const;
  /// The section that is loaded at \p Address; null if there is none.
  const Shdr *sectionAt(uint64_t Address, unsigned Type) const;
  llvm::StringRef sectionName(const Shdr &S) const;
  llvm::StringRef contents(const Shdr &S) const;

  /// Where in the file \p Size bytes at \p Address are, if all of them are
  /// loaded from it.
  std::optional<uint64_t> offsetOf(uint64_t Address, uint64_t Size) const;
  /// These bytes. The error names them as \p What.
  llvm::Expected<llvm::StringRef> loaded(uint64_t Address, uint64_t Size,
                                         const llvm::Twine &What) const;

  /// How many dynamic symbols there are. Fails without section headers.
  llvm::Expected<uint64_t> numDynamicSymbols() const;
  /// The string at \p Offset of the dynamic strings; "" if there is none.
  llvm::StringRef dynamicString(uint64_t Offset) const;

private:
  llvm::Error readHeader();
  llvm::Error readSegments();
  llvm::Error readSections();
  llvm::Error readDynamic();
  llvm::Error checkKind() const;
  bool isConverted() const;
};

} // namespace udpc

#endif // UDPC_REWRITE_ELF_ELFIMAGE_H
