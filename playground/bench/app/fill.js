/** A database as six years of visitors leave it: records, the snapshots that they refer to, and the daily counts. */
const { createHash } = require('node:crypto');
const { getConsentConfig } = require('@permesso/plugin-consent/server');
const dialects = require('./dialects');

const DAY = 86_400_000;
const MONTH = 30.4375 * DAY;
/** Twice the retention of 36 months: the older half is past it. */
const MONTHS = 72;
/** Something was published so many times since. */
const PUBLICATIONS = 24;
const LOCALES = ['en', 'de'];
/** Rows of one statement: a commit's worth, as the batch writer's are, would take all day. */
const BATCH = 50_000;

/**
 * Replaces what is there by `count` records, evenly over the months, oldest first.
 *
 * @param input.user document id of the user whom one in a hundred records belongs to
 */
exports.fill = async (strapi, { count, user }) => {
  const db = strapi.db.connection;
  const dialect = dialects[strapi.db.dialect.client];
  const start = Date.now() - MONTHS * MONTH;
  await db('consent_records').truncate();
  const publications = await publish(strapi, start);
  const columns = recordColumns(dialect, { count, user, start, publications });
  const names = Object.keys(columns);
  for (let from = 0; from < count; from += BATCH) {
    const numbers = dialect.numbers(from, Math.min(count, from + BATCH) - 1);
    const visits = `SELECT i, i % ${visitorsOf(count)} AS visitor FROM ${numbers} AS numbers`;
    await db.raw(
      `INSERT INTO consent_records (${names.map(() => '??').join(', ')})
       SELECT ${Object.values(columns).join(', ')} FROM (${visits}) AS visits ORDER BY i`,
      names,
    );
  }
  await fillDays(db, start, count);
  for (const statement of dialect.afterLoad) await db.raw(statement);
};

/** Each visitor decides three times. */
const visitorsOf = (count) => Math.ceil(count / 3);

/** The snapshots of each publication in each locale; the last publication is what the server serves. */
async function publish(strapi, start) {
  const db = strapi.db.connection;
  const { versions, locale } = await getConsentConfig(strapi, {});
  const current = await db('consent_snapshots')
    .where({ policy_version: versions.policyVersion, visitor_locale: locale })
    .first();
  await db('consent_snapshots').whereNot('hash', current.hash).delete();
  const served = typeof current.content === 'string' ? JSON.parse(current.content) : current.content;
  const publications = [];
  for (let number = 0; number < PUBLICATIONS - 1; number++) {
    const then = new Date(start + (number * MONTHS * MONTH) / PUBLICATIONS);
    const old = Object.fromEntries(
      Object.keys(versions).map((name) => [name, sha(name, number).slice(0, 8)]),
    );
    const hashes = LOCALES.map((visitorLocale) => sha(visitorLocale, number));
    await db('consent_snapshots').insert(
      hashes.map((hash, i) => ({
        document_id: hash.slice(0, 24),
        hash,
        policy_version: old.policyVersion,
        visitor_locale: LOCALES[i],
        content: JSON.stringify({ ...served, versions: old, locale: LOCALES[i] }),
        created_at: then,
        updated_at: then,
        published_at: then,
      })),
    );
    publications.push({ versions: old, hashes });
  }
  return [...publications, { versions, hashes: LOCALES.map(() => current.hash) }];
}

const sha = (...parts) => createHash('sha256').update(parts.join(' ')).digest('hex');

/** What stands in each column, as SQL over `i`, the number of the decision, and `visitor`. */
function recordColumns(dialect, { count, user, start, publications }) {
  const step = Math.floor((MONTHS * MONTH) / count);
  const createdAt = dialect.moment(start, `i * ${step}`);
  const publication = `floor(i * ${PUBLICATIONS} / ${count})`;
  const locale = pick('visitor % 3', ['en', 'en', 'de']);
  const version = (name) =>
    pick(
      publication,
      publications.map(({ versions }) => versions[name]),
    );
  const consentId = dialect.uuid('visitor');
  // Four in ten accept everything, four refuse everything, two choose.
  const decisions = [...Array(4).fill([1, 1, 1]), ...Array(4).fill([0, 0, 0]), [0, 1, 0], [1, 0, 0]].map(
    ([analytics, functional, marketing]) => ({ analytics, functional, marketing }),
  );
  const decided = (write) => pick('(i * 7919) % 101 % 10', decisions.map(write));
  return {
    document_id: `substr(${dialect.random64()}, 1, 24)`,
    consent_id: consentId,
    replaces: `CASE WHEN i % 50 = 47 THEN ${dialect.uuid(`visitor + ${count}`)} END`,
    decisions: dialect.json(
      decided((choice) =>
        JSON.stringify(Object.fromEntries(Object.entries(choice).map(([k, v]) => [k, v === 1]))),
      ),
    ),
    granted_categories: dialect.json(
      decided((choice) => JSON.stringify(Object.keys(choice).filter((key) => choice[key]))),
    ),
    choices: decided(
      (choice) =>
        `|${Object.entries(choice)
          .map((pair) => pair.join('='))
          .join('|')}|`,
    ),
    source: `CASE WHEN i % 50 < 40 THEN 'banner' WHEN i % 50 < 46 THEN 'preferences'
      ELSE ${pick('i % 50', { 46: 'gpc', 47: 'withdraw', 48: 'implicit', 49: 'api' })} END`,
    model: `CASE WHEN visitor % 20 IN (16, 17, 18) THEN 'opt-out' ELSE 'opt-in' END`,
    country: `CASE WHEN visitor % 20 < 9 THEN 'DE' WHEN visitor % 20 < 13 THEN 'FR' WHEN visitor % 20 < 16 THEN 'IT'
      WHEN visitor % 20 < 19 THEN 'US' END`,
    region: `CASE WHEN visitor % 20 = 16 THEN 'US-CA' END`,
    gpc: `CASE WHEN i % 50 = 46 THEN true ELSE false END`,
    visitor_locale: locale,
    policy_version: version('policyVersion'),
    categories_version: version('categoriesVersion'),
    trackers_version: version('trackersVersion'),
    documents_version: version('documentsVersion'),
    snapshot: `CASE ${locale} ${LOCALES.map(
      (name, i) =>
        `WHEN '${name}' THEN ${pick(
          publication,
          publications.map(({ hashes }) => hashes[i]),
        )}`,
    ).join(' ')} END`,
    decided_at: createdAt,
    expires_at: dialect.moment(start, `i * ${step} + ${Math.round(12 * MONTH)}`),
    // A quarter of the visitors is signed in.
    user: `CASE WHEN i % 100 = 0 THEN '${user}'
      WHEN visitor % 4 = 0 THEN substr(replace(${consentId}, '-', ''), 1, 24) END`,
    fingerprint: dialect.random64(),
    created_at: createdAt,
    updated_at: createdAt,
    published_at: createdAt,
  };
}

/** `values[expression]`, in SQL. */
const pick = (expression, values) =>
  `CASE ${expression} ${Object.entries(values)
    .map(([key, value]) => `WHEN ${key} THEN '${value}'`)
    .join(' ')} END`;

/** The counts that the records of each day would have left. */
async function fillDays(db, start, count) {
  await db('consent_daily_counts').truncate();
  const shares = [
    ['decisions', 'all', 1],
    ['model', 'opt-in', 0.85],
    ['model', 'opt-out', 0.15],
    ...[
      ['DE', 0.45],
      ['FR', 0.2],
      ['IT', 0.15],
      ['US', 0.15],
    ].map((country) => ['country', ...country]),
    ...['analytics', 'functional', 'marketing'].flatMap((key) => [
      ['granted', key, 0.45],
      ['refused', key, 0.55],
    ]),
  ];
  const days = Math.ceil((MONTHS * MONTH) / DAY);
  const rows = [];
  for (let day = 0; day <= days; day++) {
    const moment = new Date(start + day * DAY);
    for (const [dimension, subject, share] of shares) {
      rows.push({
        document_id: sha(dimension, subject, day).slice(0, 24),
        day: moment.toISOString().slice(0, 10),
        dimension,
        subject,
        total: Math.max(1, Math.round((count / days) * share)),
        created_at: moment,
        updated_at: moment,
        published_at: moment,
      });
    }
  }
  await db.batchInsert('consent_daily_counts', rows, 500);
}
