import { CHECKPOINT_PATH, type JsonObject, type SealedKind } from '../seal';
import { unverifiedCheckpoint } from '../seal/checkpoint';
import { utf8Text } from '../seal/encoding';
import type { EvidenceStore } from '../store';

/** What was sealed as one entry of the log. */
export type FeedItem =
  | { index: number; kind: SealedKind; salt: string; commitment: string; content: JsonObject }
  /** A record that was erased, or purged, since. */
  | { index: number; kind: 'record'; erased: true };

export interface FeedPage {
  /** In the order of the log, without a gap. */
  items: FeedItem[];
  /** What to ask with next; as it was asked where there is nothing new. */
  after: number;
  /** Entries of the log. */
  size: number;
}

/** Sealed items behind an index of the log. Whoever asks again gets the same items, but for those that are gone since. */
export async function feedAfter(
  { leaves }: EvidenceStore,
  { after, limit }: { after: number; limit: number },
): Promise<FeedPage> {
  const log = (await leaves.logs()).at(-1) ?? 1;
  const checkpoint = await leaves.files(log).read(CHECKPOINT_PATH);
  const size = checkpoint ? unverifiedCheckpoint(utf8Text(checkpoint)).size : 0;
  const first = after + 1;
  const end = Math.min(size, first + limit);
  const known = (await leaves.from(first, limit)).filter(({ index }) => index < end);
  const byIndex = new Map(known.map((leaf) => [leaf.index, leaf]));
  const wanted = known.flatMap(({ itemId, kind }) => (itemId === null ? [] : [{ id: itemId, kind }]));
  const contents = await leaves.contents(wanted);
  const items = Array.from({ length: Math.max(0, end - first) }, (_, at): FeedItem => {
    const index = first + at;
    const leaf = byIndex.get(index);
    const content = leaf?.itemId ? contents.get(leaf.itemId) : undefined;
    if (!leaf?.salt || !content) return { index, kind: 'record', erased: true };
    const commitment = Buffer.from(leaf.commitment).toString('base64');
    return { index, kind: leaf.kind, salt: leaf.salt, commitment, content };
  });
  return { items, after: items.at(-1)?.index ?? after, size };
}
