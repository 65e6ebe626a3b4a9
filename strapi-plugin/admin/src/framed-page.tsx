import { styled } from 'styled-components';

/**
 * A page of its own inside the admin. The empty sandbox lets it run no script, send no form and open nothing, and gives
 * it an origin of its own: whatever is in it, the session of the administrator is out of its reach.
 */
export const FramedPage = styled.iframe.attrs({ sandbox: '' })`
  display: block;
  border: 0;
`;

interface PageSource {
  /** The language of the texts, which need not be that of the admin. */
  lang: string;
  /** Further attributes of the root, as HTML. */
  root?: string;
  css: string;
  /** The body element, as HTML. */
  body: string;
}

/** What a framed page shows, as `srcDoc`. */
export function framedPage({ lang, root = '', css, body }: PageSource): string {
  // Only a plain tag reaches the attribute. A link would open another window, which the sandbox forbids: a page that
  // is only shown does not turn into another one.
  const language = /^[\w-]+$/.test(lang) ? ` lang="${lang}"` : '';
  return (
    `<!doctype html><html${language}${root}>` +
    `<head><base target="_blank"><style>${css}</style></head>${body}</html>`
  );
}
