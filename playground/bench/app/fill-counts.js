/** Five years of counts from sixty countries, as a site with half a million decisions a year leaves them. */
const { dirname, join, basename, extname } = require('node:path');

const DAYS = 5 * 365;
const COUNTRIES =
  'DE FR IT ES PL GB NL US SE RO CZ BE PT GR HU AT DK FI SK IE HR BG LT SI LV EE LU MT CY CH NO IS CA BR MX AR CL CO PE AU NZ JP KR IN CN TW SG TH VN ID MY PH TR IL AE ZA EG NG KE UA'.split(
    ' ',
  );
/** Decisions a day of the largest country; the others have half of it, a third and so on. */
const LARGEST = 300;
/** A release was published so often, in days. */
const RELEASES = 45;
const ROWS = 400;

/** What there is of each country and day, and how much of its decisions. */
const KINDS = [
  ['banner', '+analytics +functional +marketing', 0.45],
  ['banner', '-analytics -functional -marketing', 0.35],
  ['banner', '+analytics -functional -marketing', 0.08],
  ['preferences', '+analytics -functional -marketing', 0.04],
  ['withdraw', '-analytics -functional -marketing', 0.02],
  ['shown', '', 1.6],
];
const DEVICES = [
  ['phone', 0.6],
  ['desktop', 0.35],
  ['tablet', 0.05],
];

/** The same numbers each time. */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** How many there are where so many are expected. */
function poisson(mean, random) {
  if (mean > 30) return Math.round(mean);
  let [product, n, end] = [random(), 0, Math.exp(-mean)];
  for (; product > end; n++) product *= random();
  return n;
}

function* dayCells(now) {
  const random = randomOf(7);
  for (let ago = DAYS; ago >= 0; ago--) {
    const day = new Date(now - ago * 86_400_000).toISOString().slice(0, 10);
    const policy_version = Math.floor(ago / RELEASES)
      .toString(16)
      .padStart(8, '0');
    for (const [rank, country] of COUNTRIES.entries()) {
      const model = ['US', 'CA', 'AU'].includes(country) ? 'opt-out' : 'opt-in';
      const own = country.toLowerCase();
      for (const [language, part] of [
        [own, 0.9],
        ['en', 0.1],
      ]) {
        for (const [source, choice, share] of KINDS) {
          for (const [device, of] of DEVICES) {
            const total = poisson((LARGEST / (rank + 1)) * part * share * of, random);
            if (total > 0)
              yield { day, source, choice, country, model, language, policy_version, device, total };
          }
        }
      }
    }
  }
}

/** What days and months are summed up by, as the store does it when they are over. */
const SUMS = {
  1: ['all', 'model', 'device', 'release'],
  2: ['all', 'model', 'device', 'release', 'country', 'language'],
  3: ['all', 'model', 'device', 'release', 'country', 'language'],
};

/** Rows that are put together by all that they say but their total. */
class Sums {
  #rows = new Map();
  add({ total, ...rest }) {
    const name = Object.values(rest).join('\t');
    const known = this.#rows.get(name);
    if (known) known.total += total;
    else this.#rows.set(name, { ...rest, total });
  }
  get rows() {
    return [...this.#rows.values()];
  }
}

/** @returns how many rows there are of days and of months. */
exports.fillCounts = async (strapi) => {
  const now = Date.now();
  const writers = {
    [MONTHS]: writer(strapi, MONTHS),
    [COUNTS]: writer(strapi, COUNTS),
    [YEARS]: writer(strapi, YEARS),
    [SUMMED]: writer(strapi, SUMMED),
  };
  const write = async (table, rows) => {
    for (let at = 0; at < rows.length; at += ROWS) await writers[table](rows.slice(at, at + ROWS));
  };
  const today = new Date(now - 86_400_000).toISOString().slice(0, 10);
  const [months, years, sums] = [new Sums(), new Sums(), new Sums()];
  let counted = 0;
  const days = [];
  for (const cell of dayCells(now)) {
    const isOver = cell.day < today;
    days.push({ ...cell, grain: isOver ? 1 : 0, shard: isOver ? -1 : 3 });
    counted++;
    if (days.length === 10 * ROWS) await write(COUNTS, days.splice(0));
    if (!isOver) continue;
    const month = `${cell.day.slice(0, 7)}-01`;
    months.add({ ...cell, day: month, shard: -1 });
    const { policy_version: _, ...ofYear } = cell;
    years.add({ ...ofYear, day: `${month.slice(0, 4)}-01-01` });
    for (const grain of [1, 2, 3]) {
      const { source, choice, total } = cell;
      const values = { ...cell, all: '', release: cell.policy_version };
      for (const dimension of SUMS[grain]) {
        const day = [cell.day, month, `${month.slice(0, 4)}-01-01`][grain - 1];
        sums.add({ grain, dimension, value: values[dimension], day, source, choice, total });
      }
    }
  }
  await write(COUNTS, days);
  await write(MONTHS, months.rows);
  await write(YEARS, years.rows);
  await write(SUMMED, sums.rows);
  for (const one of Object.values(writers)) await one.end();
  return { day: counted, month: months.rows.length, sums: sums.rows.length };
};

const MONTHS = 'consent_evidence_decision_months';
const YEARS = 'consent_evidence_decision_years';
const COUNTS = 'consent_evidence_decision_counts';
const SUMMED = 'consent_evidence_decision_sums';

/** Writes past the store, which would take hours for what took five years. */
function writer(strapi, table) {
  const { client } = strapi.db.dialect;
  if (client !== 'sqlite') {
    const write = (rows) => strapi.db.connection(table).insert(rows);
    write.end = () =>
      strapi.db.connection.raw(
        client === 'postgres' ? `VACUUM (ANALYZE) ${table}` : `ANALYZE TABLE ${table}`,
      );
    return write;
  }
  const { filename } = strapi.db.config.connection.connection;
  const file = new (require('better-sqlite3'))(
    join(dirname(filename), `${basename(filename, extname(filename))}.consent.db`),
  );
  const told = ['country', 'model', 'language', 'device'];
  const own = {
    [COUNTS]: ['grain', ...told, 'policy_version', 'shard'],
    [MONTHS]: [...told, 'policy_version', 'shard'],
    [YEARS]: told,
    [SUMMED]: ['grain', 'dimension', 'value'],
  };
  const columns = ['day', 'source', 'choice', ...own[table], 'total'];
  const insert = file.prepare(
    `insert into ${table} (${columns}) values (${columns.map((name) => `@${name}`)})`,
  );
  const all = file.transaction((rows) => {
    for (const row of rows) insert.run(row);
  });
  const write = async (rows) => all(rows);
  write.end = async () => file.close();
  return write;
}
