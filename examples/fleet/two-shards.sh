#!/bin/bash
# Starts two ClickHouse servers on this machine, the cluster `fleet` of two
# shards, in the folder $1, with the schema. Prints the HTTP ports. They end with
# `kill $(cat $1/*/pid)`.
set -eu
folder=$1
PATH=$PATH:/usr/sbin
here=$(cd "$(dirname "$0")" && pwd)
first=${2:-18123}

config() { # shard
  local http=$((first + 10 * $1)) tcp=$((first + 10 * $1 + 1)) inter=$((first + 10 * $1 + 2))
  mkdir -p "$folder/$1/data" "$folder/$1/tmp"
  cat > "$folder/$1/users.xml" << EOF
<yandex>
  <profiles><default><max_memory_usage>2000000000</max_memory_usage></default></profiles>
  <users><default><password></password><networks><ip>::1</ip><ip>127.0.0.1</ip></networks>
    <profile>default</profile><quota>default</quota></default></users>
  <quotas><default></default></quotas>
</yandex>
EOF
  cat > "$folder/$1/config.xml" << EOF
<yandex>
  <listen_host>127.0.0.1</listen_host>
  <http_port>$http</http_port>
  <tcp_port>$tcp</tcp_port>
  <interserver_http_port>$inter</interserver_http_port>
  <path>$folder/$1/data/</path>
  <tmp_path>$folder/$1/tmp/</tmp_path>
  <mark_cache_size>100000000</mark_cache_size>
  <users_config>$folder/$1/users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  <logger><level>warning</level><log>$folder/$1/log</log></logger>
  <remote_servers><fleet>
    <shard><replica><host>127.0.0.1</host><port>$((first + 1))</port></replica></shard>
    <shard><replica><host>127.0.0.1</host><port>$((first + 11))</port></replica></shard>
  </fleet></remote_servers>
</yandex>
EOF
  echo "$http"
}

start() { # shard
  clickhouse-server --config-file="$folder/$1/config.xml" > "$folder/$1/out" 2>&1 &
  echo $! > "$folder/$1/pid"
  for _ in $(seq 600); do
    clickhouse-client --port=$((first + 10 * $1 + 1)) --query='SELECT 1' > /dev/null 2>&1 && return
    kill -0 "$(cat "$folder/$1/pid")" 2> /dev/null || break
    sleep 0.1
  done
  echo "two-shards.sh: server $1 did not start; see $folder/$1/log" >&2
  exit 1
}

if [ "${3:-}" ]; then # Starts one of them again.
  start "$3"
  exit
fi
config 0
config 1
for shard in 0 1; do
  start $shard
  clickhouse-client --port=$((first + 10 * shard + 1)) --multiquery < "$here/schema.sql"
done
