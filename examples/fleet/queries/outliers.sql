-- What a run has of an event on each host, relative to all hosts; those that
-- differ the most first.
SELECT host, runs,
       round(total * 1.0 / runs, 3) AS per_run,
       round(total * 1.0 / runs * all_runs / all_total, 3) AS ratio
FROM (SELECT host,
             sum(CASE WHEN event = '{event}' THEN count ELSE 0 END) AS total,
             sum(CASE WHEN event = '(runs)' THEN count ELSE 0 END) AS runs
      FROM counts
      WHERE build = '{build}'
      GROUP BY host)
CROSS JOIN
     (SELECT sum(CASE WHEN event = '{event}' THEN count ELSE 0 END) AS all_total,
             sum(CASE WHEN event = '(runs)' THEN count ELSE 0 END) AS all_runs
      FROM counts
      WHERE build = '{build}')
WHERE runs > 0
ORDER BY abs(ratio - 1) DESC, host
LIMIT {limit}
