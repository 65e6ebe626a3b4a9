/** Where a page of records ended. */
export interface Cursor {
  createdAt: Date;
  id: number;
}

/** The cursor as one opaque word for a URL. */
export function encodeCursor({ createdAt, id }: Cursor): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
}

/** The cursor, or null for anything that `encodeCursor` did not make. */
export function decodeCursor(text: string): Cursor | null {
  const match = /^(\d{1,16})\.(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString('utf8'));
  if (!match) return null;
  return { createdAt: new Date(Number(match[1])), id: Number(match[2]) };
}
