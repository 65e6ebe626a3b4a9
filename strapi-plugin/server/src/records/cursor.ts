/** Where a page of records ended. */
export interface Cursor {
  createdAt: Date;
  id: number;
}

/** The last moment that every database can compare with, in milliseconds. */
const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The highest id of a row on PostgreSQL, which fails to compare with a higher one. */
const LAST_ID = 2 ** 31 - 1;

/** The cursor as one opaque word for a URL. */
export function encodeCursor({ createdAt, id }: Cursor): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
}

/** The cursor, or null for anything that `encodeCursor` did not make. */
export function decodeCursor(text: string): Cursor | null {
  const match = /^(\d{1,16})\.([1-9]\d{0,14})$/.exec(Buffer.from(text, 'base64url').toString('utf8'));
  const [createdAt, id] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || createdAt > LAST_MOMENT || id > LAST_ID) return null;
  return { createdAt: new Date(createdAt), id };
}
