//===- OptionParser.cpp - Parses UDPC_OPTIONS -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/options/OptionParser.h"

using namespace udpc;
using namespace udpc::rt;

// The buffers are static: the parser runs once, before the program, and the
// program's stack may be small.
static char Name[64];
static char Value[sizeof(option::String)];
static char Message[512];

static void setDefault(option::Bool &Option, bool Default) { Option = Default; }
static void setDefault(option::Int &Option, int64_t Default) {
  Option = Default;
}
static void setDefault(option::String &Option, const char *Default) {
  TextBuffer(Option.Text, sizeof(Option.Text)).add(Default);
}

static bool parseValue(const char *Text, option::Bool &Option) {
  if (sameText(Text, "1") || sameText(Text, "true") || sameText(Text, "yes")) {
    Option = true;
    return true;
  }
  if (sameText(Text, "0") || sameText(Text, "false") || sameText(Text, "no")) {
    Option = false;
    return true;
  }
  return false;
}

static bool parseValue(const char *Text, option::Int &Option) {
  int64_t N = 0;
  if (!*Text)
    return false;
  for (; *Text; ++Text) {
    if (*Text < '0' || *Text > '9' || N > INT32_MAX)
      return false;
    N = N * 10 + (*Text - '0');
  }
  Option = N;
  return true;
}

static bool parseValue(const char *Text, option::String &Option) {
  if (!*Text)
    return false;
  setDefault(Option, Text);
  return true;
}

static bool parseValue(const char *Text, option::File &Option) {
  setDefault(Option, Text);
  return true;
}

static const char *expected(option::Bool *) { return "0 or 1"; }
static const char *expected(option::Int *) { return "a number from 0"; }
static const char *expected(option::String *) { return "some text"; }

void rt::setDefaults(Options &O) {
#define UDPC_OPTION(Type, OptionName, Default, Help)                           \
  setDefault(O.OptionName, Default);
#include "runtime/options/options.inc"
}

static void addNames(TextBuffer &Out) {
  const char *Separator = "";
#define UDPC_NAMED_OPTION(Type, Field, OptionName, Default, Help)              \
  Out.add(Separator).add(OptionName);                                          \
  Separator = ", ";
#include "runtime/options/options.inc"
}

static void setOption(Options &O, OptionWarning Warn, void *Context,
                      const char *Source) {
  TextBuffer Out(Message, sizeof(Message));
#define UDPC_NAMED_OPTION(Type, Field, OptionName, Default, Help)              \
  if (sameText(Name, OptionName)) {                                            \
    if (parseValue(Value, O.Field))                                            \
      return;                                                                  \
    Out.add(Source)                                                            \
        .add(": " OptionName " needs ")                                        \
        .add(expected(static_cast<option::Type *>(nullptr)))                   \
        .add(", not '")                                                        \
        .add(Value)                                                            \
        .add("'");                                                             \
    return Warn(Context, Message);                                             \
  }
#include "runtime/options/options.inc"
  Out.add(Source).add(": unknown option '").add(Name).add("'; there are ");
  addNames(Out);
  Warn(Context, Message);
}

void rt::parseOptions(Options &O, const char *Text, OptionWarning Warn,
                      void *Context, const char *Source) {
  while (*Text) {
    if (*Text == ':') {
      ++Text;
      continue;
    }
    TextBuffer N(Name, sizeof(Name));
    while (*Text && *Text != ':' && *Text != '=')
      N.add(*Text++);
    TextBuffer V(Value, sizeof(Value));
    const char *Wrong = nullptr;
    if (*Text == '=') {
      ++Text;
      char Quote = *Text == '"' || *Text == '\'' ? *Text++ : 0;
      while (*Text && *Text != (Quote ? Quote : ':'))
        V.add(*Text++);
      if (Quote && !*Text)
        Wrong = "' has no closing quote; what follows it is left out, too";
      else if (Quote)
        ++Text;
    }
    if (V.overflowed())
      Wrong = "' is too long";
    if (!Wrong) {
      setOption(O, Warn, Context, Source);
      continue;
    }
    TextBuffer(Message, sizeof(Message))
        .add(Source)
        .add(": the value of '")
        .add(Name)
        .add(Wrong);
    Warn(Context, Message);
  }
}

static void addDefault(TextBuffer &Out, bool Default) {
  Out.add(Default ? "1" : "0");
}
static void addDefault(TextBuffer &Out, int Default) {
  Out.add(static_cast<uint64_t>(Default));
}
static void addDefault(TextBuffer &Out, const char *Default) {
  Out.add(Default);
}

void rt::describeOptions(OptionWarning Print, void *Context) {
  Print(Context, "options of UDPC_OPTIONS=name=value:name=value");
#define UDPC_NAMED_OPTION(Type, Field, OptionName, Default, Help)              \
  {                                                                            \
    TextBuffer Out(Message, sizeof(Message));                                  \
    Out.add("  " OptionName "=");                                              \
    addDefault(Out, Default);                                                  \
    Out.add("  ").add(Help);                                                   \
    Print(Context, Message);                                                   \
  }
#include "runtime/options/options.inc"
}
