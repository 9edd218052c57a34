//===- Reserve.cpp - Memory for writing profiles --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/system/Reserve.h"
#include "runtime/system/PageSet.h"
#include "runtime/system/System.h"

using namespace udpc;
using namespace udpc::rt;

/// The mapping: the words of Pages, then the pages from Begin to End.
static uint8_t *Mapping;
static size_t MappingSize;
static uint8_t *Begin, *End;
static PageSet Pages;
/// Number of existing UseOfReserve objects.
static unsigned NumUsers;

static size_t pagesFor(size_t Bytes) {
  return (Bytes + pageSize() - 1) / pageSize();
}

void rt::growReserve(size_t Bytes) {
  if (size_t(End - Begin) >= Bytes || NumUsers || !Pages.isEmpty())
    return;
  size_t NumPages = pagesFor(Bytes);
  size_t NumBits = pagesFor(PageSet::wordsFor(NumPages) * sizeof(uint64_t));
  size_t Size = (NumBits + NumPages) * pageSize();
  auto *Larger = static_cast<uint8_t *>(mapMemory(Size));
  if (!Larger)
    return;
  unmapMemory(Mapping, MappingSize);
  Mapping = Larger;
  MappingSize = Size;
  Begin = Mapping + NumBits * pageSize();
  End = Mapping + MappingSize;
  Pages = PageSet(reinterpret_cast<uint64_t *>(Mapping), NumPages);
}

UseOfReserve::UseOfReserve() { ++NumUsers; }
UseOfReserve::~UseOfReserve() { --NumUsers; }

void *rt::takeReserved(size_t Bytes) {
  if (!NumUsers || !holdsStateLock())
    return nullptr;
  uint64_t Page = Pages.allocate(pagesFor(Bytes));
  return Page == PageSet::None ? nullptr : Begin + Page * pageSize();
}

bool rt::giveBackReserved(void *Memory, size_t Bytes) {
  auto *M = static_cast<uint8_t *>(Memory);
  // Begin and End do not change while pages are in use.
  if (Pages.isEmpty() || M < Begin || M >= End)
    return false;
  size_t N = pagesFor(Bytes);
  // The next user expects zeros; pages without zeros are not reused. Neither
  // are those that return without the lock, which guards Pages.
  if (holdsStateLock() && mapZeros(Memory, N * pageSize()))
    Pages.release((M - Begin) / pageSize(), N);
  return true;
}
