import type { ConsentConfig } from '../contract/config.ts';
import { inertConfig } from '../contract/default-config.ts';

/** One of each thing that a configuration is made of, for the types of its values. */
const SHAPE = {
  ...inertConfig(),
  jurisdiction: { model: '' },
  categories: [
    {
      key: '',
      label: '',
      description: '',
      required: true,
      respectGPC: true,
      defaultInOptOut: true,
      consentModeSignals: [''],
    },
  ],
  trackers: [{ id: '', name: '', categoryKey: '', kind: '' }],
  reconsent: { on: [''], expiresAfterMonths: 0 },
};
const COOKIES = [{ name: '', storage: '' }];
const LOADER = { strategy: '', consentModeManaged: true };

function fits(value: unknown, shape: unknown): boolean {
  if (Array.isArray(shape)) return Array.isArray(value) && value.every((item) => fits(item, shape[0]));
  if (typeof shape !== 'object' || !shape) return typeof value === typeof shape;
  if (typeof value !== 'object' || !value || Array.isArray(value)) return false;
  return Object.entries(shape).every(([name, part]) => fits((value as Record<string, unknown>)[name], part));
}

/** Whether what is optional is left out, or is of the type that it should have. */
const mayBe = (value: unknown, shape: unknown) => value === undefined || fits(value, shape);

const isTracker = ({ cookies, loader }: ConsentConfig['trackers'][number]) =>
  mayBe(cookies, COOKIES) &&
  mayBe(loader, LOADER) &&
  [loader?.src, loader?.inline, loader?.adapter].every((text) => mayBe(text, '')) &&
  mayBe(loader?.attributes, {}) &&
  Object.values(loader?.attributes ?? {}).every((text) => fits(text, ''));

/** Names that stand in a cookie header as they are. */
const COOKIE_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Whether an answer of the CMS is a configuration. On a site with a server that checks it by the whole schema, which is too
 * large for a page: here it is what decides, loads, cleans up and is shown.
 */
export function isConfig(answer: unknown): answer is ConsentConfig {
  if (!fits(answer, SHAPE)) return false;
  const config = answer as ConsentConfig;
  const { categories, trackers, banner, cookie } = config;
  return (
    new Set(categories.map(({ key }) => key)).size === categories.length &&
    trackers.every(isTracker) &&
    // Anything there turns a category on.
    categories.every(({ basis }) => [undefined, 'objection', 'exempt'].includes(basis)) &&
    mayBe(config.refusal, { triggers: [''], maxAge: 0 }) &&
    // What has the key of a category would be granted with that.
    !trackers.some(({ key }) => categories.some((category) => category.key === key)) &&
    mayBe(banner.quietPages, ['']) &&
    COOKIE_NAME.test(cookie.name) &&
    mayBe(cookie.domain, '') &&
    ['lax', 'strict'].includes(cookie.sameSite)
  );
}
