/** Evidence as six years of visitors leave it: records, the snapshots that they refer to, and the daily counts. */
const { createHash, randomUUID } = require('node:crypto');
const { setImmediate } = require('node:timers/promises');
const { getConsentConfig } = require('@permesso/plugin-consent/server');

const DAY = 86_400_000;
const MONTH = 30.4375 * DAY;
/** Twice the retention of 36 months: the older half is past it. */
const MONTHS = 72;
/** Something was published so many times since. */
const PUBLICATIONS = 24;
const LOCALES = ['en', 'de'];
/** Records of one transaction. */
const BATCH = 1000;
/** Beyond so many PostgreSQL copies what it has: to write a hundred million one by one takes hours. */
const MOST_WRITTEN = 10_000_000;

/** What a database's own upkeep would have done by then. */
const UPKEEP = {
  sqlite: [],
  postgres: [
    'VACUUM (ANALYZE) consent_evidence_records',
    'VACUUM (ANALYZE) consent_evidence_decision_counts',
  ],
  mysql: ['ANALYZE TABLE consent_evidence_records'],
};

/**
 * Stores `count` records, evenly over the months, oldest first.
 *
 * @param input.user document id of the user whom one in a hundred records belongs to
 */
exports.fill = async (strapi, { count: wanted, user }) => {
  const copies = strapi.db.dialect.client === 'postgres' ? Math.ceil(wanted / MOST_WRITTEN) - 1 : 0;
  const count = Math.ceil(wanted / (copies + 1));
  const store = strapi.plugin('consent').service('evidence');
  const start = Date.now() - MONTHS * MONTH;
  const publications = await publish(strapi, store, start);
  const visitors = Array.from({ length: Math.ceil(count / 3) }, () => randomUUID());
  for (let from = 0; from < count; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => {
      const i = from + n;
      const at = new Date(start + Math.floor((i * MONTHS * MONTH) / count));
      return recordOf(i, at, {
        visitors,
        user,
        publication: publications[Math.floor((i * PUBLICATIONS) / count)],
      });
    });
    for (const { reason } of await store.append(batch)) if (reason) throw reason;
    // SQLite answers at once, and what its driver holds is let go between turns of the event loop alone.
    await setImmediate();
  }
  if (copies > 0) await copyMonths(strapi.db.connection, copies, user);
  // As the server does each night.
  await store.counts.fold(new Date());
  for (const statement of UPKEEP[strapi.db.dialect.client]) await strapi.db.connection.raw(statement);
};

/** Adds to each month what it holds so many times more, of other visitors: all but those of `user`. */
async function copyMonths(connection, copies, user) {
  const anew = {
    // The time that begins an id, and its version, stay.
    id: '(left(id::text, 15) || right(gen_random_uuid()::text, 21))::uuid',
    consent_id: 'md5(copy || consent_id)::uuid::text',
    replaces: 'md5(copy || replaces)::uuid::text',
    account: 'case when account = :user then account else left(md5(copy || account), 24) end',
  };
  const columns = Object.keys(await connection('consent_evidence_records').columnInfo());
  const values = columns.map((column) => anew[column] ?? column);
  const { rows } = await connection.raw(
    "select inhrelid::regclass::text as month from pg_inherits where inhparent = 'consent_evidence_records'::regclass",
  );
  for (const { month } of rows) {
    await connection.raw(
      `insert into :month: (${columns}) select ${values} from :month: cross join generate_series(1, :copies) as copy`,
      { month, copies, user },
    );
  }
}

/** The snapshots of each publication in each locale; the last publication is what the server serves. */
async function publish(strapi, store, start) {
  const { jurisdiction: _, ...served } = await getConsentConfig(strapi, {});
  const environment = strapi.config.get('environment');
  const publications = [];
  for (let number = 0; number < PUBLICATIONS; number++) {
    const then = new Date(start + (number * MONTHS * MONTH) / PUBLICATIONS);
    const last = number === PUBLICATIONS - 1;
    const old = Object.keys(served.versions).map((name) => [name, sha(name, number).slice(0, 8)]);
    const versions = last ? served.versions : Object.fromEntries(old);
    const hashes = {};
    for (const locale of LOCALES) {
      hashes[locale] = await store.snapshots.keep({ ...served, versions, locale }, environment, then);
    }
    publications.push({ versions, hashes });
  }
  return publications;
}

const sha = (...parts) => createHash('sha256').update(parts.join(' ')).digest('hex');

/** Four in ten accept everything, four refuse everything, two choose. */
const CHOICES = [...Array(4).fill([1, 1, 1]), ...Array(4).fill([0, 0, 0]), [0, 1, 0], [1, 0, 0]].map(
  ([analytics, functional, marketing]) => ({
    analytics: analytics === 1,
    functional: functional === 1,
    marketing: marketing === 1,
  }),
);

const COUNTRIES = [
  ...Array(9).fill('DE'),
  ...Array(4).fill('FR'),
  ...Array(3).fill('IT'),
  ...Array(3).fill('US'),
];

const SOURCES = [
  ...Array(40).fill('banner'),
  ...Array(6).fill('preferences'),
  'gpc',
  'withdraw',
  'implicit',
  'api',
];

/** The decision of this number: each visitor decides three times, and a quarter of them is signed in. */
function recordOf(i, at, { visitors, user, publication }) {
  const visitor = i % visitors.length;
  const country = COUNTRIES[visitor % 20] ?? null;
  const locale = visitor % 3 === 2 ? 'de' : 'en';
  const source = SOURCES[i % 50];
  return {
    consentId: visitors[visitor],
    replaces: source === 'withdraw' ? randomUUID() : null,
    decisions: CHOICES[((i * 7919) % 101) % 10],
    source,
    model: country === 'US' ? 'opt-out' : 'opt-in',
    country,
    region: visitor % 20 === 16 ? 'US-CA' : null,
    gpc: source === 'gpc',
    locale,
    ...publication.versions,
    snapshot: publication.hashes[locale],
    decidedAt: at,
    expiresAt: new Date(at.getTime() + 12 * MONTH),
    userAgentFamily: null,
    device: i % 3 === 0 ? 'desktop' : 'phone',
    user:
      i % 100 === 0 ? user : visitor % 4 === 0 ? visitors[visitor].replaceAll('-', '').slice(0, 24) : null,
    fingerprint: null,
    networks: [],
    createdAt: at,
  };
}
