import type { CategoryTerms, ConsentBannerConfig, ConsentModel } from '@permesso/consent-core';
import { type BannerFacts, bannerHtml, firstBannerNotes } from '@permesso/consent-core/banner';
import { directionOf, interfaceTexts, languageOf } from '@permesso/consent-core/texts';

/** What a banner is made of where no site says how it shows it. */
export interface RebuiltBanner {
  banner: ConsentBannerConfig;
  /** What consent has to know; undefined where that is not known. */
  facts: BannerFacts | undefined;
  /** By them it is known whether anything optional was on. */
  categories: readonly CategoryTerms[];
  model: ConsentModel;
  locale: string;
}

/** A banner as HTML, in the words that are built in: as a site without words of its own shows it to who is asked for the first time. */
export function rebuiltBannerHtml({ banner, facts, categories, model, locale }: RebuiltBanner): string {
  return bannerHtml({
    banner,
    facts,
    model,
    notes: firstBannerNotes(model, categories),
    texts: interfaceTexts(locale),
    basePath: '',
    returnTo: '',
    due: true,
    // A language that is not built in is served English, which stands in its own direction.
    direction: directionOf(languageOf(locale)),
  });
}
