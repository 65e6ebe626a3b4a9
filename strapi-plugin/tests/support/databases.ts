import { randomBytes } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { Client } from 'pg';

/** A database of its own for one test file, dropped when the file is done. */
export interface TestDatabase {
  /** What stands under `connection` in `config/database.js`. */
  connection: Record<string, unknown>;
  drop(): Promise<void>;
}

export interface DatabaseKind {
  name: 'SQLite' | 'PostgreSQL' | 'MariaDB';
  /** Why tests on it cannot run here, or null. In CI an unreachable database fails instead. */
  missing: string | null;
  /** The database of this name, there or not. */
  named(name: string): TestDatabase;
  /** An empty one. */
  create(name?: string): Promise<TestDatabase>;
  /** One with the same tables and rows as that of this name, to which nobody may be connected. */
  copy(original: string): Promise<TestDatabase>;
}

const uniqueName = () => `consent_test_${process.pid}_${randomBytes(4).toString('hex')}`;

const sqliteFile = (name: string) => join(tmpdir(), `${name}.db`);

const sqlite: DatabaseKind = {
  name: 'SQLite',
  missing: null,
  named(name) {
    const filename = sqliteFile(name);
    return {
      connection: { client: 'sqlite', connection: { filename }, useNullAsDefault: true },
      async drop() {
        for (const suffix of ['', '-wal', '-shm', '-journal'])
          await rm(`${filename}${suffix}`, { force: true });
      },
    };
  },
  async create(name = uniqueName()) {
    return sqlite.named(name);
  },
  async copy(original) {
    const name = uniqueName();
    await copyFile(sqliteFile(original), sqliteFile(name));
    return sqlite.named(name);
  },
};

const host = '127.0.0.1';

async function onPostgres(sql: string): Promise<void> {
  const client = new Client({ host, user: 'postgres', database: 'postgres' });
  await client.connect();
  await client.query(sql);
  await client.end();
}

const postgres: DatabaseKind = {
  name: 'PostgreSQL',
  missing: await unreachable('PostgreSQL', 5432),
  named: (name) => ({
    connection: { client: 'postgres', connection: { host, port: 5432, user: 'postgres', database: name } },
    drop: () => onPostgres(`drop database if exists ${name} with (force)`),
  }),
  async create(name = uniqueName()) {
    await onPostgres(`create database ${name}`);
    return postgres.named(name);
  },
  async copy(original) {
    const name = uniqueName();
    await onPostgres(`create database ${name} template ${original}`);
    return postgres.named(name);
  },
};

async function onMariadb<Answer>(act: (connection: mysql.Connection) => Promise<Answer>): Promise<Answer> {
  const connection = await mysql.createConnection({ host, user: 'root', multipleStatements: true });
  try {
    return await act(connection);
  } finally {
    await connection.end();
  }
}

const mariadb: DatabaseKind = {
  name: 'MariaDB',
  missing: await unreachable('MariaDB', 3306),
  named: (name) => ({
    connection: {
      client: 'mysql',
      connection: { host, port: 3306, user: 'root', password: '', database: name },
    },
    async drop() {
      await onMariadb((connection) => connection.query(`drop database if exists ${name}`));
    },
  }),
  async create(name = uniqueName()) {
    await onMariadb((connection) => connection.query(`create database ${name} character set utf8mb4`));
    return mariadb.named(name);
  },
  async copy(original) {
    const name = uniqueName();
    const { drop, connection } = await mariadb.create(name);
    await onMariadb(async (open) => {
      const [tables] = await open.query<mysql.RowDataPacket[]>(`show tables from ${original}`);
      // As they stand there, foreign keys included, whatever the order of the tables.
      const copies = [`set foreign_key_checks = 0; use ${name};`];
      for (const table of tables.map((row) => `\`${Object.values(row)[0]}\``)) {
        const [[made]] = await open.query<mysql.RowDataPacket[]>(`show create table ${original}.${table}`);
        copies.push(`${made?.['Create Table']}; insert into ${table} select * from ${original}.${table};`);
      }
      await open.query(copies.join('\n'));
    });
    return { drop, connection };
  },
};

/** Why tests that share a rate limit cannot run here, or null. */
export const redisMissing = await unreachable('Redis', 6379);

export const DATABASES: readonly DatabaseKind[] = [sqlite, postgres, mariadb];

async function unreachable(name: string, port: number): Promise<string | null> {
  const reachable = await new Promise<boolean>((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    // An open one would keep the process from ending.
    const answer = (yes: boolean) => {
      socket.destroy();
      resolve(yes);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
    socket.once('timeout', () => answer(false));
  });
  if (reachable) return null;
  const reason = `${name} does not answer on ${host}:${port}`;
  if (process.env.CI) throw new Error(`${reason}; in CI these tests must run`);
  return reason;
}
