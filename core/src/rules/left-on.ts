import type { ConsentCategory, ConsentState } from '../contract/config.ts';
import { isGrantingAct } from './cookie-codes.ts';

/**
 * Whether a category, or a service of it, is on by no act of the visitor but by a default, also one that is stored. Who leaves it on has
 * granted nothing; under opt-in that is so of all that rests on anything but consent.
 */
export const isLeftOn = (
  { key, basis }: Pick<ConsentCategory, 'key' | 'basis'>,
  {
    model,
    decisions,
    cookie,
  }: Pick<ConsentState, 'model' | 'decisions'> & Partial<Pick<ConsentState, 'cookie'>>,
  name = key,
): boolean =>
  model === 'opt-in'
    ? !!basis
    : (decisions[name] ?? decisions[key]) === true &&
      !(isGrantingAct(cookie?.s) && (cookie?.x?.[name] ?? cookie?.d[key]) === 1);
