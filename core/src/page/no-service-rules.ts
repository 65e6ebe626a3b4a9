/*
 * Stands in the place of `rules/service-rules.ts` in the parts of pages on which visitors decide on categories alone, and nobody
 * has decided on more before they were read (`head-code-plugin.ts`): a service is granted with its category. Should the cookie
 * name services meanwhile, in another tab, all is refused until the next page (C3).
 */
import { judgeConsent } from '../rules/judge.ts';
import type * as rules from '../rules/service-rules.ts';

export { isCategoryGranted as isNameGranted } from '../rules/judge.ts';

export const judgeWithServices: typeof rules.judgeWithServices = (cookie, terms, gpc, now) =>
  judgeConsent(cookie, cookie?.x ? { ...terms, pending: 'config' } : terms, gpc, now);

export const editDraft: typeof rules.editDraft = (draft, key, on) =>
  Object.hasOwn(draft, key) ? { ...draft, [key]: on ?? !draft[key] } : draft;

export const draftOf: typeof rules.draftOf = ({ decisions }) => decisions;

/** What was refused by name stays so: such a page asks about none of it, but for all at once. */
export const withExceptions: typeof rules.withExceptions = (decision, { cookie }, _, action) => {
  const refused = Object.entries(cookie?.x ?? {}).filter(([, bit]) => !bit);
  if (action === 'accept-all' || !refused.length) return decision;
  decision.cookie.x = Object.fromEntries(refused);
  decision.submission.services = Object.fromEntries(refused.map(([name]) => [name, false]));
  return decision;
};

export const signalNames: typeof rules.signalNames = (category) => [category];
