-- The rows of udpc (docs/fleet.md#rows) in ClickHouse. `fleet` is the cluster of
-- <remote_servers> in the servers' configuration. Run on each shard:
--
--   clickhouse-client --multiquery < schema.sql
CREATE TABLE IF NOT EXISTS counts_local
(
    time UInt32, batch String, host String, program String, build String,
    module String, event String, command String, kind String, file String,
    line UInt32, col UInt32, function String, thread Int64, count Int64,
    copies UInt64 MATERIALIZED 1,
    day Date MATERIALIZED toDate(toDateTime(time))
)
ENGINE = SummingMergeTree((count, copies))
PARTITION BY toYYYYMM(day)
ORDER BY (event, build, time, batch, host, program, module, command, kind, file,
          line, col, function, thread, day);

-- Where rows are inserted. A batch goes to one shard, whoever sends it.
CREATE TABLE IF NOT EXISTS counts_all
(
    time UInt32, batch String, host String, program String, build String,
    module String, event String, command String, kind String, file String,
    line UInt32, col UInt32, function String, thread Int64, count Int64
)
ENGINE = Distributed(fleet, currentDatabase(), counts_local, cityHash64(batch));

-- The same to read, with the column that the servers add.
CREATE TABLE IF NOT EXISTS counts_copies
(
    time UInt32, batch String, host String, program String, build String,
    module String, event String, command String, kind String, file String,
    line UInt32, col UInt32, function String, thread Int64, count Int64,
    copies UInt64
)
ENGINE = Distributed(fleet, currentDatabase(), counts_local);

-- What the queries ask: each batch once, however often it was sent.
CREATE VIEW IF NOT EXISTS counts AS
SELECT time, batch, host, program, build, module, event, command, kind, file,
       line, col, function, thread, intDiv(sum(count), sum(copies)) AS count
FROM counts_copies
GROUP BY time, batch, host, program, build, module, event, command, kind, file,
         line, col, function, thread;
