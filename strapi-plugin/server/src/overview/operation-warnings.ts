import type { EffectiveSettings } from '../settings/service';
import type { WarningInParts } from './warning';

/** How the plugin runs, as far as it is worth a look. */
export interface Operation {
  /** Records past their retention are deleted by a plan. */
  isPurgePlanned: boolean;
  /** The log is signed with a key that stands in the database. */
  isSealKeyKept: boolean;
  /** Several instances run, and each limits requests by itself. */
  isLimitPerInstance: boolean;
  recording: Pick<EffectiveSettings['recording'], 'mode'>;
}

/** What only whoever runs the server can mend. */
export function operationWarnings(operation: Operation): WarningInParts[] {
  const { isPurgePlanned, isSealKeyKept, isLimitPerInstance, recording } = operation;
  if (recording.mode === 'none') return [];
  return [
    ...(isPurgePlanned
      ? []
      : [
          {
            code: 'purge-off' as const,
            subject: 'jobs.purge',
            message:
              'Nothing deletes records past their retention, since jobs.purge is false: plan it, or run it elsewhere (GDPR 5(1)(e)).',
          },
        ]),
    ...(isSealKeyKept
      ? [
          {
            code: 'seal-key-kept' as const,
            subject: 'CONSENT_SEAL_KEY',
            message:
              'The sealed log is signed with a key that stands in the database: make one with "consent new-key" and set CONSENT_SEAL_KEY.',
          },
        ]
      : []),
    ...(isLimitPerInstance
      ? [
          {
            code: 'limit-per-instance' as const,
            subject: 'recording.redis',
            message:
              'Several instances run on this database and each limits requests by itself, so that as many times the limit pass: set recording.redis, and they count together.',
          },
        ]
      : []),
  ];
}
