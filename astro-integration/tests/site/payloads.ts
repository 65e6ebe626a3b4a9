import type { PagePayload } from '../../../core/src/contract/payload.ts';
import { UNKNOWN_HEAD } from '../../../core/src/rules/head-terms.ts';

/** Changes what a page is told, as if it were made under another configuration. */
export const withPayload = (html: string, change: (payload: PagePayload) => void): string =>
  html.replace(/(data-consent-config>)([^<]*)/, (_, before: string, text: string) => {
    const payload: PagePayload = JSON.parse(text);
    change(payload);
    return before + JSON.stringify(payload).replaceAll('<', '\\u003c');
  });

/** Makes it that of a configuration which was published after the page. */
export function publishedLater(payload: PagePayload): void {
  payload.config!.versions.policyVersion = 'ffffffff';
  payload.key = payload.key.replace(/[^|]+(\|[^|]*)$/, 'ffffffff$1');
}

/** Makes it that of a page which was made while nobody knew a configuration. */
export function withoutConfig(payload: PagePayload): void {
  payload.source = `${payload.base}/config`;
  Object.assign(payload, { config: null, key: '', head: UNKNOWN_HEAD });
}
