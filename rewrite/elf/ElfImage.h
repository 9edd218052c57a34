//===- ElfImage.h - A linked file, checked for its conversion --*- C++ -*-===//
//
// The parts of an x86-64 ELF file that a conversion reads and changes. The file
// may be damaged or hostile, so everything that is used later is checked here.
// Used by rewrite/elf.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_ELF_ELFIMAGE_H
#define UDPC_REWRITE_ELF_ELFIMAGE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <vector>

namespace udpc {

/// The parsed headers of a file. References the file's bytes.
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
  /// The number of entries that fit in place, DT_NULL included.
  uint64_t DynamicRoom = 0;

  /// Parses \p Bytes. Fails if it is not a linked x86-64 file, is damaged, or
  /// cannot be converted; the message says what to do.
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
  /// Returns the section that is loaded at \p Address, or null.
  const Shdr *sectionAt(uint64_t Address, unsigned Type) const;
  llvm::StringRef sectionName(const Shdr &S) const;
  llvm::StringRef contents(const Shdr &S) const;

  /// Returns the file offset of the \p Size bytes at \p Address, if all of them
  /// are loaded from the file.
  std::optional<uint64_t> offsetOf(uint64_t Address, uint64_t Size) const;
  /// Returns the \p Size bytes at \p Address. The error calls them \p What.
  llvm::Expected<llvm::StringRef> loaded(uint64_t Address, uint64_t Size,
                                         const llvm::Twine &What) const;

  /// Returns the number of dynamic symbols. Fails without section headers.
  llvm::Expected<uint64_t> numDynamicSymbols() const;
  /// Returns the string at \p Offset of the dynamic strings, or "".
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
