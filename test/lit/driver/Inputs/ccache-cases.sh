# All the ways in which a spec can change under ccache. $1: in direct mode a
# spec by flag hits, one by environment hits by its preprocessed text, but in
# depend mode there is no such text: "any".
set -e
by_env=$1
case="sh $(dirname "$0")/ccache-case.sh"
rm -rf ccache
export CCACHE_DIR=$PWD/ccache CCACHE_SLOPPINESS=include_file_mtime,include_file_ctime
spec() { printf 'version: 1\nevents:\n- event: %s\n  entry: step\n' "$1"; }
spec first >one.yaml
spec second >two.yaml
$case - miss
UDPC_SPEC=$PWD/one.yaml $case first miss
UDPC_SPEC=$PWD/one.yaml $case first $by_env
UDPC_SPEC=$PWD/two.yaml $case second miss
$case - $by_env
UDPC_SPEC=$PWD/one.yaml $case - miss -fno-udpc
$case first miss -fudpc-spec=one.yaml
$case first hit -fudpc-spec=one.yaml
$case second miss -fudpc-spec=two.yaml
spec third >one.yaml
$case third miss -fudpc-spec=one.yaml
UDPC_SPEC=$PWD/one.yaml $case third miss
spec first >one.yaml
$case first hit -fudpc-spec=one.yaml
