/** Articles as editors leave them: a few thousand letters of Markdown, with an embed in each. */
const { randomBytes } = require('node:crypto');

/** So many third parties are embedded, each of them equally often: no more than the overview lists. */
const HOSTS = 40;
/** Rows of one statement: SQLite takes no more than so many values. */
const BATCH = 100;

const PARAGRAPH = 'Words of an article, with a [link](https://link.example/) and some *stress*, one line. ';
const BODY = Array.from({ length: 8 }, (_, n) => `## Part ${n}\n\n${PARAGRAPH.repeat(5)}`).join('\n\n');

/** What statements of the plugin go by would be known to a database by then. */
const UPKEEP = {
  sqlite: ['ANALYZE'],
  postgres: ['VACUUM (ANALYZE) articles'],
  mysql: ['ANALYZE TABLE articles'],
};

/** Stores `count` articles past Strapi, so that nothing but a sweep finds them. */
exports.fillContent = async (strapi, { count }) => {
  const { connection, dialect } = strapi.db;
  const now = dialect.client === 'sqlite' ? Date.now() : new Date();
  for (let from = 0; from < count; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => articleOf(from + n, now));
    await connection('articles').insert(batch);
  }
  for (const statement of UPKEEP[dialect.client]) await connection.raw(statement);
};

const articleOf = (number, now) => ({
  document_id: randomBytes(12).toString('hex'),
  title: `Article ${number}`,
  body: `${BODY}\n\n<iframe src="https://embed${number % HOSTS}.example/film/${number}" title="Film"></iframe>\n`,
  created_at: now,
  updated_at: now,
  published_at: now,
});

/** Has the plugin read all content anew, as a day later; it looks within a minute whether that is due. */
exports.sweepAnew = async ({ db }) => {
  await db.connection('consent_embed_sweep').update({ ended_at: 0 });
};

/** How far the sweep is: entries that were read, and the milliseconds from its begin to its end, null while it goes on; null before the first. */
exports.sweepState = async ({ db }) => {
  const [row] = await db.connection('consent_embed_sweep').select('sweep', 'entries', 'begun_at', 'ended_at');
  if (!row) return null;
  const ended = row.ended_at === null ? null : Number(row.ended_at);
  return {
    sweep: row.sweep,
    entries: Number(row.entries),
    ms: ended === null || ended === 0 ? null : ended - Number(row.begun_at),
  };
};
