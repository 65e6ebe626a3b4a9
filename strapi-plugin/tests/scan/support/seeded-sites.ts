/** Sites with one fault each, and their likes without it. */
import { AFTER_A_CHOICE } from './seeded/after-a-choice';
import { AT_WORK } from './seeded/at-work';
import { BANNER } from './seeded/banner';
import { CONSENT_MODE } from './seeded/consent-mode';
import { DECLARED } from './seeded/declared';
import { KEPT_CHOICE } from './seeded/kept-choice';
import { WORKERS } from './seeded/workers';

export type { SeededSite } from './seeded/parts';

export const SEEDED_SITES = [
  ...AT_WORK,
  ...WORKERS,
  ...AFTER_A_CHOICE,
  ...DECLARED,
  ...BANNER,
  ...KEPT_CHOICE,
  ...CONSENT_MODE,
];
