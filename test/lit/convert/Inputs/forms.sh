# Links a.c in the current folder in several ways, and makes spec.yaml, with the
# offset of the instruction that only its assembly has.
set -e
PATH=$1:$PATH
link() { clang -O2 -g -gdwarf-4 a.c -pthread -rdynamic "$@"; }
link -pie -fPIE -Wl,--build-id -o pie
link -no-pie -o no-pie
link -pie -fPIE -fuse-ld=lld -o lld
link -pie -fPIE -fuse-ld=lld -Wl,-z,pack-relative-relocs -o relr
# Segments of 2 MB, as for huge pages, and no room in the dynamic section.
link -pie -fPIE -fuse-ld=lld -Wl,-z,max-page-size=2097152 -Wl,-z,now -o tight
llvm-objcopy --only-keep-debug pie pie.debug
llvm-objcopy --strip-all --add-gnu-debuglink=pie.debug pie debug
llvm-strip pie -o stripped
offset=$(printf %d 0x$(llvm-objdump -d --no-show-raw-insn --disassemble-symbols=work pie |
  grep "leaq.*(%rax,%rax)" | sed 's/^ *\([0-9a-f]*\):.*/\1/'))
start=$(printf %d 0x$(llvm-nm pie | sed -n 's/ T work$//p'))
cat > spec.yaml <<END
version: 1
events:
  - {event: calls, entry: "[fg]"}
  - {event: returns, return: "[fg]"}
  - {event: loop, offset: "work+$((offset - start))"}
  - {event: started, entry: work}
END
