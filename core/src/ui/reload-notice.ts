import type { Markup } from './markup.ts';
import { labelsOf, type PreferencesInput } from './preferences-form.ts';

/** What is said after a revocation when the dialog has closed: what had run on this page ends with a reload (C12). */
export function reloadNotice(input: PreferencesInput): Markup {
  const say = labelsOf(input);
  return [
    'div',
    { 'data-consent-reload': true, role: 'status' },
    ['p', {}, say('reloadNotice')],
    ['button', { type: 'button', 'data-consent-action': 'reload' }, input.texts.reload],
    ['button', { type: 'button', value: 'close', 'aria-label': say('close') }],
  ];
}
