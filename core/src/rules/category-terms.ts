import type { ConsentCategory, ConsentModel, ConsentState } from '../contract/config.ts';

/** Always granted, and no choice: only where the config says true, for nobody may have checked it. */
export const isRequired = ({ required }: Pick<ConsentCategory, 'required'>): boolean => required === true;

/**
 * Whether a category is off until it is granted. What rests on anything else is on until it is refused, as all is under other models.
 * What may stand there is checked where a config comes from: an unknown basis makes it none.
 */
export const asksConsent = ({ basis }: Pick<ConsentCategory, 'basis'>, model: ConsentModel | null): boolean =>
  model === 'opt-in' && !basis;

/** Whether a category is on until its visitor decides: under opt-in what rests on anything but consent. */
export const isOnByDefault = (
  { basis, defaultInOptOut }: Pick<ConsentCategory, 'basis' | 'defaultInOptOut'>,
  model: ConsentModel | null,
): boolean =>
  model === 'opt-in' ? !!basis : model === 'opt-out' ? defaultInOptOut === true : model !== null;

/**
 * Whether Global Privacy Control keeps a category off, whatever is chosen (C11). Not where consent is asked for: there a grant is an act
 * of the visitor, in spite of the signal.
 */
export const isOffBySignal = (
  category: Pick<ConsentCategory, 'basis' | 'respectGPC'>,
  { gpc, model }: Pick<ConsentState, 'gpc' | 'model'>,
): boolean => gpc && category.respectGPC && !asksConsent(category, model);
