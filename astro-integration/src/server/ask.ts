const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Asks the CMS. A redirect is no answer: it leads to somewhere else, which would then speak for the CMS.
 *
 * @param timeoutMs how long the answer may take as a whole, in milliseconds.
 * @throws when it cannot be reached, takes too long, or redirects; the message names the address and the cause.
 */
export async function ask(url: string, init: RequestInit, timeoutMs: number): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs);
  // Not `redirect: 'error'`, which Cloudflare's runtime refuses.
  const response = await fetch(url, { ...init, signal, redirect: 'manual' }).catch((error: unknown) => {
    throw new Error(`${url} could not be reached: ${causeOf(error)}`, { cause: error });
  });
  if (!REDIRECTS.has(response.status)) return response;
  await response.body?.cancel();
  const target = response.headers.get('location');
  throw new Error(`${url} redirects to ${target}; name as "cms" the address that answers by itself`);
}

/** Why an answer did not come: `fetch failed` alone says nothing, its cause does. */
function causeOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return 'it took too long to answer';
  return cause?.code ?? cause?.message ?? message;
}
