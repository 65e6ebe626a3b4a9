/** What a benchmark asks of the server beside requests; each answers over the channel to the parent process. */
const { purgeExpiredRecords, getPluginOptions } = require('@permesso/plugin-consent/server');

const ADMIN = { email: 'bench@example.com', password: 'Bench-2026-local' };
const DAY = 86_400_000;

module.exports = (strapi) => ({
  memory: () => process.memoryUsage().rss,

  /** Somebody who may see everything in the admin, and somebody who is signed in on the site. */
  async people() {
    const role = await strapi.service('admin::role').getSuperAdmin();
    await strapi.service('admin::user').create({
      ...ADMIN,
      firstname: 'Bench',
      registrationToken: null,
      isActive: true,
      roles: role ? [role.id] : [],
    });
    const users = strapi.plugin('users-permissions');
    const user = await users.service('user').add({
      username: 'visitor',
      email: 'visitor@example.com',
      password: 'Visitor-2026',
      provider: 'local',
      confirmed: true,
      blocked: false,
    });
    return { admin: ADMIN, jwt: users.service('jwt').issue({ id: user.id }), user: user.documentId };
  },

  /** Writes `count` records, the older half of them past their retention, and the daily counts of three years. */
  async fill({ count, user }) {
    const db = strapi.db.connection;
    await db('consent_records').delete();
    await db('consent_daily_counts').delete();
    const now = Date.now();
    // Newest first, spread over twice the retention of 36 months: the older half is past it.
    const step = Math.floor((72 * 30.4375 * DAY) / count);
    await db.raw(
      `INSERT INTO consent_records (document_id, consent_id, decisions, granted_categories, source, model, country,
         gpc, visitor_locale, policy_version, categories_version, trackers_version, documents_version, decided_at,
         expires_at, fingerprint, choices, user, created_at, updated_at, published_at)
       WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ? - 1)
       SELECT lower(hex(randomblob(12))), lower(hex(randomblob(16))), '{"analytics":true,"marketing":false}',
         '["analytics"]', CASE i % 3 WHEN 0 THEN 'banner' WHEN 1 THEN 'preferences' ELSE 'api' END, 'opt-in',
         CASE i % 4 WHEN 0 THEN 'DE' WHEN 1 THEN 'FR' WHEN 2 THEN 'US' ELSE 'IT' END, 0, 'en', 'aaaaaaaa', 'bbbbbbbb',
         'cccccccc', 'dddddddd', ? - i * ?, ? - i * ? + 15778800000, lower(hex(randomblob(32))),
         '|analytics=1|marketing=0|', CASE WHEN i % 100 = 0 THEN ? END, ? - i * ?, ? - i * ?, ? - i * ? FROM n`,
      [count, now, step, now, step, user, now, step, now, step, now, step],
    );
    await fillDays(db, now);
    await db.raw('ANALYZE');
  },

  /** Deletes what is past its retention; answers how many and how long it took, in milliseconds. */
  async purge() {
    const started = performance.now();
    const { deleted } = await purgeExpiredRecords(strapi, getPluginOptions(strapi));
    return { deleted, ms: performance.now() - started };
  },
});

async function fillDays(db, now) {
  const subjects = [
    ['decisions', 'all'],
    ['model', 'opt-in'],
    ...['DE', 'FR', 'US', 'IT'].map((country) => ['country', country]),
    ...['functional', 'analytics', 'marketing'].flatMap((key) => [
      ['granted', key],
      ['refused', key],
    ]),
  ];
  const rows = [];
  for (let day = 0; day < 3 * 365; day++) {
    const date = new Date(now - day * DAY).toISOString().slice(0, 10);
    for (const [dimension, subject] of subjects) {
      rows.push({
        document_id: `d${rows.length}`,
        day: date,
        dimension,
        subject,
        total: 900,
        created_at: now,
      });
    }
  }
  await db.batchInsert('consent_daily_counts', rows, 50);
}
