import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
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
  create(): Promise<TestDatabase>;
}

const uniqueName = () => `consent_test_${process.pid}_${randomBytes(4).toString('hex')}`;

const sqlite: DatabaseKind = {
  name: 'SQLite',
  missing: null,
  async create() {
    const filename = join(tmpdir(), `${uniqueName()}.db`);
    return {
      connection: { client: 'sqlite', connection: { filename }, useNullAsDefault: true },
      async drop() {
        for (const suffix of ['', '-wal', '-shm', '-journal'])
          await rm(`${filename}${suffix}`, { force: true });
      },
    };
  },
};

const host = '127.0.0.1';

const postgres: DatabaseKind = {
  name: 'PostgreSQL',
  missing: await unreachable('PostgreSQL', 5432),
  async create() {
    const name = uniqueName();
    const admin = async (sql: string) => {
      const client = new Client({ host, user: 'postgres', database: 'postgres' });
      await client.connect();
      await client.query(sql);
      await client.end();
    };
    await admin(`create database ${name}`);
    return {
      connection: { client: 'postgres', connection: { host, port: 5432, user: 'postgres', database: name } },
      drop: () => admin(`drop database if exists ${name} with (force)`),
    };
  },
};

const mariadb: DatabaseKind = {
  name: 'MariaDB',
  missing: await unreachable('MariaDB', 3306),
  async create() {
    const name = uniqueName();
    const admin = async (sql: string) => {
      const client = await mysql.createConnection({ host, user: 'root' });
      await client.query(sql);
      await client.end();
    };
    await admin(`create database ${name} character set utf8mb4`);
    return {
      connection: {
        client: 'mysql',
        connection: { host, port: 3306, user: 'root', password: '', database: name },
      },
      drop: () => admin(`drop database if exists ${name}`),
    };
  },
};

/** Why tests that share a rate limit cannot run here, or null. */
export const redisMissing = await unreachable('Redis', 6379);

export const DATABASES: readonly DatabaseKind[] = [sqlite, postgres, mariadb];

async function unreachable(name: string, port: number): Promise<string | null> {
  const reachable = await new Promise<boolean>((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('timeout', () => resolve(false));
    socket.once('close', () => resolve(false));
  }).catch(() => false);
  if (reachable) return null;
  const reason = `${name} does not answer on ${host}:${port}`;
  if (process.env.CI) throw new Error(`${reason}; in CI these tests must run`);
  return reason;
}
