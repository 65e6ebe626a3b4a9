import type { Service } from '../api/contract';
import type { Texts } from '../texts';

/** What becomes of a service on a site that gates its content, in a sentence. */
export function sayingOf({ state, category, preset, tracker }: Service, t: Texts['t']): string {
  const label = category?.label ?? '';
  switch (state) {
    case 'declared':
      return t(category?.required ? 'embeds.said.required' : 'embeds.said.declared', { category: label });
    case 'off':
      return t('embeds.said.off');
    case 'known':
      return t(tracker && preset ? 'embeds.said.namesake' : 'embeds.said.known', { category: label });
    case 'code':
      return t('embeds.said.code');
    case 'unknown':
      return t('embeds.said.unknown');
  }
}

/** How it is called; code has no name. */
export const nameOf = ({ state, name }: Service, t: Texts['t']): string =>
  state === 'code' ? t('embeds.code') : name;
