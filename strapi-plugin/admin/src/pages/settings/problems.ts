import { LONG_TEXTS } from '../../../../server/src/settings/schema';
import type { Texts } from '../../texts';
import { CONTROLS } from './fields';

/** A wrong value, as Zod and Strapi name it. */
export interface Problem {
  path: readonly PropertyKey[];
  message: string;
}

/** What to change, in the administrator's language; the server's own words where a field is not known here. */
export function problemText(t: Texts['t'], path: readonly string[], message: string): string {
  const field = path[0] === 'texts' ? path[2] : path[1];
  if (field === 'regions') {
    if (path[3] === 'region') return t('settings.problem.region');
    return path[3] === 'effectiveFrom' ? t('settings.problem.date') : t('settings.problem.row');
  }
  if (field && /^(link|subscribe)/.test(field)) return t('settings.problem.link');
  if (field === 'quietPages') return t('settings.problem.quietPage');
  if (field === 'noticeEmail') return t('settings.problem.email');
  const control = CONTROLS[field as keyof typeof CONTROLS];
  if (control?.kind === 'number') {
    return t('settings.problem.number', { min: control.min, max: control.max });
  }
  if (path[0] === 'texts' && field) {
    return t('settings.problem.length', { max: LONG_TEXTS[field as keyof typeof LONG_TEXTS] ?? 255 });
  }
  return message;
}
