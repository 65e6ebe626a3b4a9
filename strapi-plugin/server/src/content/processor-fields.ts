import {
  PROCESSOR_ROLES,
  PROCESSOR_STATES,
  TRANSFER_FALLBACKS,
  TRANSFER_MECHANISMS,
} from '@permesso/consent-core';
import { texts } from './field-checks';
import {
  choice,
  custom,
  day,
  decidedChoice,
  entryName,
  field,
  flag,
  inEachLanguage,
  line,
  requiredLine,
  type StoredField,
  translatedText,
  webAddress,
} from './stored-field';

/** Not for a form: set where somebody says that they have compared the entry with its contract. */
const byAct = <Value>({ attribute }: StoredField<Value>): StoredField<Value> => ({
  attribute: { ...attribute, visible: false, writable: false },
});

/**
 * The register of processors, a line a field. `status` is reserved by Strapi, so whether a processor is still used is
 * stored as `state`.
 */
export const PROCESSOR_FIELDS = {
  name: entryName(),
  legalName: line(255),
  role: decidedChoice(PROCESSOR_ROLES, 'processor'),
  purpose: translatedText(),
  dataCategories: inEachLanguage(custom<string[]>('list', texts)),
  country: requiredLine({ regex: '^[A-Z]{2}$' }),
  transferMechanism: decidedChoice(TRANSFER_MECHANISMS, 'none'),
  transferFallback: choice(TRANSFER_FALLBACKS),
  transferNotes: translatedText(),
  privacyUrl: webAddress(),
  dpaUrl: webAddress(),
  subprocessorsUrl: webAddress(),
  subprocessor: flag(false),
  showInPrivacyPolicy: flag(true),
  verified: byAct(flag(false)),
  verifiedAt: byAct(field<string | null>({ type: 'datetime' })),
  /** Name of the administrator who compared the entry with its contract. */
  verifiedBy: byAct(line(255)),
  state: decidedChoice(PROCESSOR_STATES, 'active'),
  addedAt: day(),
  removedAt: day(),
};
