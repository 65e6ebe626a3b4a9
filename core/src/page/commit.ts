import { ledger } from './ledger.ts';

/**
 * Keeps and records a decision. Other stores of the page hear of it by their storage, some at once; they come when it is
 * recorded, so that the record of one who decides in turn comes second.
 */
export const commit = (keep: () => void): void => {
  const page = ledger();
  const others = new Set<() => void>();
  page.afterCommit = others;
  try {
    keep();
  } finally {
    page.afterCommit = undefined;
  }
  for (const refresh of others) refresh();
};

/** Calls it, or once the decision is recorded that is being kept now. */
export const afterCommit = (call: () => void): void => {
  const { afterCommit: waiting } = ledger();
  if (waiting) waiting.add(call);
  else call();
};
