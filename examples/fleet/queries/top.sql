-- The functions of a build that have the most of an event, over all hosts.
SELECT function, file, sum(count) AS total, count(DISTINCT host) AS hosts
FROM counts
WHERE event = '{event}' AND build = '{build}'
GROUP BY function, file
ORDER BY total DESC, function, file
LIMIT {limit}
