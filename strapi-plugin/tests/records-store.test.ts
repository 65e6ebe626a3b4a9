import { expect, it } from 'vitest';
import { TABLES } from '../server/src/evidence/sql/evidence-database';
import { preparedDatabase, withEachDatabase } from './support/app';
import { evidenceTables } from './support/evidence-tables';
import { postRecord, recordsOf, submissionTo, UNLIMITED } from './support/records';

withEachDatabase('when the database is gone', (start, kind) => {
  it('F3, F4: POST records answers 503 with Retry-After instead of a promise, and works again afterwards', async () => {
    const app = await start({ options: UNLIMITED });
    const submission = await submissionTo(app);
    const rename = (from: string, to: string) =>
      evidenceTables(app, ({ schema }) => schema.renameTable(from, to));
    await rename(TABLES.records, 'elsewhere');
    const { status, body, headers } = await postRecord(app, submission);
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body).toMatchObject({ data: null, error: { status: 503, name: 'ServiceUnavailableError' } });
    expect(JSON.stringify(body)).not.toMatch(/consent_evidence|SQLITE|relation|table/i);
    await rename('elsewhere', TABLES.records);
    expect((await postRecord(app, submission)).status).toBe(201);
  });

  it('F3: everything accepted before the end is on disk after it', async () => {
    const database = await preparedDatabase(kind);
    const app = await start({ options: UNLIMITED, database });
    const submissions = await Promise.all(Array.from({ length: 40 }, () => submissionTo(app)));
    const answers = submissions.map((submission) =>
      postRecord(app, submission).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    await answers[0];
    await app.stop();
    const statuses = await Promise.all(answers);
    const again = await start({ options: UNLIMITED, database });
    for (const [i, status] of statuses.entries()) {
      if (status !== 201) continue;
      expect(await recordsOf(again, submissions[i]?.consentId ?? '')).toHaveLength(1);
    }
    expect(statuses).toContain(201);
  });
});
