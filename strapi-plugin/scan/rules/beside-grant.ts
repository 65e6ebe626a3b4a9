import type { Identity } from '../naming/identity';
import { findAtWork } from './at-work';
import type { Rule } from './rule';

/**
 * What was at work in visits that granted one thing alone, and is of another.
 *
 * @param isOfAnother whether it is of something else than what was granted, by its key
 */
export const besideGrant =
  (
    kind: 'category' | 'service',
    isOfAnother: (identity: Identity, granted: string | null) => boolean,
  ): Rule['find'] =>
  ({ visits }, identities) =>
    visits
      .filter((visit) => visit.kind === kind)
      .flatMap((visit) =>
        findAtWork(identities, {
          visits: [visit],
          requests: ({ navigation, decision }) => decision === 'partly' && !navigation,
          entries: ({ decision }) => decision === 'partly',
          judge: (identity) =>
            identity.needsConsent === true && !identity.category?.basis && isOfAnother(identity, visit[kind]),
          message: (name) => `${name} is at work where "${visit[kind]}" alone was granted`,
        }),
      );
