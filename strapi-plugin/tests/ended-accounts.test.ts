import { beforeAll, expect, it, vi } from 'vitest';
import { getEvidenceStore } from '../server/src/evidence';
import { linksEnded } from '../server/src/records/ended-accounts';
import { type Person, signIn } from './support/accounts';
import { signInAdmin } from './support/admin';
import { type App, onSqlite, preparedDatabase, withSqlite } from './support/app';
import { postRecord, recordsOf, submissionTo, UNLIMITED } from './support/records';

const USER = 'plugin::users-permissions.user';
const CONTENT_MANAGER = `/content-manager/collection-types/${USER}`;
const recording = { ...UNLIMITED.recording, mode: 'linked' as const };
const UNLINKING = { recording: { ...recording, onUserDelete: 'unlink' as const } };

/** Somebody who has decided with the account signed in. */
async function decided(app: App): Promise<Person & { consentId: string }> {
  const person = await signIn(app);
  const submission = await submissionTo(app);
  const posted = await postRecord(app, submission).set('Authorization', `Bearer ${person.token}`);
  expect(posted.status).toBe(201);
  return { ...person, consentId: submission.consentId };
}

/** The account that a record names. */
const accountOf = async (app: App, { consentId }: { consentId: string }) => {
  await linksEnded(app.strapi);
  const records = await recordsOf(app, consentId);
  expect(records).toHaveLength(1);
  return records[0]?.user;
};

onSqlite('onUserDelete: unlink', { options: UNLINKING }, (app) => {
  let admin: string;
  beforeAll(async () => {
    admin = await signInAdmin(app());
  });
  const asAdmin = <Sent extends { set(name: string, value: string): Sent }>(request: Sent) =>
    request.set('Authorization', `Bearer ${admin}`);

  it.each<[name: string, remove: (app: App, people: Person[]) => PromiseLike<unknown>]>([
    [
      'the content manager',
      async ({ http }, people) => {
        for (const { documentId } of people) {
          expect((await asAdmin(http.delete(`${CONTENT_MANAGER}/${documentId}`))).status).toBe(200);
        }
      },
    ],
    [
      'its deletion of several',
      async ({ http }, people) => {
        const documentIds = people.map(({ documentId }) => documentId);
        const request = asAdmin(http.post(`${CONTENT_MANAGER}/actions/bulkDelete`));
        expect((await request.send({ documentIds })).status).toBe(200);
      },
    ],
    [
      "users-permissions' own API",
      async ({ http, strapi }, people) => {
        const token = await strapi
          .service('admin::api-token')
          .create({ name: 'Users', description: '', type: 'full-access', lifespan: null });
        for (const { id } of people) {
          const request = http.delete(`/api/users/${id}`).set('Authorization', `Bearer ${token.accessKey}`);
          expect((await request).status).toBe(200);
        }
      },
    ],
    [
      'the document service',
      async ({ strapi }, people) => {
        for (const { documentId } of people) await strapi.documents(USER).delete({ documentId });
      },
    ],
    [
      'a query for many',
      ({ strapi }, people) =>
        strapi.db.query(USER).deleteMany({ where: { id: { $in: people.map(({ id }) => id) } } }),
    ],
  ])(
    'ends the link of the records, and of no others, where accounts are deleted by %s',
    async (_, remove) => {
      const [one, other, stays] = [await decided(app()), await decided(app()), await decided(app())];
      await remove(app(), [one, other]);
      expect(await accountOf(app(), one)).toBeNull();
      expect(await accountOf(app(), other)).toBeNull();
      expect(await accountOf(app(), stays)).toBe(stays.documentId);
    },
  );

  it('names who has deleted the account in the trail, and the account by a hash', async () => {
    const person = await decided(app());
    await asAdmin(app().http.delete(`${CONTENT_MANAGER}/${person.documentId}`));
    expect(await accountOf(app(), person)).toBeNull();
    const { entries } = await getEvidenceStore(app().strapi).audit.page({ action: 'unlink' }, { limit: 1 });
    expect(entries).toMatchObject([{ actor: { kind: 'admin', name: 'Ada Admin' }, changes: [{ after: 1 }] }]);
    expect(JSON.stringify(entries)).not.toContain(person.documentId);
  });

  it('leaves the link where the deletion is taken back', async () => {
    const person = await decided(app());
    const { db, documents } = app().strapi;
    const undone = db.transaction(async () => {
      await documents(USER).delete({ documentId: person.documentId });
      throw new Error('on second thoughts');
    });
    await expect(undone).rejects.toThrow('on second thoughts');
    expect(await accountOf(app(), person)).toBe(person.documentId);
    expect(await db.query(USER).count({ where: { id: person.id } })).toBe(1);
  });
});

withSqlite('a deleted account', (start, kind) => {
  it('goes on to be named by default', async () => {
    const app = await start({ options: { recording } });
    const person = await decided(app);
    await app.strapi.documents(USER).delete({ documentId: person.documentId });
    expect(await accountOf(app, person)).toBe(person.documentId);
  });

  it('whose records could not be unlinked at once is unlinked by the next start', async () => {
    const database = await preparedDatabase(kind);
    const first = await start({ options: UNLINKING, database });
    const person = await decided(first);
    vi.spyOn(getEvidenceStore(first.strapi), 'unlink').mockRejectedValue(new Error('the database is away'));
    const log = vi.spyOn(first.strapi.log, 'error').mockImplementation(() => first.strapi.log);
    await first.strapi.documents(USER).delete({ documentId: person.documentId });
    expect(await accountOf(first, person)).toBe(person.documentId);
    expect(log.mock.calls.join()).toContain('records still name an account that is deleted');
    const second = await start({ options: UNLINKING, database });
    expect(await accountOf(second, person)).toBeNull();
  });
});
