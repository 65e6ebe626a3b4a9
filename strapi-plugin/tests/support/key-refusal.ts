import { expect } from 'vitest';

/** What a write that is refused for its key says of it. */
export async function keyRefusal(write: Promise<unknown>): Promise<string> {
  const error = await write.then(
    () => null,
    (thrown: Error & { details: { errors: { path: string[] }[] } }) => thrown,
  );
  expect(error?.details.errors.map(({ path }) => path)).toEqual([['key']]);
  return error!.message;
}
