import { BANNER_POSITIONS, CONSENT_GRANULARITIES, CONSENT_MODELS } from '@permesso/consent-core';
import { editedOnOwnPage, localized } from '../content-type-options';
import { RECORDING_MODES } from '../value-lists';

/** An object of its own for each attribute: Strapi writes the column's name into it. */
const text = () => ({ type: 'string', maxLength: 255, ...localized }) as const;

/**
 * The one settings entry. Fields left empty fall back to the options in `config/plugins.ts` and then to the
 * built-in defaults, so nothing here has a default that would hide an option.
 */
export const settingSchema = {
  kind: 'singleType',
  collectionName: 'consent_settings',
  info: {
    singularName: 'setting',
    pluralName: 'settings',
    displayName: 'Consent settings',
    description: 'Banner, Consent Mode, jurisdictions, recording and the sub-processor notice',
  },
  options: { draftAndPublish: false },
  pluginOptions: editedOnOwnPage,
  attributes: {
    enabled: { type: 'boolean', default: true },
    granularity: { type: 'enumeration', enum: CONSENT_GRANULARITIES },
    controllerName: { type: 'string' },
    bannerTitle: text(),
    bannerDescription: { type: 'text', ...localized },
    bannerPosition: { type: 'enumeration', enum: BANNER_POSITIONS },
    showRejectAll: { type: 'boolean', default: true },
    quietPages: { type: 'json' },
    labelAcceptAll: text(),
    labelRejectAll: text(),
    labelCustomize: text(),
    labelSave: text(),
    labelClose: text(),
    labelManage: text(),
    labelReloadNotice: text(),
    labelRequiredBadge: text(),
    labelGpcHonored: text(),
    noteOptOut: { type: 'text', ...localized },
    noteNotice: { type: 'text', ...localized },
    noteChanged: { type: 'text', ...localized },
    linkPrivacy: text(),
    linkCookies: text(),
    reconsentOnDocuments: { type: 'boolean', default: true },
    reconsentOnCategories: { type: 'boolean', default: true },
    reconsentOnTrackers: { type: 'boolean', default: true },
    expiresAfterMonths: { type: 'integer', min: 1, max: 120 },
    recordingMode: { type: 'enumeration', enum: RECORDING_MODES },
    recordImplicit: { type: 'boolean' },
    recordUserAgent: { type: 'boolean' },
    retentionMonths: { type: 'integer', min: 1, max: 240 },
    consentModeEnabled: { type: 'boolean', default: true },
    adsDataRedaction: { type: 'boolean', default: true },
    urlPassthrough: { type: 'boolean', default: false },
    waitForUpdateMs: { type: 'integer', min: 0, max: 10_000 },
    regions: { type: 'json' },
    fallbackModel: { type: 'enumeration', enum: CONSENT_MODELS },
    noticeDays: { type: 'integer', min: 0, max: 365 },
    noticeEmail: { type: 'email' },
    subscribeUrl: { type: 'string' },
  },
} as const;
