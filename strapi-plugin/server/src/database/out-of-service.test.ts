import { describe, expect, it } from 'vitest';
import { isOutOfService } from './out-of-service';

const error = (message: string, properties: object = {}) => Object.assign(new Error(message), properties);

describe('a database that does not answer', () => {
  it.each([
    ['a port that nobody listens on', error('connect', { code: 'ECONNREFUSED', syscall: 'connect' })],
    ['both addresses of a name', Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })],
    ['a socket that is not there', error('connect ENOENT /run/pg', { code: 'ENOENT', syscall: 'connect' })],
    ['pg: the server goes down', error('terminating connection', { code: '57P01' })],
    ['pg: it starts', error('the database system is starting up', { code: '57P03' })],
    ['pg: no connection left', error('sorry, too many clients already', { code: '53300' })],
    ['pg: a replica', error('cannot execute INSERT in a read-only transaction', { code: '25006' })],
    ['pg: a bare Error', error('Connection terminated unexpectedly')],
    ['pg: a pool of its own', error('lost', { cause: error('timeout expired') })],
    ['mysql2: a lost connection', error('lost', { code: 'PROTOCOL_CONNECTION_LOST', fatal: true })],
    [
      'mysql2: a closed connection',
      error("Can't add new command when connection is in closed state", { fatal: true }),
    ],
    ['mysql2: no connection left', error('Too many', { code: 'ER_CON_COUNT_ERROR', sqlState: '08004' })],
    ['mysql2: other credentials', error('denied', { code: 'ER_ACCESS_DENIED_ERROR', sqlState: '28000' })],
    ['mysql2: a deadlock', error('Deadlock found', { code: 'ER_LOCK_DEADLOCK', sqlState: '40001' })],
    ['SQLite: another writer', error('database is locked', { code: 'SQLITE_BUSY' })],
    ['SQLite: a full disk', error('database or disk is full', { code: 'SQLITE_FULL' })],
    ['knex: a full pool', error('Knex: Timeout acquiring a connection.', { name: 'KnexTimeoutError' })],
    ['knex: a pool that is closed', error('Unable to acquire a connection')],
  ])('is one: %s', (_what, thrown) => expect(isOutOfService(thrown)).toBe(true));

  it.each([
    ['an error that nobody knows', error('Duplicated item key: plugin::content-manager.explorer.create')],
    ['a mistake in the code', new TypeError("Cannot read properties of undefined (reading 'x')")],
    ['a table that is not there', error('relation "x" does not exist', { code: '42P01' })],
    ['the same on MySQL', error("Table 'x' doesn't exist", { code: 'ER_NO_SUCH_TABLE', sqlState: '42S02' })],
    ['the same on SQLite', error('no such table: x', { code: 'SQLITE_ERROR' })],
    ['a value that is refused', error('duplicate key', { code: '23505' })],
    ['no error at all', { code: 'ECONNREFUSED' }],
  ])('is none: %s', (_what, thrown) => expect(isOutOfService(thrown)).toBe(false));
});
