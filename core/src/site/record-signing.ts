import type { ConsentConfig } from '../contract/config.ts';
import type { ConsentModel } from '../contract/values.ts';
import type { SiteSettings } from './options.ts';

/** What a site that has a secret states of a record, beside the visitor's place. */
export interface Signing {
  secret: string;
  /** The model that the visitor was asked under; null where nobody knows it. */
  model: ConsentModel | null;
  /** Is told what the CMS has against the signature. */
  refused(reason: string): void;
}

/** How a record of this configuration is signed; null for a site without a secret. */
export type RecordSigning = (config: ConsentConfig | null) => Signing | null;

/** What is wrong with the secret is said once; until it is put right records are not signed, or wait. */
export function createRecordSigning({ secret, warn }: Pick<SiteSettings, 'secret' | 'warn'>): RecordSigning {
  let isWarned = false;
  const warnOnce = (message: string) => {
    if (!isWarned) warn(message);
    isWarned = true;
  };
  return (config) => {
    try {
      const known = secret();
      if (known === null) return null;
      return { secret: known, model: config?.jurisdiction.model ?? null, refused: warnOnce };
    } catch (error) {
      warnOnce(`${(error as Error).message}. Until then records are not signed.`);
      return null;
    }
  };
}
