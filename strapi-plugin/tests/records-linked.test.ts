import { beforeAll, expect, it, vi } from 'vitest';
import { type Person, signIn } from './support/accounts';
import { onEachDatabase, withSqlite } from './support/app';
import { insertRecords } from './support/old-records';
import { changeSettings, postRecord, RECORDS, recordsOf, submissionTo, UNLIMITED } from './support/records';

const ME = `${RECORDS}/me`;
const LINKED = { recording: { ...UNLIMITED.recording, mode: 'linked' as const } };

onEachDatabase('linked records', { options: LINKED }, (app) => {
  let person: Person;
  beforeAll(async () => {
    person = await signIn(app());
  });
  const me = (token?: string) => {
    const request = app().http.get(ME);
    return token ? request.set('Authorization', `Bearer ${token}`) : request;
  };

  it('E7: a record carries the user who was signed in, and is theirs to see', async () => {
    const submission = await submissionTo(app());
    const posted = await postRecord(app(), submission).set('Authorization', `Bearer ${person.token}`);
    expect(posted.status).toBe(201);
    expect((await recordsOf(app(), submission.consentId))[0]?.user).toBe(person.documentId);
    const { status, body, headers } = await me(person.token);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.docs[0]).toMatchObject({
      id: posted.body.id,
      consentId: submission.consentId,
      decisions: submission.decisions,
      versions: submission.versions,
      source: 'banner',
      locale: submission.locale,
    });
    expect(body.docs[0]).not.toHaveProperty('fingerprint');
  });

  it('E7: shows the last 50, newest first, and nobody else’s', async () => {
    const other = await signIn(app());
    const ids: string[] = [];
    for (let i = 0; i < 55; i += 1) {
      const createdAt = new Date(Date.now() - (55 - i) * 1000);
      ids.push(...(await insertRecords(app(), 1, { user: other.documentId, createdAt: createdAt })));
    }
    const { body } = await me(other.token);
    expect(body.docs.map(({ consentId }: { consentId: string }) => consentId)).toEqual(
      ids.reverse().slice(0, 50),
    );
  });

  it('K: with an invalid token a record is stored without a user', async () => {
    const submission = await submissionTo(app());
    expect((await postRecord(app(), submission).set('Authorization', 'Bearer nonsense')).status).toBe(201);
    expect((await recordsOf(app(), submission.consentId))[0]?.user).toBeNull();
  });

  it('E7: an outage while the account is looked up says nothing of the token: nothing is stored without its user', async () => {
    const accounts = app().strapi.plugin('users-permissions').service('user');
    const lookUp = vi.spyOn(accounts, 'fetchAuthenticatedUser');
    const log = vi.spyOn(app().strapi.log, 'error').mockImplementation(() => app().strapi.log);
    const timeout = Object.assign(new Error('Timeout acquiring a connection.'), { name: 'KnexTimeoutError' });
    lookUp.mockRejectedValueOnce(timeout).mockRejectedValueOnce(timeout);
    const submission = await submissionTo(app());
    const post = () => postRecord(app(), submission).set('Authorization', `Bearer ${person.token}`);
    for (const { status, headers } of [await post(), await me(person.token)]) {
      expect([status, headers['retry-after']]).toEqual([503, '5']);
    }
    for (const spy of [lookUp, log]) spy.mockRestore();
    expect((await post()).status).toBe(201);
    const users = (await recordsOf(app(), submission.consentId)).map(({ user }) => user);
    expect(users).toEqual([person.documentId]);
  });

  it.each([
    ['without a token', async () => undefined],
    ['with an invalid token', async () => 'nonsense'],
    ['of a blocked user', async () => (await signIn(app(), { blocked: true })).token],
  ])('K: records/me %s is 401 in the shape of all errors', async (_, token) => {
    const { status, body, headers } = await me(await token());
    expect(status).toBe(401);
    expect(body).toMatchObject({ data: null, error: { status: 401, name: 'UnauthorizedError' } });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('F1: in anonymous mode nobody is linked, signed in or not', async () => {
    await changeSettings(app(), { recordingMode: 'anonymous' });
    const submission = await submissionTo(app());
    await postRecord(app(), submission).set('Authorization', `Bearer ${person.token}`);
    expect((await recordsOf(app(), submission.consentId))[0]?.user).toBeNull();
    await changeSettings(app(), { recordingMode: null });
  });
});

withSqlite('without linking', (start) => {
  it('A: usersSlug false turns linking off, and records/me is 401 for everybody', async () => {
    const app = await start({ options: { ...LINKED, usersSlug: false } });
    const { token } = await signIn(app);
    const submission = await submissionTo(app);
    expect((await postRecord(app, submission).set('Authorization', `Bearer ${token}`)).status).toBe(201);
    expect((await recordsOf(app, submission.consentId))[0]?.user).toBeNull();
    expect((await app.http.get(ME).set('Authorization', `Bearer ${token}`)).status).toBe(401);
  });
});
