import { type ConsentConfig, type ConsentState, hasRefusedService } from '@permesso/consent-core';

/** Whether a category is one that this site asks the visitor's consent to: it is neither required, nor on for any other reason. */
export const isAskedFor = ({ categories }: Pick<ConsentConfig, 'categories'>, key: string): boolean =>
  categories.some((category) => category.key === key && category.required !== true && !category.basis);

/**
 * Whether the visitor has consented to a category, and to each service of it. One that is on without being asked for is no consent to any
 * vendor.
 */
export const hasConsented = (
  { status, decisions }: Pick<ConsentState, 'status' | 'decisions'>,
  config: Pick<ConsentConfig, 'categories' | 'services'>,
  key: string,
): boolean =>
  status === 'decided' &&
  isAskedFor(config, key) &&
  decisions[key] === true &&
  !hasRefusedService({ decisions }, config, key);
