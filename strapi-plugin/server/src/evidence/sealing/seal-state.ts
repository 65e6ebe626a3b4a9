import type { SealableItem } from '../leaf-store';
import { holdsEntry, logEntry, MissingTileError, NoteError, SealedLogError, signedLog } from '../seal';
import type { EvidenceStore } from '../store';

/** What the sealed log says of an item as it is stored now. */
export type SealState =
  /** It is what was sealed, as the entry at this index. */
  | { state: 'sealed'; index: number }
  /** No state of the log that is signed has it yet. */
  | { state: 'waiting' }
  /** It is not what was sealed as that entry, or the log itself is not what was signed: somebody has changed the database. */
  | { state: 'changed'; index: number };

/** By the log's signed state, as it lies in the database: `consent verify` finds what was changed there with it. */
export async function sealStateOf(
  { leaves }: Pick<EvidenceStore, 'leaves'>,
  item: SealableItem,
): Promise<SealState> {
  const [leaf] = await leaves.ofItems([item.id]);
  const number = (await leaves.logs()).at(-1);
  if (!leaf || !number) return { state: 'waiting' };
  const { index, salt, kind } = leaf;
  const content = (await leaves.contents([item])).get(item.id);
  const files = leaves.files(number);
  try {
    const head = (await signedLog(files))?.head;
    if (!head || index >= head.size) return { state: 'waiting' };
    const same = salt !== null && content && kind === item.kind;
    const holds = same && (await holdsEntry(files, head, index, logEntry({ kind, salt, content })));
    return { state: holds ? 'sealed' : 'changed', index };
  } catch (error) {
    const broken = [SealedLogError, NoteError, MissingTileError].some((type) => error instanceof type);
    if (broken) return { state: 'changed', index };
    throw error;
  }
}
