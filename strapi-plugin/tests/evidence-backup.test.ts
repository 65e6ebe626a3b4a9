import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { DATABASE_CLIENTS, missingClients } from '../../playground/run/database-clients.ts';
import { type App, preparedDatabase, withEachDatabase } from './support/app';
import type { DatabaseKind, TestDatabase } from './support/databases';
import { postRecord, recordsOf, submissionTo, UNLIMITED } from './support/records';

const DOCS = join(import.meta.dirname, '../../docs/evidence.md');

/** The command lines that the documentation gives under the name of a database, one for each block. */
async function documented(name: string): Promise<string[]> {
  const [, chapter = ''] = (await readFile(DOCS, 'utf8')).split('\n## Back-up and restore\n');
  const part = chapter
    .split('\n## ')[0]
    ?.split(/\n(?=\*\*)/)
    .find((one) => one.startsWith('**') && one.split('.')[0]?.includes(name));
  return [...(part ?? '').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, lines = '']) => lines);
}

/** Runs them as they stand, but for the names that the documentation has chosen. */
async function run(folder: string, lines: string, names: Record<string, string>): Promise<void> {
  const named = Object.entries(names).reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), lines);
  const login = { PGUSER: 'postgres', PGHOST: '127.0.0.1', MYSQL_HOST: '127.0.0.1' };
  const env = { ...process.env, ...login, HOME: folder };
  await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', named], { cwd: folder, env });
}

const nameOf = ({ connection }: TestDatabase): string =>
  String((connection.connection as { database?: string; filename?: string }).database);

/** How what the documentation says is done to this database. */
const MEANS: Record<
  DatabaseKind['name'],
  (database: TestDatabase, folder: string) => Promise<{ save(): Promise<void>; restore(): Promise<void> }>
> = {
  async SQLite({ connection }, folder) {
    const [save = ''] = await documented('SQLite');
    const { filename } = connection.connection as { filename: string };
    const files = [filename, filename.replace(/\.db$/, '.consent.db')] as const;
    return {
      save: () => run(folder, save, { '.tmp/data.db': files[0], '.tmp/data.consent.db': files[1] }),
      async restore() {
        for (const file of files)
          for (const end of ['', '-wal', '-shm']) await rm(file + end, { force: true });
        const [made = ''] = await readdir(join(folder, 'backup'));
        await copyFile(join(folder, 'backup', made, 'data.db'), files[0]);
        await copyFile(join(folder, 'backup', made, 'data.consent.db'), files[1]);
      },
    };
  },
  async PostgreSQL(database, folder) {
    const [save = '', restore = ''] = await documented('PostgreSQL');
    const names = { $DATABASE: nameOf(database) };
    return { save: () => run(folder, save, names), restore: () => run(folder, restore, names) };
  },
  async MariaDB(database, folder) {
    const [both = ''] = await documented('MariaDB');
    const [save = '', restore = ''] = both.trim().split('\n');
    const names = { shop: `--user=root --host=127.0.0.1 ${nameOf(database)}` };
    return { save: () => run(folder, save, names), restore: () => run(folder, restore, names) };
  },
};

withEachDatabase('a back-up of evidence', (start, kind) => {
  const missing = missingClients(DATABASE_CLIENTS[kind.name]);
  it.skipIf(missing.length > 0)(
    'is made while it runs and brought back by the lines of the documentation',
    async () => {
      const database = await preparedDatabase(kind, true);
      const folder = await mkdtemp(join(tmpdir(), 'consent-backup-'));
      const decide = async (app: App) => {
        const submission = await submissionTo(app);
        expect((await postRecord(app, submission)).status).toBe(201);
        return submission.consentId;
      };
      try {
        const { save, restore } = await MEANS[kind.name](database, folder);
        const app = await start({ database, options: UNLIMITED });
        const kept = [await decide(app), await decide(app)];
        await save();
        const later = await decide(app);
        const [seen] = await recordsOf(app, kept[0] as string);
        await app.stop();
        await restore();

        const restored = await start({ database, options: UNLIMITED });
        expect(await recordsOf(restored, kept[0] as string)).toEqual([seen]);
        expect(await recordsOf(restored, kept[1] as string)).toHaveLength(1);
        expect(await recordsOf(restored, later)).toEqual([]);
        expect(await recordsOf(restored, await decide(restored))).toHaveLength(1);
      } finally {
        await rm(folder, { recursive: true, force: true });
        await database.drop();
      }
    },
  );
});
