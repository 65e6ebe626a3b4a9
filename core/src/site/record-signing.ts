import type { ConsentConfig, RecordSubmission } from '../contract/config.ts';
import type { ConsentModel } from '../contract/values.ts';
import type { SiteSettings } from './options.ts';
import type { Presentations, WrittenPresentation } from './presentations.ts';

/** What a site that has a secret states of a record, beside the visitor's place. */
export interface Signing {
  secret: string;
  /** The model that the visitor was asked under; null where nobody knows it. */
  model: ConsentModel | null;
  /** How the choice was presented; null where that is not certain. */
  presentation: WrittenPresentation | null;
  /** Is told what the CMS has against the signature. */
  refused(reason: string): void;
}

/** How a record of this configuration is signed; null for a site without a secret. */
export type RecordSigning = (
  config: ConsentConfig | null,
  submission: RecordSubmission,
) => Promise<Signing | null>;

/** What is wrong with the secret is said once; until it is put right records are not signed, or wait. */
export function createRecordSigning(
  { secret, warn }: Pick<SiteSettings, 'secret' | 'warn'>,
  presentations: Pick<Presentations, 'of'>,
): RecordSigning {
  let isWarned = false;
  const warnOnce = (message: string) => {
    if (!isWarned) warn(message);
    isWarned = true;
  };
  return async (config, submission) => {
    try {
      const known = secret();
      if (known === null) return null;
      const presentation = await presentations.of(config, submission);
      return { secret: known, model: config?.jurisdiction.model ?? null, presentation, refused: warnOnce };
    } catch (error) {
      warnOnce(`${(error as Error).message}. Until then records are not signed.`);
      return null;
    }
  };
}
