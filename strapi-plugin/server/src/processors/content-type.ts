import {
  PROCESSOR_ROLES,
  PROCESSOR_STATES,
  TRANSFER_FALLBACKS,
  TRANSFER_MECHANISMS,
} from '@permesso/consent-core';
import { edited, localized } from '../content-type-options';
import { customField } from '../uids';

/** Not for a form: set where somebody says that they have compared the entry with its contract. */
const byAct = { visible: false, writable: false } as const;

/** `status` is reserved by Strapi, so whether a processor is still used is stored as `state`. */
export const processorSchema = {
  kind: 'collectionType',
  collectionName: 'consent_processors',
  info: {
    singularName: 'processor',
    pluralName: 'processors',
    displayName: 'Processor',
    description: 'A company that processes personal data for you (GDPR Art. 28 and 30)',
  },
  options: { draftAndPublish: false },
  pluginOptions: edited,
  indexes: [{ name: 'consent_processors_name_idx', columns: ['name'] }],
  attributes: {
    name: { type: 'string', required: true, maxLength: 255 },
    legalName: { type: 'string', maxLength: 255 },
    role: {
      type: 'enumeration',
      enum: PROCESSOR_ROLES,
      default: 'processor',
      required: true,
    },
    purpose: { type: 'text', ...localized },
    dataCategories: { type: 'customField', customField: customField('list'), ...localized },
    country: { type: 'string', required: true, regex: '^[A-Z]{2}$' },
    transferMechanism: {
      type: 'enumeration',
      enum: TRANSFER_MECHANISMS,
      default: 'none',
      required: true,
    },
    transferFallback: { type: 'enumeration', enum: TRANSFER_FALLBACKS },
    transferNotes: { type: 'text', ...localized },
    privacyUrl: { type: 'string', maxLength: 2048 },
    dpaUrl: { type: 'string', maxLength: 2048 },
    subprocessorsUrl: { type: 'string', maxLength: 2048 },
    subprocessor: { type: 'boolean', default: false, required: true },
    showInPrivacyPolicy: { type: 'boolean', default: true, required: true },
    verified: { type: 'boolean', default: false, required: true, ...byAct },
    verifiedAt: { type: 'datetime', ...byAct },
    /** Name of the administrator who compared the entry with its contract. */
    verifiedBy: { type: 'string', maxLength: 255, ...byAct },
    state: { type: 'enumeration', enum: PROCESSOR_STATES, default: 'active', required: true },
    addedAt: { type: 'date' },
    removedAt: { type: 'date' },
  },
} as const;
