-- schema.sql for ClickHouse 18, which Debian 12 has.
CREATE TABLE IF NOT EXISTS counts_local
(
    time UInt32, batch String, host String, program String, build String,
    module String, event String, command String, kind String, file String,
    line UInt32, col UInt32, function String, thread Int64, count Int64,
    copies UInt64 DEFAULT 1,
    day Date DEFAULT toDate(time)
)
ENGINE = SummingMergeTree(day,
    (event, build, time, batch, host, program, module, command, kind, file,
     line, col, function, thread, day), 8192, (count, copies));

CREATE TABLE IF NOT EXISTS counts_all AS counts_local
ENGINE = Distributed(fleet, default, counts_local, cityHash64(batch));

CREATE VIEW IF NOT EXISTS counts AS
SELECT time, batch, host, program, build, module, event, command, kind, file,
       line, col, function, thread, intDiv(sum(count), sum(copies)) AS count
FROM counts_all
GROUP BY time, batch, host, program, build, module, event, command, kind, file,
         line, col, function, thread;
