import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import mysql from 'mysql2/promise';
import { Client } from 'pg';

/** A database of a test's own, until it drops it. */
export interface TestDatabase {
  /** What stands under `connection` in `config/database.js`. */
  connection: Record<string, unknown>;
  drop(): Promise<void>;
  /** Asks where evidence is kept: this database, or on SQLite the file beside it. */
  askEvidence(sql: string): Promise<Row[]>;
  /** A connection to that, for what is asked again and again. */
  openEvidence(): Promise<EvidenceConnection>;
}

export interface EvidenceConnection {
  ask(sql: string): Promise<Row[]>;
  close(): Promise<void>;
}

type Row = Record<string, unknown>;

const asking = (openEvidence: () => Promise<EvidenceConnection>) => ({
  openEvidence,
  async askEvidence(sql: string): Promise<Row[]> {
    const connection = await openEvidence();
    try {
      return await connection.ask(sql);
    } finally {
      await connection.close();
    }
  },
});

/** One that was copied from another, and can be made like it again. */
export interface DatabaseCopy extends TestDatabase {
  /** Replaces all rows by those of the original; to nobody connected. Not where a new copy is as quick. */
  restore?(): Promise<void>;
}

export interface DatabaseKind {
  name: 'SQLite' | 'PostgreSQL' | 'MariaDB';
  /** Why tests on it cannot run here, or null. In CI an unreachable database fails instead. */
  missing: string | null;
  /** An empty one. */
  create(name?: string): Promise<TestDatabase>;
  /** Makes the database of this name, to which nobody may be connected, one that can be copied. */
  prepareCopies(original: string): Promise<void>;
  /**
   * One with the same tables and rows as that of this name, which was prepared. What is committed there need not
   * survive the crash of the machine: for a test about that, create one.
   */
  copy(original: string): Promise<DatabaseCopy>;
  /** Drops what this test run has left here. */
  dropAll(): Promise<void>;
}

/** How the names of all databases of this test run begin; its threads are of one process. */
export const RUN = `consent_test_${process.pid}`;

const uniqueName = () => `${RUN}_${randomBytes(4).toString('hex')}`;

/** In memory where the system has such a place. */
const COPIES = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const sqliteFile = (name: string, folder = tmpdir()) => join(folder, `${name}.db`);

/** The file that the plugin keeps beside it. Nothing of the plugin is imported here: benchmarks use this, too. */
const evidenceFileOf = (filename: string) => filename.replace(/\.db$/, '.consent.db');

const removeFiles = (names: string[]) => Promise.all(names.map((name) => rm(name, { force: true })));

const sqliteDatabase = (filename: string): TestDatabase => ({
  connection: { client: 'sqlite', connection: { filename }, useNullAsDefault: true },
  ...asking(async () => {
    const file = new DatabaseSync(evidenceFileOf(filename), { readOnly: true });
    return { ask: async (sql) => file.prepare(sql).all(), close: async () => file.close() };
  }),
  drop: async () => {
    const files = [filename, evidenceFileOf(filename)];
    await removeFiles(
      files.flatMap((file) => ['', '-wal', '-shm', '-journal'].map((end) => `${file}${end}`)),
    );
  },
});

export const SQLITE: DatabaseKind = {
  name: 'SQLite',
  missing: null,
  async create(name = uniqueName()) {
    return sqliteDatabase(sqliteFile(name));
  },
  async prepareCopies() {},
  async copy(original) {
    const filename = sqliteFile(uniqueName(), COPIES);
    await copyFile(sqliteFile(original), filename);
    return sqliteDatabase(filename);
  },
  async dropAll() {
    for (const folder of new Set([tmpdir(), COPIES])) {
      const names = (await readdir(folder)).filter((name) => name.startsWith(`${RUN}_`));
      await removeFiles(names.map((name) => join(folder, name)));
    }
  },
};

const host = '127.0.0.1';

async function toPostgres(database: string): Promise<EvidenceConnection> {
  const client = new Client({ host, user: 'postgres', database });
  await client.connect();
  return { ask: async (sql) => (await client.query(sql)).rows, close: () => client.end() };
}

async function onPostgres(database: string, sql: string): Promise<Record<string, string>[]> {
  const connection = await toPostgres(database);
  try {
    return (await connection.ask(sql)) as Record<string, string>[];
  } finally {
    await connection.close();
  }
}

const dropPostgres = (name: string) =>
  onPostgres('postgres', `drop database if exists ${name} with (force)`).then(() => undefined);

const postgresDatabase = (name: string, options?: string): TestDatabase => ({
  connection: {
    client: 'postgres',
    connection: { host, port: 5432, user: 'postgres', database: name, ...(options && { options }) },
  },
  drop: () => dropPostgres(name),
  ...asking(() => toPostgres(name)),
});

/** Beside the tables of a copy: the rows that they had at first, where there were any. */
const KEPT = 'kept_rows';

const postgres: DatabaseKind = {
  name: 'PostgreSQL',
  missing: await unreachable('PostgreSQL', 5432),
  async create(name = uniqueName()) {
    await onPostgres('postgres', `create database ${name}`);
    return postgresDatabase(name);
  },
  async prepareCopies(original) {
    // What stands in a partition stands in its table, too.
    const tables = await onPostgres(
      original,
      `select relname as tablename from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    );
    const kept = tables.map(({ tablename }) => `create table ${KEPT}."${tablename}" as table "${tablename}"`);
    await onPostgres(original, [`create schema ${KEPT}`, ...kept].join(';'));
  },
  async copy(original) {
    const name = uniqueName();
    await onPostgres('postgres', `create database ${name} template ${original}`);
    return {
      ...postgresDatabase(name, '-c synchronous_commit=off'),
      async restore() {
        const tables = await onPostgres(name, `select tablename from pg_tables where schemaname = '${KEPT}'`);
        const rows = tables.map(
          ({ tablename }) =>
            `delete from "${tablename}"; insert into "${tablename}" table ${KEPT}."${tablename}"`,
        );
        // One transaction, in which no foreign key is looked at.
        await onPostgres(
          name,
          `set synchronous_commit = off; set session_replication_role = replica; ${rows.join(';')}`,
        );
      },
    };
  },
  async dropAll() {
    const databases = await onPostgres(
      'postgres',
      `select datname from pg_database where datname like '${RUN.replaceAll('_', '\\_')}\\_%'`,
    );
    for (const { datname } of databases) await dropPostgres(datname ?? '');
  },
};

async function onMariadb<Row = mysql.RowDataPacket>(sql: string): Promise<Row[]> {
  const connection = await mysql.createConnection({ host, user: 'root', multipleStatements: true });
  try {
    const [rows] = await connection.query(sql);
    return rows as Row[];
  } finally {
    await connection.end();
  }
}

const mariadbDatabase = (name: string): TestDatabase => ({
  connection: {
    client: 'mysql',
    connection: { host, port: 3306, user: 'root', password: '', database: name },
  },
  drop: () => onMariadb(`drop database if exists ${name}`).then(() => undefined),
  ...asking(async () => {
    const connection = await mysql.createConnection({ host, user: 'root', database: name });
    return {
      ask: async (sql) => (await connection.query<mysql.RowDataPacket[]>(sql))[0],
      close: () => connection.end(),
    };
  }),
});

const mariadb: DatabaseKind = {
  name: 'MariaDB',
  missing: await unreachable('MariaDB', 3306),
  async create(name = uniqueName()) {
    await onMariadb(`create database ${name} character set utf8mb4`);
    return mariadbDatabase(name);
  },
  async prepareCopies() {},
  async copy(original) {
    const name = uniqueName();
    const database = await mariadb.create(name);
    const named = await onMariadb(`show tables from ${original}`);
    const tables = named.map((row) => `\`${Object.values(row)[0]}\``);
    const made = await onMariadb<[{ 'Create Table': string }]>(
      tables.map((table) => `show create table ${original}.${table}`).join(';'),
    );
    // As they stand there, foreign keys included, whatever the order of the tables.
    const copies = ['set foreign_key_checks = 0', `use ${name}`, ...made.map(([one]) => one['Create Table'])];
    const filled = tables.map((table) => `insert into ${table} select * from ${original}.${table}`);
    await onMariadb([...copies, ...filled].join(';'));
    return {
      ...database,
      async restore() {
        const emptied = tables.map((table) => `delete from ${table}`);
        await onMariadb(
          ['set foreign_key_checks = 0', `use ${name}`, 'begin', ...emptied, ...filled, 'commit'].join(';'),
        );
      },
    };
  },
  async dropAll() {
    const databases = await onMariadb(`show databases like '${RUN.replaceAll('_', '\\_')}\\_%'`);
    for (const row of databases) await onMariadb(`drop database ${Object.values(row)[0]}`);
  },
};

/** Why tests that share a rate limit cannot run here, or null. */
export const redisMissing = await unreachable('Redis', 6379);

export const DATABASES: readonly DatabaseKind[] = [SQLITE, postgres, mariadb];

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
