/**
 * The database did not take a record, or the process is going down. Nothing was kept, and the page, which keeps
 * what nobody acknowledged, sends it again (F4).
 */
export class NotStoredError extends Error {
  constructor(cause: unknown) {
    super('The record could not be stored just now. Send it again later.', { cause });
  }
}
