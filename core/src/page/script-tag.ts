/**
 * Consent by a script tag alone, for pages of any kind: `<script src="…/consent.js" data-cms="https://cms.example"></script>`,
 * first in the head and neither `async` nor `defer`. `data-locale` names the language of the texts where the page itself
 * does not.
 */
import { apiAddress, inLocale } from '../contract/api-address.ts';
import { UNKNOWN_HEAD } from '../rules/head-terms.ts';
import { page, withPart } from './page-state.ts';
import { runInHead } from './run-in-head.ts';

export * from './head-code.ts';

const { src, dataset } = document.currentScript as HTMLScriptElement;
const locale = dataset.locale || document.documentElement.lang;

// The page goes on without: nothing is granted and nothing is shown.
if (!dataset.cms) console.error('consent.js: name the CMS, as in data-cms="https://cms.example"');

page().makeMarkup = (store) =>
  new Promise((resolve) =>
    withPart(
      'interface',
      ({ makeInterface }) => void makeInterface(store, locale).then(resolve, resolve),
      resolve,
    ),
  );

runInHead(new URL('page-files/', src).href, () => {
  return {
    config: null,
    key: '-',
    head: { ...UNKNOWN_HEAD, store: 'tag' },
    visitor: false,
    gpc: false,
    source: inLocale(`${apiAddress(dataset.cms!)}/config`, locale),
  };
});
