import { expect, it } from 'vitest';
import { everyRecord, listRecords, type RecordFilter } from '../server/src/records';
import { decodeCursor } from '../server/src/records/cursor';
import { onEachDatabase } from './support/app';
import { insertRecords } from './support/old-records';

onEachDatabase('a list that looks at few rows at a time', {}, (app) => {
  /** The pages of a filter, by consent id, with what each page may look at. */
  async function pagesOf(filter: RecordFilter, limit: number, lookAt: number): Promise<string[][]> {
    const pages: string[][] = [];
    let cursor: ReturnType<typeof decodeCursor> = null;
    do {
      const page = await listRecords(app().strapi, filter, { cursor, limit, lookAt });
      pages.push(page.docs.map(({ consentId }) => consentId));
      cursor = page.nextCursor === null ? null : decodeCursor(page.nextCursor);
    } while (cursor);
    return pages;
  }

  it('answers with what it found so far, and finds every match once by going on', async () => {
    const wanted: string[] = [];
    for (let i = 0; i < 6; i += 1) {
      await insertRecords(app(), 7, { country: 'PL' });
      wanted.push(...(await insertRecords(app(), 1, { country: 'PL', choices: '|rare=1|' })));
    }
    const pages = await pagesOf({ country: 'PL', category: { key: 'rare', granted: true } }, 2, 10);
    expect(pages.flat()).toEqual(wanted.reverse());
    expect(pages.every(({ length }) => length <= 2)).toBe(true);
    expect(pages.length).toBeGreaterThan(4);
  });

  it('ends where nothing matches, after looking at everything once', async () => {
    await insertRecords(app(), 25, { country: 'CZ' });
    const pages = await pagesOf({ country: 'CZ', source: 'gpc' }, 5, 10);
    expect(pages).toEqual([[], [], []]);
  });

  it('an export walks the same filter to its end', async () => {
    const wanted = await insertRecords(app(), 23, { country: 'SK' });
    const seen: string[] = [];
    for await (const record of everyRecord(app().strapi, { country: 'SK', source: 'banner' }, 10)) {
      seen.push(record.consentId);
    }
    expect(seen.toSorted()).toEqual(wanted.toSorted());
  });
});
