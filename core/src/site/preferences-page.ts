import type { ConsentConfig } from '../contract/config.ts';
import type { ResolvedConsent } from '../rules/resolve.ts';
import { type Attributes, type Markup, toHtml } from '../ui/markup.ts';
import { labelsOf, preferencesForm } from '../ui/preferences-form.ts';
import type { Speech } from './speech.ts';

export interface PreferencesPageInput {
  config: ConsentConfig;
  resolved: ResolvedConsent;
  locale: string | null;
  speech: Speech;
  /** Where the form posts to. */
  action: string;
  /** The path of this site that a decision leads to. */
  returnTo: string;
  /** The form is all that its page has. */
  whole: boolean;
}

/** The preferences as a form in a page, as HTML. */
export function preferencesPageHtml(page: PreferencesPageInput): string {
  const { config, resolved, speech, action, returnTo, whole } = page;
  const { texts, language, dir, lang } = speech;
  const input = {
    config,
    choices: resolved.decisions,
    state: resolved,
    texts,
    locale: speech.locale ?? config.locale,
    language,
    action,
  };
  // What is decided here is not the banner's (C10), and is recorded in the language that it was read in.
  const fields = { return: returnTo, source: 'preferences', ...(page.locale && { locale: page.locale }) };
  const form = preferencesForm(input);
  const [tag, attributes, enter, [header, none, title], ...parts] = (whole ? raised(form) : form) as PageForm;
  const unseen = Object.entries(fields).map(
    ([name, value]): Markup => ['input', { type: 'hidden', name, value }],
  );
  const way: Markup = whole && ['a', { href: returnTo }, labelsOf(input)('close')];
  return toHtml([
    'section',
    {
      'data-consent-preferences': true,
      'consent-own': true,
      'aria-labelledby': 'pc-preferences-title',
      lang,
      dir,
    },
    [tag, attributes, ...unseen, enter, [header, none, title, way], ...parts],
  ]);
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
