import type { ConsentConfig, RecordSubmission } from '../contract/config.ts';
import type { ConsentModel } from '../contract/values.ts';
import type { SiteSettings } from './options.ts';
import type { Presentations, WrittenPresentation } from './presentations.ts';
import { createWarning, type Warning } from './warning.ts';

/** What a site that has a secret states of a record, beside the visitor's place. */
export interface Signing {
  secret: string;
  /** The model that the visitor was asked under; null where nobody knows it. */
  model: ConsentModel | null;
  /** How the choice was presented; null where that is not certain. */
  presentation: WrittenPresentation | null;
  /** Raised while the CMS refuses the signatures of records. */
  refusal: Warning;
  /** Raised while the CMS does not take how choices are presented. */
  handOver: Warning;
}

/** How a record of this configuration is signed; null for a site without a secret. */
export type RecordSigning = (
  config: ConsentConfig | null,
  submission: RecordSubmission,
) => Promise<Signing | null>;

/**
 * Until what is wrong with the secret is put right, records are not signed, or wait. Each reason is said for itself: a trifle
 * must not silence a refusal.
 */
export function createRecordSigning(
  { secret, warn }: Pick<SiteSettings, 'secret' | 'warn'>,
  presentations: Pick<Presentations, 'of'>,
): RecordSigning {
  const [unsigned, refusal, handOver] = [createWarning(warn), createWarning(warn), createWarning(warn)];
  return async (config, submission) => {
    try {
      const known = secret();
      if (known === null) return null;
      const presentation = await presentations.of(config, submission);
      unsigned.clear();
      return {
        secret: known,
        model: config?.jurisdiction.model ?? null,
        presentation,
        refusal,
        handOver,
      };
    } catch (error) {
      unsigned.raise(`${(error as Error).message}. Until then records are not signed.`);
      return null;
    }
  };
}
