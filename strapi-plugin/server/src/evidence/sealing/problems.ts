import type { Core } from '@strapi/strapi';

/** What keeps the log from being sealed, copied or stamped. */
export interface SealingProblem {
  /** The log has no name; it cannot be signed; the folder has not got it; no time stamp came. */
  about: 'name' | 'log' | 'folder' | 'timestamp';
  /** A sentence, in English. */
  message: string;
}

type Part = 'sealing' | 'stamping';

const noted = new WeakMap<Core.Strapi, Map<Part, SealingProblem>>();

/** Notes how the last attempt of this process went; null where it went well. */
export function noteSealing(strapi: Core.Strapi, part: Part, problem: SealingProblem | null): void {
  const problems = noted.get(strapi) ?? new Map<Part, SealingProblem>();
  noted.set(strapi, problems);
  if (problem) problems.set(part, problem);
  else problems.delete(part);
}

/** What kept the last attempts of this process from success. */
export const sealingProblems = (strapi: Core.Strapi): SealingProblem[] => [
  ...(noted.get(strapi)?.values() ?? []),
];
