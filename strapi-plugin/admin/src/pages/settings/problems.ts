import type { Texts } from '../../texts';
import { controlOf } from './fields';

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
  const control = controlOf(field ?? '');
  switch (control?.kind) {
    case 'number':
      return t('settings.problem.number', { min: control.min, max: control.max });
    case 'lines':
      return t('settings.problem.quietPage');
    case 'area':
      return t('settings.problem.length', { max: control.max });
    case 'text':
      if (control.input === 'url') return t('settings.problem.link');
      if (control.input === 'email') return t('settings.problem.email');
      return t('settings.problem.length', { max: control.max });
  }
  return message;
}
