/** What a benchmark asks of the server beside requests; each answers over the channel to the parent process. */
const {
  purgeExpiredRecords,
  getPluginOptions,
  getConsentConfig,
} = require('@permesso/plugin-consent/server');
const { fill } = require('./fill');
const { fillContent, sweepAnew, sweepState } = require('./fill-content');
const { fillCounts } = require('./fill-counts');

const ADMIN = { email: 'bench@example.com', password: 'Bench-2026-local' };

module.exports = (strapi) => ({
  /** What the process keeps, in bytes: without its garbage, which it collects when it likes. */
  memory() {
    global.gc();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  },

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

  fill: (input) => fill(strapi, input),

  fillCounts: () => fillCounts(strapi),

  fillContent: (input) => fillContent(strapi, input),
  sweepAnew: () => sweepAnew(strapi),
  sweepState: () => sweepState(strapi),

  /** Asks the counts; answers how long it took, in milliseconds, and how many sums there were. */
  async sums(query) {
    const { counts } = strapi.plugin('consent').service('evidence');
    const started = performance.now();
    const sums = await counts.sums(query);
    return { ms: performance.now() - started, sums: sums.length };
  },

  /** Deletes what is past its retention; answers how many and how long it took, in milliseconds. */
  async purge() {
    const started = performance.now();
    const { deleted } = await purgeExpiredRecords(strapi, getPluginOptions(strapi));
    return { deleted, ms: performance.now() - started };
  },

  /** Purges the month of the oldest record and nothing else; answers how many records went, and how long that took, in ms. */
  async dropMonth() {
    const [{ id }] = await strapi.db
      .connection('consent_evidence_records')
      .select('id')
      .orderBy('id')
      .limit(1);
    const oldest = new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
    const cutoff = new Date(Date.UTC(oldest.getUTCFullYear(), oldest.getUTCMonth() + 1, 1));
    const { versions } = await getConsentConfig(strapi, {});
    const started = performance.now();
    const { records } = await strapi.plugin('consent').service('evidence').dropBefore(cutoff, versions);
    return { records, ms: performance.now() - started };
  },
});
