import type { Core } from '@strapi/strapi';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTracker } from '../server/src/catalogue/new-tracker';
import { whyNotName } from '../server/src/catalogue/service-names';
import { UIDS } from '../server/src/uids';
import { signInAdmin } from './support/admin';
import { type App, onEachDatabase, withSqlite } from './support/app';
import { addTracker, categoryId, edit, updateSettings } from './support/content';
import { keyRefusal } from './support/key-refusal';

const served = async ({ http }: App): Promise<Record<string, string>> =>
  (await http.get('/api/consent/config')).body.services;

describe('whatever editors do', () => {
  const id = fc.constantFrom('t1', 't2', 't3');
  const key = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null });
  const step = fc.oneof(
    fc.record({ does: fc.constant('save' as const), id, key }),
    fc.record({ does: fc.constant('delete' as const), id }),
    fc.record({ does: fc.constant('serve' as const) }),
  );

  it('C3: a name that visitors were served means one service for ever, and that service has no other', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const trackers = new Map<string, string | null>();
        const names = new Map<string, string>();
        const seen: [name: string, id: string][] = [];
        for (const each of steps) {
          if (each.does === 'delete') trackers.delete(each.id);
          else if (each.does === 'serve') {
            for (const [id, key] of trackers) {
              seen.push([key ?? id, id]);
              names.set(key ?? id, names.get(key ?? id) ?? id);
            }
          } else {
            const isTaken = [...trackers].some(([id, key]) => key && key === each.key && id !== each.id);
            if (!isTaken && whyNotName(names, each) === null) trackers.set(each.id, each.key);
          }
        }
        const pairs = new Set(seen.map((pair) => pair.join()));
        expect(new Set(seen.map(([name]) => name)).size).toBe(pairs.size);
        expect(new Set(seen.map(([, id]) => id)).size).toBe(pairs.size);
      }),
    );
  });
});

const byService = async (strapi: Core.Strapi, is: boolean) =>
  updateSettings(strapi, { granularity: is ? 'service' : null });

onEachDatabase('The names of services', {}, (app) => {
  it('may change as long as nobody was asked about single services', async () => {
    const { strapi } = app();
    const tracker = await addTracker(strapi, { name: 'Early', key: 'early' });
    await served(app());
    await edit(strapi, UIDS.tracker, tracker, { key: 'later' });
    expect(await served(app())).toMatchObject({ later: 'analytics' });
  });

  it('C3: stay, once visitors may have refused under them, and the answer says what to do', async () => {
    const { strapi } = app();
    const player = await addTracker(strapi, { name: 'A player', key: 'player' });
    const unnamed = await addTracker(strapi, { name: 'Without a key' });
    await byService(strapi, true);
    await served(app());
    await byService(strapi, false);
    expect(await keyRefusal(edit(strapi, UIDS.tracker, player, { key: 'video' }))).toBe(
      'Visitors who decided on this service hold that in their cookies under "player": under another key their refusals would be ' +
        'lost. Leave the key as "player" and change its name, which is what visitors read. What is another service is another tracker.',
    );
    await keyRefusal(edit(strapi, UIDS.tracker, player, { key: null }));
    const advice = await keyRefusal(edit(strapi, UIDS.tracker, unnamed, { key: 'named' }));
    expect(advice).toContain('Leave the key empty');
    await edit(strapi, UIDS.tracker, player, { name: 'Another name' });
    await edit(strapi, UIDS.tracker, unnamed, { category: await categoryId(strapi, 'marketing') });
    // Also where visitors decide on categories again, what was refused by its id is known by it.
    expect(await served(app())).toMatchObject({ player: 'analytics', [unnamed]: 'marketing' });
  });

  it('C3: outlive what empties Strapi’s own settings, as `strapi transfer` and `strapi import` do', async () => {
    const { strapi } = app();
    const chat = await addTracker(strapi, { name: 'A chat', key: 'chat' });
    await byService(strapi, true);
    await served(app());
    await strapi.db
      .query('strapi::core-store')
      .deleteMany({ where: { key: { $startsWith: 'plugin_consent' } } });
    expect(await keyRefusal(edit(strapi, UIDS.tracker, chat, { key: 'support' }))).toContain('under "chat"');
    await byService(strapi, false);
  });

  it('C3: are served as visitors know them, whatever was written past the refusals', async () => {
    const { strapi } = app();
    const forum = await addTracker(strapi, { name: 'A forum', key: 'forum' });
    await byService(strapi, true);
    expect(await served(app())).toHaveProperty('forum');
    const rename = (documentId: string, key: string) =>
      strapi.db.query(UIDS.tracker).updateMany({ where: { documentId }, data: { key } });
    await rename(forum, 'board');
    const thief = await addTracker(strapi, { name: 'Another one' });
    await rename(thief, 'forum');
    // So that it is read anew.
    await addTracker(strapi, { name: 'One more' });
    const { trackers } = (await app().http.get('/api/consent/config')).body;
    const keyOf = (id: string) => trackers.find((one: { id: string }) => one.id === id).key;
    expect([keyOf(forum), keyOf(thief)]).toEqual(['forum', thief]);
    await strapi.documents(UIDS.tracker).delete({ documentId: thief });
    await rename(forum, 'forum');
    await byService(strapi, false);
  });

  it('are nobody else’s once their service is deleted', async () => {
    const { strapi } = app();
    const map = await addTracker(strapi, { name: 'A map', key: 'map' });
    await byService(strapi, true);
    await served(app());
    await strapi.documents(UIDS.tracker).delete({ documentId: map, locale: '*' });
    expect(await keyRefusal(addTracker(strapi, { name: 'Another map', key: 'map' }))).toBe(
      'The key "map" was that of another service, and visitors\' cookies hold what they decided on that one under it. ' +
        'Choose another key.',
    );
    // The same one may come back, as an import or an older release brings it.
    const category = await categoryId(strapi, 'analytics');
    const data: Record<string, unknown> = { documentId: map, name: 'A map', kind: 'script', category };
    await keyRefusal(strapi.documents(UIDS.tracker).create({ data: { ...data, key: 'chart' } }));
    await strapi.documents(UIDS.tracker).create({ data: { ...data, key: 'map' } });
    await strapi.documents(UIDS.tracker).delete({ documentId: map, locale: '*' });
    // What is added from the catalogue goes without a key of its own.
    const added = await createTracker(
      strapi,
      { name: 'A third map', key: 'map', categoryKey: 'analytics', kind: 'script' },
      { enabled: true, locale: 'en' },
    );
    expect(await served(app())).toMatchObject({ [added!]: 'analytics' });
    await byService(strapi, false);
  });
});

withSqlite('a release by hand', (start) => {
  it('C3: does not take back the name of a service that visitors decided on', async () => {
    const app = await start({ options: { releases: { publish: 'manual' } } });
    const { strapi, http } = app;
    const token = await signInAdmin(app);
    const ask = (method: 'get' | 'post', path: string, body: object = {}) => {
      const request = http[method](`/consent/releases${path}`).set('Authorization', `Bearer ${token}`);
      return method === 'post' ? request.send(body) : request;
    };
    const publish = async () => {
      const { basis } = (await ask('get', '/waiting')).body;
      const { status, body } = await ask('post', '', { basis, note: '' });
      expect(status).toBe(200);
      return body.latest as number;
    };
    const tracker = await addTracker(strapi, { name: 'A player' });
    const withoutKey = await publish();
    await edit(strapi, UIDS.tracker, tracker, { key: 'player' });
    await byService(strapi, true);
    await publish();
    expect(await served(app)).toEqual({ player: 'analytics' });
    const { basis } = (await ask('post', `/${withoutKey}/take-back/preview`)).body;
    const taken = await ask('post', `/${withoutKey}/take-back`, { basis, note: '' });
    expect([taken.status, taken.body.error?.message]).toEqual([
      400,
      expect.stringContaining('Leave the key as "player"'),
    ]);
    expect(await served(app)).toEqual({ player: 'analytics' });
  });
});
