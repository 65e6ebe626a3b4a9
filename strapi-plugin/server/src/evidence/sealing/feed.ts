import type { Leaf } from '../leaf-store';
import { CHECKPOINT_PATH, type JsonObject, logEntries, type SealedKind } from '../seal';
import { unverifiedCheckpoint } from '../seal/checkpoint';
import { utf8Text } from '../seal/encoding';
import { parseLogEntry } from '../seal/sealed-item';
import type { EvidenceStore } from '../store';
import { missingAmong } from './missing';

/** What was sealed as one entry of the log. */
export type FeedItem =
  /**
   * `kind` and `commitment` are those of the log: content that somebody has changed does not fit them. What is set apart is said
   * beside the content, which is what was sealed.
   */
  | {
      index: number;
      kind: SealedKind;
      salt: string;
      commitment: string;
      content: JsonObject;
      /** A record that is set apart now: it counts nowhere. */
      quarantined?: true;
    }
  /** A record that was erased, or purged, since. */
  | { index: number; kind: 'record'; erased: true }
  /** Is not in the database, and nobody erased or purged it. */
  | { index: number; kind: SealedKind; missing: true };

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
  store: EvidenceStore,
  { after, limit }: { after: number; limit: number },
): Promise<FeedPage> {
  const { leaves } = store;
  const files = leaves.files((await leaves.logs()).at(-1) ?? 1);
  const checkpoint = await files.read(CHECKPOINT_PATH);
  const size = checkpoint ? unverifiedCheckpoint(utf8Text(checkpoint)).size : 0;
  const first = after + 1;
  const end = Math.min(size, first + limit);
  const known = (await leaves.from(first, limit)).filter(({ index }) => index < end);
  const byIndex = new Map(known.map((leaf) => [leaf.index, leaf]));
  const wanted = known.flatMap(({ itemId, kind }) => (itemId === null ? [] : [{ id: itemId, kind }]));
  const contents = await leaves.contents(wanted);
  const records = wanted.filter(({ kind }) => kind === 'record').map(({ id }) => id);
  const apart = await store.quarantines.among(records);
  const contentOf = (leaf?: Leaf) => (leaf?.itemId ? contents.get(leaf.itemId) : undefined);
  const gone = known.filter((leaf) => !contentOf(leaf));
  const missing = new Set((await missingAmong(store, gone)).map(({ index }) => index));
  const items: FeedItem[] = [];
  for await (const entry of first < end ? logEntries(files, size, { from: first, to: end }) : []) {
    const index = first + items.length;
    const { kind, commitment } = parseLogEntry(entry);
    const leaf = byIndex.get(index);
    const content = contentOf(leaf);
    if (leaf?.salt && content) {
      const { salt, itemId } = leaf;
      items.push({
        ...{ index, kind, salt, commitment: Buffer.from(commitment).toString('base64'), content },
        ...(itemId !== null && apart.has(itemId) && { quarantined: true }),
      });
    } else if (kind === 'record' && !missing.has(index)) items.push({ index, kind, erased: true });
    // Nothing but records is ever erased or purged.
    else items.push({ index, kind, missing: true });
  }
  return { items, after: items.at(-1)?.index ?? after, size };
}
