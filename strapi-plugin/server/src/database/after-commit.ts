import type { Core } from '@strapi/strapi';

/**
 * Hands over what is said within a transaction once, after its commit, each thing once; nobody waits for it then. What is
 * said outside of one is handed over at once, and waited for.
 */
export function afterCommit<T>(
  strapi: Core.Strapi,
  take: (said: readonly T[]) => Promise<void>,
): (one: T) => Promise<void> {
  const saidIn = new WeakMap<object, Set<T>>();
  return async (one) => {
    if (!strapi.db.inTransaction()) return take([one]);
    await strapi.db.transaction(async ({ trx, onCommit }) => {
      const said = saidIn.get(trx) ?? new Set();
      said.add(one);
      if (saidIn.has(trx)) return;
      saidIn.set(trx, said);
      onCommit(() => {
        take([...said]).catch((error: unknown) => strapi.log.error(error));
      });
    });
  };
}
