//===- SampleLines.cpp - Samples as JSON lines ----------------------------===//
//
// Uses the form of the BOOM fork's own tools, whose lines of counters have no
// names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/sampling/SampleDelivery.h"

using namespace udpc::rt;

static void addSigned(TextBuffer &Out, int64_t Value) {
  if (Value < 0)
    Out.add('-');
  Out.add(Value < 0 ? -static_cast<uint64_t>(Value)
                    : static_cast<uint64_t>(Value));
}

/// Appends the first 64 characters of \p Text as a JSON string.
static void addString(TextBuffer &Out, const char *Text) {
  Out.add('"');
  for (unsigned N = 0; *Text && N < 64; ++Text, ++N) {
    unsigned char C = static_cast<unsigned char>(*Text);
    if (C == '"' || C == '\\')
      Out.add('\\');
    Out.add(C < ' ' ? '?' : *Text);
  }
  Out.add('"');
}

void udpc::rt::appendSample(const udpc_sample &Sample,
                            const char *(*NameOf)(int), TextBuffer &Out) {
  Out.add("{\"type\": \"max_inst\", \"times\": ").add(Sample.number);
  Out.add(", \"cycles\": ").add(Sample.cycles);
  Out.add(", \"inst\": ").add(Sample.instructions).add("}\n");
  for (unsigned I = 0; I < Sample.num_counters; ++I) {
    Out.add(I < 10 ? "{\"type\": \"event  " : "{\"type\": \"event ");
    Out.add(uint64_t(I)).add("\", \"value\": ");
    addSigned(Out, Sample.counters[I]);
    if (const char *Name = NameOf ? NameOf(static_cast<int>(I)) : nullptr) {
      Out.add(", \"name\": ");
      addString(Out, Name);
    }
    Out.add("}\n");
  }
}
