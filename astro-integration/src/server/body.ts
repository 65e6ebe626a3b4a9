/**
 * The body of a request, or null where it has more bytes than it may: then the rest of it is not read. Its length alone
 * is no help, since a body may come in chunks without one.
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null;
  const body = new Uint8Array(limit);
  let length = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    if (length + value.length > limit) {
      // It fails where a runtime has put a body of its own into the request, as Deno has: the answer is the same.
      await reader.cancel().catch(() => {});
      return null;
    }
    body.set(value, length);
    length += value.length;
  }
  return body.subarray(0, length);
}
