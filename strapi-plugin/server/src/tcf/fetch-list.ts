/** How long a list may take to come, in milliseconds. */
const PATIENCE = 60_000;

/** The most of a list that is read, in bytes: IAB's has about one million. */
const MOST = 20_000_000;

/**
 * The text of a list; null where its publisher says that there is none, as of a language that has no translation.
 *
 * @param ended ends it, as where the CMS stops
 * @throws where nobody answers, with anything else, or with more than a list has
 */
export async function fetchList(address: string, ended?: AbortSignal): Promise<string | null> {
  const response = await ask(address, ended);
  if (response.status === 404) {
    await response.body?.cancel();
    return null;
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`it answered ${response.status}`);
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > MOST) throw new Error(`it has more than ${MOST} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Once more where the connection broke: one that was kept open may be closed by the other side in the very moment. */
async function ask(address: string, ended: AbortSignal | undefined): Promise<Response> {
  const late = AbortSignal.timeout(PATIENCE);
  const signal = ended ? AbortSignal.any([late, ended]) : late;
  try {
    return await fetch(address, { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    return await fetch(address, { signal });
  }
}
