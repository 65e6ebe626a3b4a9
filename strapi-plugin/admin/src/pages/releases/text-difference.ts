import { diffLines, diffWordsWithSpace } from 'diff';

/** A run of a text, as it stays or as it was or became. */
export interface Run {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Letters that stay around a change, and from how many on those between two changes are left out. */
const CONTEXT = 60;
const LONGEST = 3 * CONTEXT;

/** Edits after which two texts are told as one in place of the other: it takes longer than anybody reads. */
const MOST_EDITS = 1000;

/** What a sentence must keep to be told word by word: of another sentence only single words are the same. */
const ALIKE = 0.5;

/** What is different in a text, word by word, with what stands around it. */
export function textDifference(before: string, after: string): Run[] {
  const lines = runsOf(diffLines(before, after, { maxEditLength: MOST_EDITS }), before, after);
  const runs = lines.flatMap((run, index): Run[] => {
    const next = lines[index + 1];
    if (run.kind === 'removed' && next?.kind === 'added') return wordRuns(run.text, next.text);
    return run.kind === 'added' && lines[index - 1]?.kind === 'removed' ? [] : [run];
  });
  const last = runs.length - 1;
  return runs.map((run, index) =>
    run.kind === 'same' ? { ...run, text: shortened(run.text, index === 0, index === last) } : run,
  );
}

function wordRuns(before: string, after: string): Run[] {
  const runs = runsOf(diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS }), before, after);
  const same = runs.filter(({ kind }) => kind === 'same').reduce((sum, { text }) => sum + text.length, 0);
  return same < ALIKE * Math.min(before.length, after.length) ? replaced(before, after) : runs;
}

const replaced = (before: string, after: string): Run[] => [
  { kind: 'removed', text: before },
  { kind: 'added', text: after },
];

type Change = ReturnType<typeof diffLines>[number];

const runsOf = (changes: Change[] | undefined, before: string, after: string): Run[] =>
  changes?.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  })) ?? replaced(before, after);

function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= LONGEST) return text;
  const start = isFirst ? '' : text.slice(0, CONTEXT);
  return `${start} … ${isLast ? '' : text.slice(-CONTEXT)}`;
}
