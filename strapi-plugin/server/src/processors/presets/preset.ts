import type { ProcessorEntry, ProcessorRole } from '@permesso/consent-core';
import type { PresetText } from '../../catalogue/presets';

export interface ProcessorPreset {
  name: string;
  /** Only where one entity is the contract partner of all customers. */
  legalName?: string;
  role: ProcessorRole;
  purpose: PresetText;
  dataCategories: { en: readonly string[]; de: readonly string[] };
  /** Where the company is established, as an ISO 3166-1 alpha-2 code. */
  country: string;
  transfer: ProcessorEntry['transfer'];
  privacyUrl?: string;
  dpaUrl?: string;
  subprocessorsUrl?: string;
}

/** What the register takes. `verified` is false: only the owner can know that a contract is signed. */
export type ProcessorContent = Omit<ProcessorEntry, 'id'>;
