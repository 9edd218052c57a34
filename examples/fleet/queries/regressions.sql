-- What functions have of an event in a run, on average, in two builds; those
-- that have become the most dearer first.
SELECT function,
       round(old_count * 1.0 / old_runs, 3) AS old_per_run,
       round(new_count * 1.0 / new_runs, 3) AS new_per_run,
       round(new_count * 1.0 / new_runs - old_count * 1.0 / old_runs, 3) AS change
FROM (SELECT function,
             sum(CASE WHEN build = '{old}' THEN count ELSE 0 END) AS old_count,
             sum(CASE WHEN build = '{build}' THEN count ELSE 0 END) AS new_count
      FROM counts
      WHERE event = '{event}' AND (build = '{old}' OR build = '{build}')
      GROUP BY function)
CROSS JOIN
     (SELECT sum(CASE WHEN build = '{old}' THEN count ELSE 0 END) AS old_runs,
             sum(CASE WHEN build = '{build}' THEN count ELSE 0 END) AS new_runs
      FROM counts
      WHERE event = '(runs)')
ORDER BY change DESC, function
LIMIT {limit}
