import type { Leaf } from '../leaf-store';
import { firstIdOf } from '../record-id';
import type { EvidenceStore } from '../store';

/**
 * The leaves of items that are not in the database though nobody erased or purged them: somebody has removed them by hand. An erasure
 * takes the salt of its leaves along. A purge does so when it has ended, so a record from before its cutoff counts as purged.
 *
 * @param gone leaves with an item of which no content was found. What is erased meanwhile is none of them.
 */
export async function missingAmong(
  { leaves, log }: Pick<EvidenceStore, 'leaves' | 'log'>,
  gone: readonly Leaf[],
): Promise<Leaf[]> {
  const ids = gone.flatMap(({ itemId, salt }) => (itemId === null || salt === null ? [] : [itemId]));
  if (ids.length === 0) return [];
  const purged = firstIdOf((await log.purgedBefore()) ?? new Date(0));
  return (await leaves.ofItems(ids)).filter(
    ({ kind, itemId, salt }) => itemId !== null && salt !== null && !(kind === 'record' && itemId < purged),
  );
}
