import { beforeAll, expect, it } from 'vitest';
import { getConsentOverview } from '../server/src/overview/overview';
import { UIDS } from '../server/src/uids';
import { onEachDatabase } from './support/app';
import { addLegalPage, edit } from './support/content';
import { changeSettings, postRecord, submissionTo, UNLIMITED } from './support/records';

onEachDatabase('overview', { options: UNLIMITED }, (app) => {
  const overview = () => getConsentOverview(app().strapi);
  const codes = async () => (await overview()).warnings.map(({ code }) => code);
  let optional: string[];
  beforeAll(async () => {
    const { decisions } = await submissionTo(app());
    optional = Object.keys(decisions);
  });

  it('K: counts what was decided, by category, day, model and country', async () => {
    const all = (granted: boolean) => Object.fromEntries(optional.map((key) => [key, granted]));
    const before = await overview();
    for (const [granted, country] of [
      [true, 'DE'],
      [false, 'DE'],
      [true, 'FR'],
    ] as const) {
      const submission = await submissionTo(app(), { decisions: all(granted) });
      expect((await postRecord(app(), submission).set('cf-ipcountry', country)).status).toBe(201);
    }
    const after = await overview();
    expect(after.totals).toEqual({
      records: before.totals.records + 3,
      today: before.totals.today + 3,
      last30Days: before.totals.last30Days + 3,
    });
    const [key = ''] = optional;
    expect(after.grants).toContainEqual({ key, granted: 2, refused: 1 });
    expect(after.days).toHaveLength(30);
    expect(after.days.at(-1)).toEqual({
      date: new Date().toISOString().slice(0, 10),
      decisions: 3,
      granted: Object.fromEntries(optional.map((name) => [name, 2])),
      refused: Object.fromEntries(optional.map((name) => [name, 1])),
    });
    expect(after.models).toEqual([{ model: 'opt-in', n: 3 }]);
    expect(after.countries).toEqual([
      { country: 'DE', n: 2 },
      { country: 'FR', n: 1 },
    ]);
  });

  it('K: a decision that is sent twice is counted once', async () => {
    const submission = await submissionTo(app());
    const before = (await overview()).totals.records;
    await Promise.all(Array.from({ length: 8 }, () => postRecord(app(), submission)));
    expect((await overview()).totals.records).toBe(before + 1);
  });

  it('K: says which versions are served, and since when', async () => {
    const { versions } = await submissionTo(app());
    const { enabled, versions: shown, changedAt } = await overview();
    expect({ enabled, versions: shown }).toEqual({ enabled: true, versions });
    expect(Math.abs(Date.now() - Date.parse(changedAt ?? ''))).toBeLessThan(300_000);
  });

  it('K: warns of what an editor left open, with a way to the field', async () => {
    const { documents } = app().strapi;
    await documents(UIDS.category).create({
      data: { key: 'unused', label: 'Unused', required: false },
    });
    await documents(UIDS.legalPage).create({
      data: { title: 'Terms', slug: 'terms-of-test', kind: 'terms', content: '{{cookie-tabel}}' },
    });
    await changeSettings(app(), { showRejectAll: false });
    const { warnings } = await overview();
    expect(new Set(warnings.flatMap((warning) => Object.keys(warning)))).toEqual(
      new Set(['code', 'message', 'uid', 'documentId', 'field']),
    );
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'category-without-trackers', uid: 'plugin::consent.category' }),
    );
    expect(warnings).toContainEqual(
      expect.objectContaining({
        code: 'unknown-shortcode',
        uid: 'plugin::consent.legal-page',
        field: 'content',
      }),
    );
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'reject-all-hidden', uid: 'plugin::consent.setting' }),
    );
    await changeSettings(app(), { showRejectAll: true });
    expect(await codes()).not.toContain('reject-all-hidden');
  });

  it('K: warns of a placeholder until visitors no longer read it, once for draft and publication', async () => {
    const pages = app().strapi.documents(UIDS.legalPage);
    const documentId = await addLegalPage(app().strapi, {
      slug: 'data-of-test',
      kind: 'other',
      content: 'We are [PLACEHOLDER: name].',
    });
    const found = async () =>
      (await overview()).warnings
        .filter((warning) => warning.documentId === documentId)
        .map(({ code, message }) => [code, message.includes('as published')]);
    expect(await found()).toEqual([['placeholder', false]]);
    await pages.publish({ documentId });
    expect(await found()).toEqual([['placeholder', false]]);
    await edit(app().strapi, UIDS.legalPage, documentId, { content: 'We are Example Ltd.' });
    expect(await found(), 'filled in and saved, not published').toEqual([['placeholder', true]]);
    await pages.publish({ documentId });
    expect(await found()).toEqual([]);
  });
});
