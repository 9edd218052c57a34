-- An event over time, in steps of {step} seconds, of all builds.
SELECT time - time % {step} AS start, sum(count) AS total,
       count(DISTINCT host) AS hosts
FROM counts
WHERE event = '{event}'
GROUP BY start
ORDER BY start
