import { diffWordsWithSpace } from 'diff';

/** A run of a text, as it stays or as it was or became. */
export interface Run {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Letters that stay around a change, and from how many on those between two changes are left out. */
const CONTEXT = 60;
const LONGEST = 3 * CONTEXT;

/** Edits after which two texts are told as one in place of the other: it takes longer than anybody reads. */
const MOST_EDITS = 2000;

/** What is different in a text, word by word, with what stands around it. */
export function textDifference(before: string, after: string): Run[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS });
  const runs: Run[] = changes
    ? changes.map(({ added, removed, value }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        text: value,
      }))
    : [
        { kind: 'removed', text: before },
        { kind: 'added', text: after },
      ];
  const last = runs.length - 1;
  return runs.map((run, index) =>
    run.kind === 'same' ? { ...run, text: shortened(run.text, index === 0, index === last) } : run,
  );
}

function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= LONGEST) return text;
  const start = isFirst ? '' : text.slice(0, CONTEXT);
  return `${start} … ${isLast ? '' : text.slice(-CONTEXT)}`;
}
