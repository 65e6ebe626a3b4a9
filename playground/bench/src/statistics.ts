/** What it costs to ask how visitors decided, over five years and sixty countries. */
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseKind } from './databases.ts';
import { middle, type Row } from './report.ts';
import { withStrapi } from './strapi.ts';

/** Milliseconds that an answer may take. */
const BUDGET = 50;
const LOOKS = 25;
/** Looks that are not counted: the first ones compile and fill caches. */
const WARM_LOOKS = 5;
const SETTLE_SECONDS = 5;

interface Query {
  from: string;
  to: string;
  grain: 'day' | 'month';
  by: string;
  filter?: Record<string, string>;
}

/** Each is one query, as the page asks it. */
export function statisticsBench(kind: DatabaseKind): Promise<Row[]> {
  return withStrapi(kind, async (strapi) => {
    const filled = await strapi.ask<{ day: number; month: number; sums: number }>('fillCounts');
    await pause(SETTLE_SECONDS * 1000);
    const rows: Row[] = [
      {
        name: 'Rows',
        measured: `${filled.day.toLocaleString('en')} of days, ${filled.month.toLocaleString('en')} of months, ${filled.sums.toLocaleString('en')} sums`,
        ratio: 1,
      },
    ];
    for (const [name, query] of Object.entries(questions(new Date()))) {
      const times: number[] = [];
      for (let round = -WARM_LOOKS; round < LOOKS; round++) {
        const { ms, sums } = await strapi.ask<{ ms: number; sums: number }>('sums', query);
        if (sums === 0) throw new Error(`${name}: there is nothing`);
        if (round >= 0) times.push(ms);
      }
      const ms = middle(times);
      rows.push({
        name,
        measured: `${ms.toFixed(1)} ms median`,
        ratio: ms / BUDGET,
        bound: `<= ${BUDGET} ms`,
        ok: ms <= BUDGET,
      });
    }
    return rows;
  });
}

function questions(now: Date): Record<string, Query> {
  const today = now.toISOString().slice(0, 10);
  const years = {
    from: `${now.getUTCFullYear() - 5}-${today.slice(5, 7)}-01`,
    to: `${today.slice(0, 7)}-31`,
    grain: 'month',
  } as const;
  const days = {
    from: new Date(now.getTime() - 91 * 86_400_000).toISOString().slice(0, 10),
    to: today,
    grain: 'day',
  } as const;
  return {
    'Five years by month': { ...years, by: 'time' },
    'Five years by country': { ...years, by: 'country' },
    'Five years by release': { ...years, by: 'release' },
    'Five years by month, of one country': { ...years, by: 'time', filter: { country: 'DE' } },
    'Five years by month, of one country, language and device': {
      ...years,
      by: 'time',
      filter: { country: 'FR', language: 'fr', device: 'phone' },
    },
    'Five years by source, of one country': { ...years, by: 'source', filter: { country: 'DE' } },
    'Five years by country, of one device': { ...years, by: 'country', filter: { device: 'tablet' } },
    'Five years by language, of one model and device': {
      ...years,
      by: 'language',
      filter: { model: 'opt-in', device: 'phone' },
    },
    'Three months by day': { ...days, by: 'time' },
    'Three months by country': { ...days, by: 'country' },
    'Three months by day, of one device': { ...days, by: 'time', filter: { device: 'tablet' } },
    'Three months by country, of one device': { ...days, by: 'country', filter: { device: 'tablet' } },
  };
}
