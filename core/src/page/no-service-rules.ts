/*
 * Stands in the place of `rules/service-rules.ts` in the parts of pages on which visitors decide on categories alone, and nobody
 * has ever decided on more (`head-code-plugin.ts`): a service is granted with its category.
 */
import type * as rules from '../rules/service-rules.ts';

export {
  isCategoryGranted as isNameGranted,
  judgeConsent as judgeWithServices,
} from '../rules/judge.ts';

export const editDraft: typeof rules.editDraft = (draft, key, on) =>
  Object.hasOwn(draft, key) ? { ...draft, [key]: on ?? !draft[key] } : draft;

export const draftOf: typeof rules.draftOf = ({ decisions }) => decisions;

export const withExceptions: typeof rules.withExceptions = (decision) => decision;

export const signalNames: typeof rules.signalNames = (category) => [category];
