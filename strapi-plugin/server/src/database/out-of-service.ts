import { isWriteConflict, property } from './write-conflicts';

/** How Node and mysql2 call a connection that is refused, lost or not found, and a server with no room for another. */
const CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTDOWN', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH'],
  ...['PROTOCOL_CONNECTION_LOST', 'PROTOCOL_SEQUENCE_TIMEOUT'],
  ...['ER_CON_COUNT_ERROR', 'ER_TOO_MANY_USER_CONNECTIONS', 'ER_USER_LIMIT_REACHED', 'ER_HOST_IS_BLOCKED'],
  ...['ER_SERVER_SHUTDOWN', 'ER_CONNECTION_KILLED', 'ER_QUERY_INTERRUPTED', 'ER_QUERY_TIMEOUT'],
  ...['ER_STATEMENT_TIMEOUT', 'ER_DISK_FULL', 'ER_RECORD_FILE_FULL', 'ER_OUT_OF_RESOURCES', 'ER_OUTOFMEMORY'],
  // A replica that was a primary a moment ago, and a table that another instance is just changing.
  ...['ER_OPTION_PREVENTS_STATEMENT', 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION', 'ER_TABLE_DEF_CHANGED'],
  'ER_BAD_DB_ERROR',
]);

/**
 * SQLSTATE, of PostgreSQL as the error's code and of MySQL beside it: no connection, no admission, no resources, an
 * operator's intervention, the system's own error; a server that may only read, a database that is not there.
 */
const SQLSTATE = /^((08|28|53|57|58)...|25006|3D000)$/;

const SQLITE = /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|NOMEM|PROTOCOL|INTERRUPT)/;

/** What pg, and knex with its pool, say in a bare Error. */
const MESSAGES = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout expired',
  'Query read timeout',
  'Unable to acquire a connection',
  'aborted',
]);

/**
 * Whether the database does not answer, or cannot for now: asking again later is worth it. Everything else is a mistake
 * that stays one, however often somebody asks.
 */
export function isOutOfService(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = property(error, 'code');
  return (
    CODES.has(code) ||
    SQLSTATE.test(code) ||
    SQLSTATE.test(property(error, 'sqlState')) ||
    SQLITE.test(code) ||
    isWriteConflict(error) ||
    error.name === 'KnexTimeoutError' ||
    // A socket in the file system that is not there, and what mysql2 says of a connection that is gone for good.
    Reflect.get(error, 'syscall') === 'connect' ||
    Reflect.get(error, 'fatal') === true ||
    MESSAGES.has(error.message) ||
    isOutOfService(error.cause)
  );
}
