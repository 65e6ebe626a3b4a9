import { HOSTING_PROCESSORS } from './hosting';
import { MESSAGE_PROCESSORS } from './messages';
import { OPERATION_PROCESSORS } from './operations';
import type { ProcessorContent, ProcessorPreset } from './preset';

export type { ProcessorContent, ProcessorPreset } from './preset';

const PRESETS = {
  ...HOSTING_PROCESSORS,
  ...MESSAGE_PROCESSORS,
  ...OPERATION_PROCESSORS,
} as const satisfies Record<string, ProcessorPreset>;

export type ProcessorPresetKey = keyof typeof PRESETS;

/** Known processors: who they are, where, and on what basis data goes there. */
export const PROCESSOR_PRESETS: Readonly<Record<ProcessorPresetKey, ProcessorPreset>> = PRESETS;

export function isProcessorPresetKey(key: string): key is ProcessorPresetKey {
  return Object.hasOwn(PROCESSOR_PRESETS, key);
}

/**
 * Content for the register out of the catalogue, in the language of `locale` (English or German), with what the
 * owner knows better on top. It is not listed as a sub-processor, and not verified, until the owner says so.
 *
 * @throws on an unknown key
 */
export function processorFromPreset(
  key: string,
  overrides: Partial<ProcessorContent> = {},
  locale = 'en',
): ProcessorContent {
  if (!isProcessorPresetKey(key)) {
    const known = Object.keys(PROCESSOR_PRESETS).sort().join(', ');
    throw new Error(`consent: there is no processor preset "${key}"; known are ${known}`);
  }
  const language = /^de\b/i.test(locale) ? 'de' : 'en';
  const { purpose, dataCategories, transfer, ...preset } = PROCESSOR_PRESETS[key];
  return {
    ...preset,
    purpose: purpose[language],
    dataCategories: [...dataCategories[language]],
    transfer: { ...transfer },
    subprocessor: preset.role === 'sub-processor',
    showInPrivacyPolicy: true,
    verified: false,
    status: 'active',
    ...overrides,
  };
}
