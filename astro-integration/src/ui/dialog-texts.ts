import type { ConsentBannerConfig } from '@permesso/consent-core';
import { en } from '../i18n/en.ts';
import type { InterfaceTexts } from '../i18n/texts.ts';
import { PREFERENCES_TEXTS } from './preferences-form.ts';

/**
 * What the dialog's script cannot know by itself, as JSON: texts that the CMS does not have or left empty, in the
 * page's language. Undefined where the script's own English says it all.
 */
export function dialogTexts(
  banner: ConsentBannerConfig | undefined,
  texts: InterfaceTexts,
): string | undefined {
  const entries: [string, string][] = PREFERENCES_TEXTS.filter((key) => texts[key] !== en.interface[key]).map(
    (key) => [key, texts[key]],
  );
  for (const [key, label] of Object.entries(banner?.labels ?? {})) {
    if (!label) entries.push([key, texts[key as keyof InterfaceTexts]]);
  }
  if (banner && !banner.description) entries.push(['description', texts.description]);
  return entries.length > 0 ? JSON.stringify(Object.fromEntries(entries)) : undefined;
}
