# All the ways in which hints can change under ccache; $1 as of ccache-cases.sh.
set -e
by_env=$1
rm -rf ccache
export CCACHE_DIR=$PWD/ccache CCACHE_SLOPPINESS=include_file_mtime,include_file_ctime
hints() { printf 'sum:0:0\n 3: 0 __prefetch_nta_0:%s\n' "$1"; }
# compile <distance or -> <hit|miss> <compiler arguments...>
compile() {
  distance=$1 wanted=$2
  shift 2
  rm -f stats
  CCACHE_STATSLOG=stats ccache udpc-clang -O1 -c sum.c -MD -o sum.o "$@"
  grep -qx cache_miss stats && got=miss || got=hit
  found=$(llvm-objdump -d --no-show-raw-insn sum.o | sed -n 's/.*prefetchnta\s*0x\([0-9a-f]*\)(.*/\1/p')
  [ "${found:--}" = "$distance" ] && { [ "$wanted" = any ] || [ "$got" = "$wanted" ]; } && return
  echo "hints of UDPC_PREFETCH_HINTS='$UDPC_PREFETCH_HINTS' $*: expected $distance ($wanted), got ${found:--} ($got)"
  exit 1
}
hints 256 >one.afdo
hints 512 >two.afdo
compile - miss
export UDPC_PREFETCH_HINTS=$PWD/one.afdo
compile 100 miss
compile 100 $by_env
compile - miss -fno-udpc
export UDPC_PREFETCH_HINTS=$PWD/two.afdo
compile 200 miss
unset UDPC_PREFETCH_HINTS
compile - $by_env
compile 100 miss -fudpc-prefetch-hints=one.afdo
compile 100 hit -fudpc-prefetch-hints=one.afdo
compile 200 miss -fudpc-prefetch-hints=two.afdo
hints 1024 >one.afdo
compile 400 miss -fudpc-prefetch-hints=one.afdo
export UDPC_PREFETCH_HINTS=$PWD/one.afdo
compile 400 miss
unset UDPC_PREFETCH_HINTS
hints 256 >one.afdo
compile 100 hit -fudpc-prefetch-hints=one.afdo
# A spec by flag shuts the environment out, so nothing can change behind ccache.
printf 'version: 1\nevents:\n- event: e\n  entry: sum\n' >spec.yaml
compile - miss -fudpc-spec=spec.yaml
UDPC_PREFETCH_HINTS=$PWD/one.afdo compile - hit -fudpc-spec=spec.yaml
compile 100 miss -fudpc-spec=spec.yaml -fudpc-prefetch-hints=one.afdo
