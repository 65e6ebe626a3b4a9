import type { ConsentConfig } from '../contract/config.ts';

/** Each empty where it is not known. */
export interface BannerFacts {
  controller: string;
  /** The names of the categories that are asked for. */
  purposes: string;
  /** How many take part in them, beside the controller. */
  thirdParties: string;
}

/**
 * What a visitor has to know for consent to be informed, beside how to withdraw it: who asks, what for, and how many
 * others take part (GDPR, Art. 4(11) and 13(1); EDPB Guidelines 05/2020, 64; CNIL, recommendation of 17 September 2020).
 */
export function bannerFacts({
  banner,
  categories,
  trackers,
}: Pick<ConsentConfig, 'banner' | 'categories' | 'trackers'>): BannerFacts {
  const optional = categories.filter(({ required }) => !required);
  const asked = new Set(optional.map(({ key }) => key));
  const { controller = '' } = banner;
  const parties = new Set(
    trackers.filter(({ categoryKey }) => asked.has(categoryKey)).map(({ vendor, name }) => vendor || name),
  );
  parties.delete(controller);
  return {
    controller,
    purposes: optional
      .map(({ label }) => label)
      .filter(Boolean)
      .join(', '),
    // A page may know its trackers later than it knows the rest.
    thirdParties: parties.size > 0 ? `${parties.size}` : '',
  };
}
