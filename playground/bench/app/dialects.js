/**
 * What the databases write differently when they fill a table by themselves. Moments count in milliseconds; where
 * `afterLoad` has nothing, such a server gathers no statistics by itself either.
 */
const literal = (start) => `'${new Date(start).toISOString().replace('T', ' ').replace('Z', '')}'`;

module.exports = {
  sqlite: {
    numbers: (from, to) =>
      `(WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to}) SELECT i FROM n)`,
    moment: (start, milliseconds) => `${Math.round(start)} + ${milliseconds}`,
    json: (text) => text,
    random64: () => 'lower(hex(randomblob(32)))',
    // Scattered as random ones are, yet the same for the same number.
    uuid: (number) =>
      `printf('%08x-%04x-4%03x-a%03x-%012x', ((${number}) * 2654435761) % 4294967296, (${number}) % 65536,
        (${number}) % 4096, (${number}) % 4093, (${number}) * 40503)`,
    afterLoad: [],
  },
  postgres: {
    numbers: (from, to) => `(SELECT i FROM generate_series(${from}::bigint, ${to}) AS series(i))`,
    moment: (start, milliseconds) =>
      `timestamp ${literal(start)} + (${milliseconds}) * interval '1 millisecond'`,
    json: (text) => `CAST(${text} AS jsonb)`,
    random64: () => 'md5(random()::text) || md5(random()::text)',
    uuid: (number) => `md5((${number})::text)::uuid::text`,
    // Autovacuum does both after so many inserts.
    afterLoad: ['VACUUM (ANALYZE) consent_records', 'VACUUM (ANALYZE) consent_daily_counts'],
  },
  mysql: {
    numbers: (from, to) => `(SELECT seq AS i FROM seq_${from}_to_${to})`,
    moment: (start, milliseconds) => `timestampadd(MICROSECOND, (${milliseconds}) * 1000, ${literal(start)})`,
    json: (text) => text,
    random64: () => 'sha2(concat(rand(), rand()), 256)',
    uuid: (number) =>
      `insert(insert(insert(insert(md5(${number}), 9, 0, '-'), 14, 0, '-'), 19, 0, '-'), 24, 0, '-')`,
    // InnoDB does so when a tenth of a table has changed.
    afterLoad: ['ANALYZE TABLE consent_records', 'ANALYZE TABLE consent_daily_counts'],
  },
};
