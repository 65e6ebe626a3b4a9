import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { getEvidenceStore } from '../server/src/evidence';
import { enterUnseen } from '../server/src/releases/unseen-changes';
import { UIDS } from '../server/src/uids';
import { askEveryoneAgain, reconsentLog } from '../server/src/versions/reconsent';
import { getVersionsService } from '../server/src/versions/service';
import { type App, listening, preparedDatabase, withDatabases, withEachDatabase } from './support/app';
import { runStrapi } from './support/command';
import { addTracker } from './support/content';
import { DATABASES } from './support/databases';
import { postRecord, recordsOf, submissionTo } from './support/records';

/** Everything that a folder holds, as text. */
async function textOf(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map((file) => readFile(join(file.parentPath, file.name), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

const ASKING = { askedBy: 'system', reason: 'New partners' };

/** What the trail has of changes that nobody told Strapi of. */
async function foundPastStrapi({ strapi }: App) {
  const { entries } = await getEvidenceStore(strapi).audit.page({}, { limit: 100 });
  return entries.filter(({ reason }) => reason?.includes('strapi import'));
}

withEachDatabase('strapi export and strapi import', (start, kind) => {
  it('carry content, and neither read nor delete evidence', async () => {
    const database = await preparedDatabase(kind, true);
    const folder = await mkdtemp(join(tmpdir(), 'consent-export-'));
    const trackers = ({ strapi }: App) => strapi.db.query(UIDS.tracker).count();
    try {
      const app = await start({ database });
      await addTracker(app.strapi, { name: 'Exported', categoryKey: 'analytics' });
      const submission = await submissionTo(app);
      expect((await postRecord(app, submission)).status).toBe(201);
      const counted = await trackers(app);
      await app.stop();

      const archive = join(folder, 'archive');
      await runStrapi(database, 'export', '--no-encrypt', '--no-compress', '--file', archive);
      const exported = await textOf(folder);
      expect(exported).toContain('Exported');
      expect(exported).not.toContain(submission.consentId);

      const later = await start({ database });
      await addTracker(later.strapi, { name: 'Later', categoryKey: 'analytics' });
      const second = await submissionTo(later);
      expect((await postRecord(later, second)).status).toBe(201);
      await askEveryoneAgain(later.strapi, ASKING);
      const released = await getEvidenceStore(later.strapi).releases.latest();
      await later.stop();
      await runStrapi(database, 'import', '--force', '--file', `${archive}.tar`);

      const after = await start({ database });
      const { releases } = getEvidenceStore(after.strapi);
      const number = released?.number ?? 0;
      expect(await releases.byNumber(number), 'what was published stays').toEqual(released);
      const latest = async () => (await releases.latest())?.number;
      await expect
        .poll(latest, { timeout: 20_000, message: 'what the archive holds is published' })
        .toBe(number + 1);
      expect(await trackers(after), 'content is that of the archive').toBe(counted);
      expect(await reconsentLog(after.strapi), 'who was asked again stays asked').toMatchObject([ASKING]);
      const found = async () =>
        (await foundPastStrapi(after)).map(({ action, subject }) => [action, subject.title]);
      await expect
        .poll(found, { timeout: 30_000, message: 'the trail has what the import did, and nothing else' })
        .toEqual([['delete', 'Later']]);
      expect((await foundPastStrapi(after))[0]).toMatchObject({
        actor: { kind: 'system', id: null },
        changes: expect.arrayContaining([{ path: 'shared.name', before: 'Later', after: null }]),
      });
      for (const { consentId } of [submission, second]) {
        const [record] = await recordsOf(after, consentId);
        const { snapshots, counts } = getEvidenceStore(after.strapi);
        expect(await snapshots.byHash(record?.snapshot ?? '')).toMatchObject({ locale: 'en' });
        expect(await counts.decisions()).toBe(2);
      }
      await after.stop();
      const again = await start({ database });
      await enterUnseen(again.strapi, 0);
      expect(await foundPastStrapi(again), 'once').toHaveLength(1);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

// Between two servers on one of them: what it leaves out it leaves out by the type, whatever the database.
const onPostgres = DATABASES.filter(({ name }) => name === 'PostgreSQL');

withDatabases(onPostgres, 'strapi transfer', (start, kind) => {
  it('carries content both ways, and neither brings evidence nor deletes any', async () => {
    const other = await preparedDatabase(kind, true);
    try {
      const app = await start({ database: await preparedDatabase(kind, true) });
      await addTracker(app.strapi, { name: 'Of the first', categoryKey: 'analytics' });
      const submission = await submissionTo(app);
      expect((await postRecord(app, submission)).status).toBe(201);
      const { accessKey } = await app.strapi
        .service('admin::transfer')
        .token.create({ name: 'both ways', description: '', permissions: ['push', 'pull'], lifespan: null });
      const address = `${await listening(app)}/admin`;
      // Without files: on a busy machine Strapi loses a message about them, and sends it again after two minutes.
      const transfer = (...where: string[]) =>
        runStrapi(other, 'transfer', '--force', '--exclude', 'files', ...where);
      const names = async () =>
        (await app.strapi.db.query(UIDS.tracker).findMany({})).map(({ name }: { name: string }) => name);

      await transfer('--from', address, '--from-token', accessKey);
      const [{ records } = {}] = await other.askEvidence(
        'select count(*) as records from consent_evidence_records',
      );
      expect(Number(records), 'of the app that it was pulled from').toBe(0);

      await addTracker(app.strapi, { name: 'Since', categoryKey: 'analytics' });
      await askEveryoneAgain(app.strapi, ASKING);
      expect(await names()).toEqual(expect.arrayContaining(['Of the first', 'Since']));
      await transfer('--to', address, '--to-token', accessKey);
      expect(await names(), 'content is that of the other project').toEqual(['Of the first']);
      const [record] = await recordsOf(app, submission.consentId);
      const { snapshots, counts } = getEvidenceStore(app.strapi);
      expect(await snapshots.byHash(record?.snapshot ?? '')).toMatchObject({ locale: 'en' });
      expect(await counts.decisions()).toBe(1);

      // As a visitor's request does, once thirty seconds are over.
      getVersionsService(app.strapi).recheck();
      expect((await app.http.get('/api/consent/config')).status).toBe(200);
      await expect
        .poll(() => reconsentLog(app.strapi), {
          message: 'who was asked again stays asked, without a new start',
        })
        .toMatchObject([ASKING]);
      const deleted = async () =>
        (await foundPastStrapi(app)).map(({ action, subject }) => `${action} ${subject.title}`);
      await expect
        .poll(deleted, { timeout: 30_000, message: 'the trail has what the transfer did' })
        .toEqual(['delete Since']);
    } finally {
      await other.drop();
    }
  });
});
