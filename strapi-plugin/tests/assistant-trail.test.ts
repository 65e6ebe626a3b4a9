import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABLES } from '../server/src/evidence/sql/evidence-database';
import { UIDS } from '../server/src/uids';
import { onSqlite } from './support/app';
import { assistantOf, calling, MCP, trail } from './support/assistant';
import { evidenceTables } from './support/evidence-tables';

const applied = { jurisdiction: { proposals: ['eu-digital-omnibus' as const] } };

onSqlite('what assistants ask for', { ...MCP, options: applied }, (app) => {
  let client: Client;
  const call = calling(() => client);
  const law = async (country: string, region?: string) =>
    (await call('consent_explain_law', { country, ...(region && { region }) })).data;
  beforeAll(async () => {
    client = await assistantOf(app());
  });
  afterAll(() => client.close());

  const prompt = {
    name: 'consent_legal_paragraph',
    arguments: { page: 'privacy', locale: 'en', subject: 'maps' },
  };

  it('is in the trail, be it a tool, the table of laws or a prompt', async () => {
    await call('consent_explain_law', { country: 'CH' });
    await client.readResource({ uri: 'consent://law-table' });
    await client.getPrompt({ name: 'consent_review' });
    await client.getPrompt(prompt);
    const entries = await trail(app(), 'plugin::consent.configuration');
    const asked = entries.slice(0, 4).map(({ action, actor, subject, changes }) => ({
      ...{ action, actor: [actor.kind, actor.name], title: subject.title },
      args: Object.fromEntries(changes.map(({ path, after }) => [path, after])),
    }));
    const actor = ['admin', 'Ada Admin'];
    expect(asked).toEqual([
      { action: 'assist', actor, title: 'consent_legal_paragraph', args: prompt.arguments },
      { action: 'assist', actor, title: 'consent_review', args: {} },
      { action: 'assist', actor, title: 'consent://law-table', args: {} },
      { action: 'assist', actor, title: 'consent_explain_law', args: { country: 'CH' } },
    ]);
  });

  it('is not done where the trail cannot have it', async () => {
    const before = await app().strapi.documents(UIDS.tracker).count({});
    await evidenceTables(app(), (connection) =>
      connection.raw(
        `create trigger full before insert on ${TABLES.audit} begin select raise(abort, 'disk is full'); end`,
      ),
    );
    try {
      for (const [name, args] of [
        ['consent_draft_tracker', { preset: 'matomo', category: 'analytics' }],
        ['consent_overview', {}],
      ] as const) {
        const { isError, text } = await call(name, args);
        expect([isError, text], name).toEqual([true, 'It failed; the log of the server says why.']);
      }
      // Strapi's MCP server answers with the reason in place of what was asked for.
      for (const given of [
        await client.readResource({ uri: 'consent://law-table' }),
        await client.getPrompt({ name: 'consent_review' }),
        await client.getPrompt(prompt),
      ]) {
        expect(JSON.stringify(given)).toContain('It failed; the log of the server says why.');
        expect(JSON.stringify(given)).not.toMatch(/opt-in|consent_overview|PLACEHOLDER/);
      }
    } finally {
      await evidenceTables(app(), (connection) => connection.raw('drop trigger full'));
    }
    expect(await app().strapi.documents(UIDS.tracker).count({})).toBe(before);
    expect((await call('consent_overview')).isError).toBeUndefined();
  });

  describe('of the law of a place tells', () => {
    it('what rests on something else than consent', async () => {
      const { bases } = await law('GB');
      expect(bases.map(({ purpose, basis }) => `${purpose} ${basis}`).sort()).toEqual([
        'appearance objection',
        'audience-measurement objection',
        'statistics objection',
      ]);
      expect((await law('FR')).bases).toEqual([
        expect.objectContaining({ region: 'FR', purpose: 'audience-measurement', basis: 'exempt' }),
      ]);
      expect((await law('US', 'CA')).bases).toEqual([]);
    });

    it('when who refused is asked again', async () => {
      expect((await law('US', 'CA')).refusal).toMatchObject({
        changeMayAskEarlier: false,
        row: { region: 'US-CA', months: 12 },
      });
      expect((await law('CH')).refusal).toMatchObject({ changeMayAskEarlier: true, row: null });
    });

    it('what is only proposed, and that this site applies it', async () => {
      const { proposals, bases } = await law('DE');
      expect(proposals).toEqual([
        {
          proposal: 'eu-digital-omnibus',
          isApplied: true,
          rows: [
            expect.objectContaining({ basis: 'exempt', law: expect.stringContaining('No law yet') }),
            expect.objectContaining({ months: 6 }),
          ],
        },
      ]);
      expect(bases).toEqual([expect.objectContaining({ proposal: 'eu-digital-omnibus' })]);
      expect((await law('CH')).proposals).toEqual([
        { proposal: 'eu-digital-omnibus', isApplied: true, rows: [] },
      ]);
    });
  });
});
