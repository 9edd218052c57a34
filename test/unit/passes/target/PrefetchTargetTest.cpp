// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/target/PrefetchTarget.h"
#include "passes/target/LiveRegisters.h"
#include "test/unit/passes/MachineTest.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

namespace {

class PrefetchTargetTest : public MachineTest {
protected:
  /// The code before the first instruction of \p Body whose opcode's name
  /// begins with \p Operation, one instruction a line, then ";" and the reason.
  std::string code(StringRef Triple, StringRef Features, StringRef Operation,
                   Hint H, StringRef Body) {
    MachineFunction &MF = parseFunction(
        Triple, Features, "tracksRegLiveness: true\nbody: |\n  bb.0:\n" + Body);
    llvm::Triple T(Triple);
    if (T.isOSWindows())
      MF.setHasWinCFI(true);
    const PrefetchTarget *Prefetching = findPrefetchTarget(T);
    for (MachineInstr &MI : MF.front()) {
      if (!MF.getSubtarget()
               .getInstrInfo()
               ->getName(MI.getOpcode())
               .starts_with(Operation))
        continue;
      if (!Prefetching->isMemoryOperation(MI))
        return Prefetching->isPrefetch(MI) ? "a prefetch" : "no operation";
      LiveRegisters Live;
      PrefetchCode Code = Prefetching->prefetch(MI, H, Live);
      std::string Result;
      raw_string_ostream OS(Result);
      for (MachineInstr *New : Code.Instructions) {
        MF.front().insert(MI, New);
        New->print(OS, /*IsStandalone=*/true, /*SkipOpers=*/false,
                   /*SkipDebugLoc=*/true, /*AddNewLine=*/false);
        OS << '\n';
      }
      OS << "; " << Code.Reason;
      return Result;
    }
    return "not found";
  }

  std::string riscv(StringRef Operation, Hint H, StringRef Body) {
    return code("riscv64-linux-gnu", "+a,+zicbop,+v", Operation, H, Body);
  }
  std::string aarch64(StringRef Operation, Hint H, StringRef Body) {
    return code("aarch64-linux-gnu", "+lse,+sve,+rcpc-immo", Operation, H,
                Body);
  }
};

constexpr HintType NTA = HintType::NTA, T0 = HintType::T0, W = HintType::W;

/// All that an address may be computed in is live, but for $x10 and $x11 on
/// riscv64, and $x0 and $x1 on AArch64.
constexpr StringLiteral RISCVFull =
    "    liveins: $x10, $x11, $x12, $x13, $x14, $x15, $x16, $x17, $x6, $x7, "
    "$x28, $x29, $x30, $x31\n";
constexpr StringLiteral RISCVUses =
    "    PseudoRET implicit $x12, implicit $x13, implicit $x14, implicit $x15, "
    "implicit $x16, implicit $x17, implicit $x6, implicit $x7, implicit $x28, "
    "implicit $x29, implicit $x30, implicit $x31";
constexpr StringLiteral AArch64Full =
    "    liveins: $x0, $x1, $x2, $x3, $x4, $x5, $x6, $x7, $x8, $x9, $x10, "
    "$x11, $x12, $x13, $x14, $x15, $x16, $x17\n";
constexpr StringLiteral AArch64Uses =
    "    RET undef $lr, implicit $x1, implicit $x2, implicit $x3, implicit "
    "$x4, "
    "implicit $x5, implicit $x6, implicit $x7, implicit $x8, implicit $x9, "
    "implicit $x10, implicit $x11, implicit $x12, implicit $x13, implicit "
    "$x14, implicit $x15, implicit $x16, implicit $x17";

TEST_F(PrefetchTargetTest, RISCVOffsetsAreInTheInstructionWhereTheyFit) {
  auto Load = [&](int Offset, Hint H, StringRef Memory = "") {
    return riscv("LD", H,
                 ("    liveins: $x10\n    $x11 = LD $x10, " + Twine(Offset) +
                  Memory + "\n    PseudoRET implicit $x11\n")
                     .str());
  };
  EXPECT_EQ(Load(32, {NTA, 64}), "PREFETCH_R $x10, 96\n; ");
  EXPECT_EQ(Load(-2048, {W, 0}), "PREFETCH_W $x10, -2048\n; ");
  EXPECT_EQ(Load(0, {T0, 2016}), "PREFETCH_R $x10, 2016\n; ");
  // Not a multiple of 32.
  EXPECT_EQ(Load(8, {NTA, 64}),
            "$x31 = ADDI $x10, 72\nPREFETCH_R killed $x31, 0\n; ");
  // The same line, since the operation is at the start of one, or not far from
  // it. 8 below the operation is the line before.
  EXPECT_EQ(Load(0, {NTA, 8}, " :: (load (s64), align 64)"),
            "PREFETCH_R $x10, 0\n; ");
  EXPECT_EQ(Load(8, {NTA, 80}, " :: (load (s64), align 64)"),
            "PREFETCH_R $x10, 96\n; ");
  EXPECT_EQ(Load(0, {NTA, -8}, " :: (load (s64), align 64)"),
            "PREFETCH_R $x10, -32\n; ");
  EXPECT_EQ(Load(0, {NTA, 8}, " :: (load (s64), align 8)"),
            "$x31 = ADDI $x10, 8\nPREFETCH_R killed $x31, 0\n; ");
  EXPECT_EQ(Load(0, {NTA, 4096}), "$x31 = LUI 1\n$x31 = ADD killed $x31, $x10\n"
                                  "PREFETCH_R killed $x31, 0\n; ");
  EXPECT_EQ(Load(0, {NTA, 2048}), "$x31 = LUI 1\n$x31 = ADD killed $x31, $x10\n"
                                  "PREFETCH_R killed $x31, -2048\n; ");
  EXPECT_EQ(Load(0, {NTA, -4095}),
            "$x31 = LUI 1048575\n$x31 = ADD killed $x31, $x10\n"
            "$x31 = ADDI killed $x31, 1\nPREFETCH_R killed $x31, 0\n; ");
  // lui's bit 31 is a sign.
  EXPECT_EQ(Load(0, {NTA, 0x7ffff7ff}),
            "$x31 = LUI 524287\n$x31 = ADD killed $x31, $x10\n"
            "$x31 = ADDI killed $x31, 2047\nPREFETCH_R killed $x31, 0\n; ");
  EXPECT_EQ(Load(0, {NTA, 0x7ffff800}), "; the delta is beyond 2 GB");
  EXPECT_EQ(Load(0, {NTA, INT64_MIN}), "; the delta is beyond 2 GB");
  EXPECT_EQ(Load(2047, {NTA, INT64_MAX}), "; the delta is beyond 2 GB");
}

TEST_F(PrefetchTargetTest, RISCVAddressesNeedAFreeRegister) {
  // The operation's own result is free before it.
  auto Full = [&](StringRef Operation, Hint H) {
    return riscv("SD", H, (RISCVFull + Operation + RISCVUses + "\n").str());
  };
  EXPECT_EQ(riscv("LD", {NTA, 8},
                  ("    liveins: $x10, $x12, $x13, $x14, $x15, $x16, $x17, "
                   "$x6, $x7, $x28, $x29, $x30, $x31\n    $x11 = LD $x10, 0\n" +
                   RISCVUses + ", implicit $x11, implicit $x10\n")
                      .str()),
            "$x11 = ADDI $x10, 8\nPREFETCH_R killed $x11, 0\n; ");
  EXPECT_EQ(Full("    SD $x11, $x10, 0\n", {NTA, 64}),
            "PREFETCH_R $x10, 64\n; ");
  EXPECT_EQ(Full("    SD $x11, $x10, 0\n", {NTA, -1}),
            "PREFETCH_R $x10, -32\n; no register is free to hold the address, "
            "so it is rounded down by up to 31 bytes");
  EXPECT_EQ(Full("    SD $x11, $x10, 0\n", {NTA, 2048}),
            "; no register is free to hold the address");
  EXPECT_EQ(Full("    SD $x11, $x10, target-flags(riscv-lo) @g\n", {NTA, 0}),
            "; no register is free to hold the address");
}

TEST_F(PrefetchTargetTest, RISCVFormsHaveTheirAddress) {
  auto Code = [&](StringRef Operation, StringRef Text, Hint H = {NTA, 0}) {
    return riscv(Operation, H,
                 ("    liveins: $x10, $x11, $x12, $v8, $v9\n    " + Text +
                  "\n    PseudoRET\n")
                     .str());
  };
  EXPECT_EQ(Code("SW", "SW $x11, $x10, target-flags(riscv-lo) @g", {W, 64}),
            "$x31 = ADDI $x10, target-flags(riscv-lo) @g\n"
            "PREFETCH_W killed $x31, 64\n; ");
  EXPECT_EQ(Code("SW", "SW $x11, $x10, target-flags(riscv-lo) @g", {W, 65536}),
            "$x31 = ADDI $x10, target-flags(riscv-lo) @g\n$x30 = LUI 16\n"
            "$x30 = ADD killed $x30, killed $x31\n"
            "PREFETCH_W killed $x30, 0\n; ");
  EXPECT_EQ(
      Code("LD", "$x11 = LD $x10, target-flags(riscv-tlsdesc-load-lo) @g"),
      "; only the linker knows the address");
  EXPECT_EQ(Code("AMOADD", "$x11 = AMOADD_D_AQRL $x12, $x10"),
            "PREFETCH_R $x10, 0\n; ");
  EXPECT_EQ(Code("PseudoCmpXchg", "early-clobber $x12, early-clobber $x13 = "
                                  "PseudoCmpXchg64 $x10, $x11, $x11, 7"),
            "PREFETCH_R $x10, 0\n; ");
  EXPECT_EQ(Code("SC_D", "$x12 = SC_D $x11, $x10"),
            "; it could make the conditional store fail");
  EXPECT_EQ(Code("PseudoVSE32", "PseudoVSE32_V_M1 $v8, $x10, $noreg, 5, "
                                "implicit undef $vl, implicit undef $vtype"),
            "PREFETCH_R $x10, 0\n; ");
  EXPECT_EQ(Code("PseudoVSSE32",
                 "PseudoVSSE32_V_M1 $v8, $x10, $x11, $noreg, "
                 "5, implicit undef $vl, implicit undef $vtype"),
            "; it accesses many addresses");
  EXPECT_EQ(Code("PseudoVSUXEI32",
                 "PseudoVSUXEI32_V_M1_M1 $v8, $x10, $v9, $noreg, 5, implicit "
                 "undef $vl, implicit undef $vtype"),
            "; it accesses many addresses");
  EXPECT_EQ(Code("VS1R_V", "VS1R_V $v8, $x10"), "PREFETCH_R $x10, 0\n; ");
  EXPECT_EQ(Code("PREFETCH_W", "PREFETCH_W $x10, 32"), "a prefetch");
  EXPECT_EQ(Code("PREFETCH_I", "PREFETCH_I $x10, 32"), "a prefetch");
  EXPECT_EQ(Code("ADDI", "$x11 = ADDI $x10, 1"), "no operation");
  EXPECT_EQ(Code("FENCE", "FENCE 3, 3"), "no operation");
  EXPECT_EQ(Code("INLINEASM", "INLINEASM &\"\", 25, 0, 0"), "no operation");
  EXPECT_EQ(Code("PseudoCALL", "PseudoCALL target-flags(riscv-call) @g"),
            "no operation");
  EXPECT_EQ(code("riscv64-linux-gnu", "", "LD", {NTA, 0},
                 "    liveins: $x10\n    $x11 = LD $x10, 0\n    PseudoRET\n"),
            "; -march= has no zicbop");
}

TEST_F(PrefetchTargetTest, AArch64OffsetsAreInTheInstructionWhereTheyFit) {
  auto Load = [&](int Offset, Hint H, StringRef Memory = "") {
    return aarch64("LDRXui", H,
                   ("    liveins: $x0\n    $x1 = LDRXui $x0, " + Twine(Offset) +
                    Memory + "\n    RET undef $lr, implicit $x1\n")
                       .str());
  };
  EXPECT_EQ(Load(1, {NTA, 64}), "PRFMui 1, $x0, 9\n; ");
  EXPECT_EQ(Load(0, {HintType::T1, 0}), "PRFMui 2, $x0, 0\n; ");
  EXPECT_EQ(Load(0, {HintType::T2, 0}), "PRFMui 4, $x0, 0\n; ");
  EXPECT_EQ(Load(0, {W, -256}), "PRFUMi 16, $x0, -256\n; ");
  EXPECT_EQ(Load(0, {T0, 255}), "PRFUMi 0, $x0, 255\n; ");
  EXPECT_EQ(Load(0, {T0, 32760}), "PRFMui 0, $x0, 4095\n; ");
  EXPECT_EQ(Load(0, {T0, 260}),
            "$x16 = ADDXri $x0, 260, 0\nPRFMui 0, killed $x16, 0\n; ");
  EXPECT_EQ(Load(0, {T0, 260}, " :: (load (s64), align 8)"),
            "PRFMui 0, $x0, 32\n; ");
  EXPECT_EQ(Load(0, {T0, -257}),
            "$x16 = SUBXri $x0, 257, 0\nPRFMui 0, killed $x16, 0\n; ");
  EXPECT_EQ(Load(0, {T0, 32768}),
            "$x16 = ADDXri $x0, 8, 12\nPRFMui 0, killed $x16, 0\n; ");
  EXPECT_EQ(Load(0, {T0, 4096 + 257}),
            "$x16 = ADDXri $x0, 1, 12\n$x16 = ADDXri killed $x16, 257, 0\n"
            "PRFMui 0, killed $x16, 0\n; ");
  EXPECT_EQ(Load(0, {T0, -4096 - 256}), "$x16 = SUBXri $x0, 1, 12\n"
                                        "PRFUMi 0, killed $x16, -256\n; ");
  EXPECT_EQ(Load(0, {T0, -16777215}),
            "$x16 = SUBXri $x0, 4095, 12\n$x16 = SUBXri killed $x16, 4095, 0\n"
            "PRFMui 0, killed $x16, 0\n; ");
  for (int64_t Delta : {int64_t(16777216), INT64_MIN, INT64_MAX})
    EXPECT_EQ(Load(0, {T0, Delta}),
              "; it is more than 16 MB from the base register");
  EXPECT_EQ(Load(1, {T0, INT64_MAX}),
            "; it is more than 16 MB from the base register");
}

TEST_F(PrefetchTargetTest, AArch64AddressesNeedAFreeRegister) {
  auto Full = [&](StringRef Operation, Hint H) {
    return aarch64("STR", H,
                   (AArch64Full + Operation + AArch64Uses + "\n").str());
  };
  EXPECT_EQ(Full("    STRXui $x1, $x0, 0\n", {NTA, 257}),
            "PRFMui 1, $x0, 32\n; no register is free to hold the address, so "
            "it is rounded down by up to 7 bytes");
  EXPECT_EQ(Full("    STRXui $x1, $x0, 0\n", {NTA, -264}),
            "; no register is free to hold the address");
  EXPECT_EQ(Full("    STRXroX $x1, $x0, $x2, 0, 1\n", {NTA, 8}),
            "; no register is free to hold the address");
  EXPECT_EQ(Full("    STRXroX $x1, $x0, $x2, 0, 1\n", {NTA, 0}),
            "PRFMroX 1, $x0, $x2, 0, 1\n; ");
}

TEST_F(PrefetchTargetTest, AArch64FormsHaveTheirAddress) {
  auto Code = [&](StringRef Operation, StringRef Text, Hint H = {NTA, 0}) {
    return aarch64(Operation, H,
                   ("    liveins: $x0, $x1, $x2, $q0, $z0, $p0\n    " + Text +
                    "\n    RET undef $lr\n")
                       .str());
  };
  EXPECT_EQ(Code("LDUR", "$w1 = LDURWi $x0, -5"), "PRFUMi 1, $x0, -5\n; ");
  EXPECT_EQ(Code("LDPX", "$x1, $x2 = LDPXi $x0, -2"), "PRFUMi 1, $x0, -16\n; ");
  EXPECT_EQ(Code("LDPSW", "$x1, $x2 = LDPSWi $x0, 2"), "PRFMui 1, $x0, 1\n; ");
  EXPECT_EQ(Code("STNP", "STNPQi $q0, $q0, $x0, 2"), "PRFMui 1, $x0, 4\n; ");
  EXPECT_EQ(Code("LDR", "early-clobber $x0, $w1 = LDRWpre $x0, 16"),
            "PRFMui 1, $x0, 2\n; ");
  EXPECT_EQ(Code("STP", "early-clobber $sp = STPXpre $x1, $x2, $sp, -2"),
            "PRFUMi 1, $sp, -16\n; ");
  EXPECT_EQ(Code("STR", "early-clobber $x0 = STRWpost $w1, $x0, 16", {NTA, 8}),
            "PRFMui 1, $x0, 1\n; ");
  EXPECT_EQ(Code("LD1", "$x0, $q0 = LD1Onev2d_POST $x0, $xzr"),
            "PRFMui 1, $x0, 0\n; ");
  EXPECT_EQ(Code("LDAPUR", "$x1 = LDAPURXi $x0, 3"), "PRFUMi 1, $x0, 3\n; ");
  EXPECT_EQ(Code("LDADD", "$x1 = LDADDALX $x1, $x0"), "PRFMui 1, $x0, 0\n; ");
  EXPECT_EQ(Code("CAS", "$x1 = CASALX $x1, $x2, $x0"), "PRFMui 1, $x0, 0\n; ");
  EXPECT_EQ(Code("STLXR", "$w2 = STLXRX $x1, $x0"),
            "; it could make the exclusive store fail");
  EXPECT_EQ(Code("LDRW", "$w1 = LDRWroX $x0, $x2, 0, 1"),
            "$x16 = ADDXrx64 $x0, $x2, 26\nPRFMui 1, killed $x16, 0\n; ");
  EXPECT_EQ(Code("LDRBB", "$w1 = LDRBBroX $sp, $x2, 1, 0"),
            "PRFMroX 1, $sp, $x2, 1, 0\n; ");
  EXPECT_EQ(Code("LDRSH", "$w1 = LDRSHWroW $x0, $w2, 1, 1", {W, -8}),
            "$x16 = ADDXrx $x0, $w2, 49\nPRFUMi 16, killed $x16, -8\n; ");
  EXPECT_EQ(Code("LDRQ", "$q0 = LDRQroW $x0, $w2, 0, 1", {NTA, 1 << 20}),
            "$x16 = ADDXrx $x0, $w2, 20\n$x16 = ADDXri killed $x16, 256, 12\n"
            "PRFMui 1, killed $x16, 0\n; ");
  EXPECT_EQ(Code("LDRW",
                 "$w1 = LDRWui $x0, target-flags(aarch64-pageoff, "
                 "aarch64-nc) @g",
                 {NTA, 64}),
            "$x16 = ADDXri $x0, target-flags(aarch64-pageoff, aarch64-nc) @g, "
            "0\nPRFMui 1, killed $x16, 8\n; ");
  EXPECT_EQ(Code("LDRX", "$x1 = LDRXui $x0, target-flags(aarch64-pageoff, "
                         "aarch64-got, aarch64-nc) @g"),
            "; only the linker knows the address");
  EXPECT_EQ(Code("LDRXl", "$x1 = LDRXl @g"),
            "; the address is relative to the program counter");
  EXPECT_EQ(Code("LD1W", "$z0 = LD1W $p0, $x0, $x1", {NTA, 8}),
            "$x16 = ADDXrx64 $x0, $x1, 26\nPRFMui 1, killed $x16, 1\n; ");
  EXPECT_EQ(Code("LD1W", "$z0 = LD1W_IMM $p0, $x0, 0"), "PRFMui 1, $x0, 0\n; ");
  EXPECT_EQ(Code("LD1W", "$z0 = LD1W_IMM $p0, $x0, 1"),
            "; the offset depends on the vector length");
  EXPECT_EQ(Code("LDR_Z", "$z0 = LDR_ZXI $x0, 1"),
            "; the offset depends on the vector length");
  EXPECT_EQ(Code("GLD1", "$z0 = GLD1D $p0, $x0, $z0"),
            "; the address is a vector");
  EXPECT_EQ(Code("PRFMui", "PRFMui 0, $x0, 4"), "a prefetch");
  EXPECT_EQ(Code("PRFB", "PRFB_PRI 0, $p0, $x0, 0"), "a prefetch");
  EXPECT_EQ(Code("DMB", "DMB 11"), "no operation");
  EXPECT_EQ(Code("ADDXri", "$x1 = ADDXri $x0, 1, 0"), "no operation");
  EXPECT_EQ(Code("BL", "BL @g, csr_aarch64_aapcs, implicit-def $lr"),
            "no operation");
}

TEST_F(PrefetchTargetTest, RegistersThatCallersCountOnStay) {
  // Callers rely on this function to change only x2 and x3.
  Options.EnableIPRA = true;
  EXPECT_EQ(aarch64("LDRXui", {NTA, 257},
                    "    liveins: $x0, $x2\n    $x1 = LDRXui $x0, 0\n"
                    "    $x3 = ADDXri $x2, 1, 0\n    $x2 = ADDXri $x2, 1, 0\n"
                    "    RET undef $lr, implicit $x1, implicit $x3\n"),
            "$x3 = ADDXri $x0, 257, 0\nPRFMui 1, killed $x3, 0\n; ");
}

TEST_F(PrefetchTargetTest, PrologueOnWindowsHasNone) {
  auto Code = [&](StringRef Triple, StringRef Flag) {
    return code(Triple, "", "STRXui", {NTA, 0},
                ("    liveins: $x0, $x1\n    " + Flag +
                 "STRXui $x1, $x0, 0\n    RET undef $lr\n")
                    .str());
  };
  constexpr StringLiteral Windows = "aarch64-pc-windows-msvc";
  EXPECT_EQ(Code(Windows, "frame-setup "),
            "; Windows' unwinder counts the instructions there");
  EXPECT_EQ(Code(Windows, ""), "PRFMui 1, $x0, 0\n; ");
  EXPECT_EQ(Code("aarch64-linux-gnu", "frame-setup "),
            "frame-setup PRFMui 1, $x0, 0\n; ");
}

TEST_F(PrefetchTargetTest, ReservedRegistersStay) {
  EXPECT_EQ(code("aarch64-linux-gnu", "+reserve-x15", "LDRXui", {NTA, 4099},
                 "    liveins: $x0, $x16, $x17\n    $x1 = LDRXui $x0, 0\n    "
                 "RET undef $lr, implicit $x1, implicit $x16, implicit $x17\n"),
            "$x14 = ADDXri $x0, 1, 12\nPRFUMi 1, killed $x14, 3\n; ");
  EXPECT_EQ(code("riscv64-linux-gnu", "+zicbop,+reserve-x31", "LD", {NTA, 8},
                 "    liveins: $x10\n    $x11 = LD $x10, 0\n    PseudoRET\n"),
            "$x30 = ADDI $x10, 8\nPREFETCH_R killed $x30, 0\n; ");
}

} // namespace
