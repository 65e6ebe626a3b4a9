import type { ConsentConfig } from '../contract/config.ts';
import { type PagePayload, payloadKey } from '../contract/payload.ts';
import { headTerms } from '../rules/head-terms.ts';
import { isConfig } from './config-check.ts';
import { page } from './page-state.ts';

/**
 * What a page is told by an answer of the CMS itself, where no site stands between them; null where it is no configuration. The
 * site's own route answers as the page's JSON does, and has checked what it says.
 */
export function readCmsAnswer(answer: ConsentConfig): PagePayload | null {
  if (!isConfig(answer)) return null;
  return {
    config: answer,
    key: payloadKey(answer, true),
    // A script tag knows no other way to its visitor, on its next pages too.
    head: { ...(page().makeMarkup && { store: 'tag' }), ...headTerms(answer, { final: true }) },
    visitor: true,
    // The CMS says nothing of it: what the site has said of the request goes on.
    gpc: page().facts?.payload.gpc ?? false,
  };
}
