import { version } from '../../package.json';
import type { ConsentConfig, RecordSubmission } from '../contract/config.ts';
import { PRESENTATION_TYPE, type Presentation } from '../contract/presentation.ts';
import { CLOCK_SKEW } from '../rules/judge.ts';
import { defaultDecisions } from '../rules/resolve.ts';
import { interfaceTexts } from '../texts/index.ts';
import { type BannerNote, firstBannerNotes } from '../ui/banner-notes.ts';
import { toHtml } from '../ui/markup.ts';
import { preferencesForm } from '../ui/preferences-form.ts';
import { bannerStyle, preferencesStyle } from '../ui/styles.ts';
import type { SiteSettings } from './options.ts';
import { bannerFor, type VariantFacts } from './page-variant.ts';
import { hexOf } from './site-signature.ts';
import { type OwnTexts, speechOf } from './speech.ts';

/** A presentation as it is handed over: canonical JSON (RFC 8785), and the SHA-256 of it. */
export interface WrittenPresentation {
  text: string;
  hash: string;
}

/** How this site presents choices, as far as its server can know it. */
export interface Presentations {
  /** Is told of what a page is made of: pages with words of their own are shown otherwise than this can say. */
  note(facts: VariantFacts, own: OwnTexts): void;
  /** How the choice of a record was presented; null where that is not certain. */
  of(config: ConsentConfig | null, submission: RecordSubmission): Promise<WrittenPresentation | null>;
}

export function createPresentations(site: SiteSettings): Presentations {
  const written = new WeakMap<ConsentConfig, Promise<WrittenPresentation>>();
  // Languages of configurations that some page was shown with other words than the language's own.
  const differing = new Set<string>();
  // Taken when something is shown or decided: on Cloudflare no clock runs before that.
  let since: number | undefined;
  const presentsSince = (): number => (since ??= Date.now() / 1000);
  return {
    note({ config, locale }, own) {
      presentsSince();
      if (!config || differing.has(config.locale)) return;
      const usual = speechOf(site, { locale: null, config }).texts;
      const here = speechOf(site, { locale, config }, own).texts;
      if (JSON.stringify(here) !== JSON.stringify(usual)) differing.add(config.locale);
    },
    async of(config, { versions, locale, decidedAt }) {
      if (!config?.enabled || 'pending' in config || differing.has(config.locale)) return null;
      // What was decided about something older was presented otherwise.
      if (config.versions.policyVersion !== versions.policyVersion || config.locale !== locale) return null;
      // Before this process began the site may have had other words, styles and code under the same policy version.
      if (decidedAt !== undefined && decidedAt < presentsSince() - CLOCK_SKEW) return null;
      const known = written.get(config) ?? write(presentationOf(site, config));
      written.set(config, known);
      return known;
    },
  };
}

function presentationOf(site: SiteSettings, config: ConsentConfig): Presentation {
  const { locale, versions, jurisdiction, banner } = config;
  const { model } = jurisdiction;
  const speech = speechOf(site, { locale: null, config });
  const facts = {
    config,
    visitor: true,
    gpc: false,
    locale,
    view: 'banner',
    honored: false,
    quiet: false,
  } as const;
  const bannerHtml = (notes: BannerNote[]) => toHtml(bannerFor(site, { ...facts, notes }, speech, '/'));
  const first = firstBannerNotes(model, config.categories);
  const builtIn = interfaceTexts(speech.locale ?? '');
  const own = Object.entries(speech.texts).filter(
    ([name, text]) => text !== builtIn[name as keyof typeof builtIn],
  );
  const preferences = preferencesForm({
    config,
    choices: defaultDecisions(config),
    state: {
      ...{ model, gpc: false, needsReload: false, consentId: '' },
      ...{ decidedAt: null, source: null, cookie: null },
    },
    texts: speech.texts,
    locale,
    language: speech.language,
  });
  return {
    type: PRESENTATION_TYPE,
    integration: `@permesso/consent-core ${version}`,
    files: site.files,
    policyVersion: versions.policyVersion,
    locale,
    model,
    position: banner.position,
    texts: Object.fromEntries(own),
    banner: bannerHtml(first),
    bannerAgain: bannerHtml([...first, 'changed']),
    preferences: toHtml(['section', { 'data-consent-preferences': true, 'consent-own': true }, preferences]),
    style: bannerStyle + preferencesStyle + site.themeStyle,
  };
}

async function write(presentation: Presentation): Promise<WrittenPresentation> {
  const text = canonicalJson(presentation);
  return { text, hash: hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))) };
}

/** Of a value without numbers, of which RFC 8785 has more to say. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
