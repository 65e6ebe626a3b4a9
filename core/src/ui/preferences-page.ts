import type { Attributes, Element, Markup } from './markup.ts';
import { labelsOf, type PreferencesInput, preferencesForm } from './preferences-form.ts';

/** The form of a page posts to somewhere. */
export type PreferencesPageInput = PreferencesInput & { action: string };

/**
 * The preferences as a form in a page.
 *
 * @param fields what it sends unseen; the dialog sends nothing, so its script need not know of them
 * @param back where the form is all that its page has: the path that leads back without deciding
 */
export function preferencesPage(
  input: PreferencesPageInput,
  fields: Record<string, string>,
  back?: string,
): Element {
  const form = preferencesForm(input);
  const [tag, attributes, enter, [header, none, title], ...parts] = (back ? raised(form) : form) as PageForm;
  const unseen = Object.entries(fields).map(
    ([name, value]): Markup => ['input', { type: 'hidden', name, value }],
  );
  const way: Markup = back && ['a', { href: back }, labelsOf(input)('close')];
  return [tag, attributes, ...unseen, enter, [header, none, title, way], ...parts];
}

/** The form begins with what Enter presses, and with its header, which begins with its title. */
type PageForm = [tag: string, attributes: Attributes, enter: Markup, header: Header, ...parts: Markup[]];
type Header = [tag: string, attributes: Attributes, title: Markup];

const LEVELS: Record<string, string> = { h2: 'h1', h3: 'h2' };

/** A tree whose headings stand one level higher: no page has a heading above them. */
function raised(markup: Markup): Markup {
  if (!markup || typeof markup === 'string') return markup;
  const [tag, attributes, ...children] = markup;
  return [LEVELS[tag] ?? tag, attributes, ...children.map(raised)];
}
