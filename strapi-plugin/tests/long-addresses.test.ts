import { expect, it } from 'vitest';
import { contentTypes } from '../server/src/content-types';
import { UIDS } from '../server/src/uids';
import { type App, preparedDatabase, withEachDatabase } from './support/app';
import { addProcessor, addTracker, edit } from './support/content';

const CONFIG = '/api/consent/config';

const addressOf = (length: number): string => 'https://vendor.example/'.padEnd(length, 'x');

/** The columns as they were made before addresses had wider ones. */
const FORMER = `module.exports = ({ contentTypes, ...plugin }) => {
  for (const { schema } of [contentTypes.tracker, contentTypes.processor]) {
    schema.attributes = Object.fromEntries(
      Object.entries(schema.attributes).map(([name, { columnType, ...attribute }]) => [name, attribute]),
    );
  }
  return { ...plugin, contentTypes };
};`;

const typeOf = async ({ strapi }: App, column: string): Promise<string> => {
  const { type } = await strapi.db.connection('consent_trackers').columnInfo(column as never);
  return String(type);
};

withEachDatabase('Addresses of 2048 characters', (start, kind) => {
  it('are kept as they are, in columns that an earlier version has made, too', async () => {
    const database = await preparedDatabase(kind, true);
    const short = { loaderSrc: addressOf(250), vendorPrivacyUrl: addressOf(255) };
    const earlier = await start({ database, extension: FORMER });
    expect(await typeOf(earlier, 'loader_src')).toMatch(/^(character varying|varchar)/);
    const id = await addTracker(earlier.strapi, { name: 'Beacon', ...short });
    const trackerOf = async ({ http }: App) => {
      const { trackers } = (await http.get(CONFIG)).body;
      return trackers.find((tracker: { id: string }) => tracker.id === id);
    };
    const before = await trackerOf(earlier);
    expect([before.categoryKey, before.loader.src]).toEqual(['analytics', short.loaderSrc]);

    const app = await start({ database });
    expect(await typeOf(app, 'loader_src')).toMatch(/text$/);
    expect(await trackerOf(app)).toEqual(before);
    const long = addressOf(2048);
    await edit(app.strapi, UIDS.tracker, id, { loaderSrc: long, vendorPrivacyUrl: long });
    expect(await trackerOf(app)).toMatchObject({ loader: { src: long }, vendorPrivacyUrl: long });
    const urls = { privacyUrl: long, dpaUrl: long, subprocessorsUrl: long };
    const documentId = await addProcessor(app.strapi, { name: 'Beacon Inc.', ...urls });
    expect(await app.strapi.documents(UIDS.processor).findOne({ documentId })).toMatchObject(urls);
    const refused = edit(app.strapi, UIDS.tracker, id, { loaderSrc: `${long}x` });
    await expect(refused).rejects.toThrow('2048');
  });
});

it('no other line may be longer than the column that Strapi makes for it', () => {
  const tooLong = Object.entries(contentTypes).flatMap(([type, { schema }]) =>
    Object.entries(schema.attributes as Record<string, Attribute>).flatMap(([name, attribute]) =>
      attribute.type === 'string' && !attribute.columnType && (attribute.maxLength ?? 0) > 255
        ? [`${type}.${name}`]
        : [],
    ),
  );
  expect(tooLong).toEqual([]);
});

interface Attribute {
  type: string;
  maxLength?: number;
  columnType?: object;
}
