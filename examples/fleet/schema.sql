-- The rows of udpc (docs/fleet.md#rows) in ClickHouse. `fleet` is the cluster of
-- <remote_servers> in the servers' configuration. Run on each shard:
--
--   clickhouse-client --multiquery < schema.sql
--
-- For versions before 20, whose engines have their keys as parameters:
-- schema-18.sql.
CREATE TABLE IF NOT EXISTS counts_local
(
    time UInt32, batch String, host String, program String, build String,
    module String, event String, command String, kind String, file String,
    line UInt32, col UInt32, function String, thread Int64, count Int64,
    copies UInt64 DEFAULT 1,
    day Date DEFAULT toDate(time)
)
ENGINE = SummingMergeTree((count, copies))
PARTITION BY toYYYYMM(day)
ORDER BY (event, build, time, batch, host, program, module, command, kind, file,
          line, col, function, thread, day);

-- A batch goes to one shard, whoever sends it.
CREATE TABLE IF NOT EXISTS counts_all AS counts_local
ENGINE = Distributed(fleet, currentDatabase(), counts_local, cityHash64(batch));

-- What the queries ask: each batch once, however often it was sent.
CREATE VIEW IF NOT EXISTS counts AS
SELECT time, batch, host, program, build, module, event, command, kind, file,
       line, col, function, thread, intDiv(sum(count), sum(copies)) AS count
FROM counts_all
GROUP BY time, batch, host, program, build, module, event, command, kind, file,
         line, col, function, thread;
