import { type Markup, toHtml } from './markup.ts';
import { type PreferencesInput, preferencesForm } from './preferences-form.ts';

/**
 * The preferences as a form in a page, as HTML.
 *
 * @param fields what it sends unseen; the dialog sends nothing, so its script need not know of them
 */
export function preferencesPage(input: PreferencesInput, fields: Record<string, string>): string {
  const [tag, attributes, ...parts] = preferencesForm(input);
  const unseen = Object.entries(fields).map(
    ([name, value]): Markup => ['input', { type: 'hidden', name, value }],
  );
  return toHtml([tag, attributes, ...unseen, ...parts]);
}
