import { PRESENTATION_TYPE } from '@permesso/consent-core';
import { escapeHtml } from '@permesso/consent-core/legal';
import { z } from 'zod';
import { utf8Text } from '../encoding';
import { BUNDLE_PATHS, BundleError, type BundlePage } from './format';

/** A page of a bundle, and the file that it is. */
export type WrittenPage = BundlePage & { bytes: Uint8Array };

/** A banner made anew for records of which the site did not say how it presented the choice. */
export interface Reconstruction {
  /** SHA-256 of the snapshot that it is made of. */
  snapshot: string;
  /** The model of the records: the law asks of each another banner. */
  model: string;
  locale: string;
  /** CSS and HTML, as the release that makes the bundle writes them. */
  style: string;
  html: string;
}

/** What a page needs of a presentation that a site has handed over. */
const presentationSchema = z.looseObject({
  type: z.literal(PRESENTATION_TYPE),
  integration: z.string(),
  locale: z.string(),
  model: z.string(),
  banner: z.string(),
  bannerAgain: z.string(),
  preferences: z.string(),
  style: z.string(),
});

const PARTS = [
  { part: 'banner', path: 'banner', title: 'The banner, asked for the first time' },
  { part: 'bannerAgain', path: 'banner-again', title: 'The banner, asked again' },
  { part: 'preferences', path: 'preferences', title: 'The preferences' },
] as const;

/**
 * What a site handed over, letter for letter, as pages that open by themselves. Whoever verifies a bundle makes them again of the
 * sealed JSON, so they are the same in every release: another page needs another type of presentation.
 *
 * @param sha256 of the bytes. Throws {@link BundleError} where they are no presentation.
 */
export function presentationPages(sha256: string, bytes: Uint8Array): WrittenPage[] {
  const { integration, model, ...presentation } = presentationOf(sha256, bytes);
  // Where the law asks for no notice, there is no banner.
  const parts = PARTS.filter(({ part }) => part === 'preferences' || model !== 'none');
  return parts.map(({ part, path, title }) => ({
    path: BUNDLE_PATHS.page(sha256, path),
    role: 'presentation',
    madeOf: sha256,
    title,
    bytes: pageOf({
      title,
      note: `As the website\u2019s server presented it (${integration}), letter for letter. SHA-256 of what it stated: ${sha256}`,
      locale: presentation.locale,
      style: presentation.style,
      html: presentation[part],
    }),
  }));
}

/** The same of a banner that was made anew, which says so. */
export function reconstructedPage({ snapshot, model, ...look }: Reconstruction): WrittenPage {
  const title = `The banner, reconstructed (${model})`;
  return {
    path: BUNDLE_PATHS.page(snapshot, `reconstructed-${model}`),
    role: 'reconstructed',
    madeOf: snapshot,
    title,
    bytes: pageOf({
      ...look,
      title,
      note: `Reconstructed, and no copy: the website did not say how it presented the choice. Made of the configuration of then, in the styles of whoever made this bundle. SHA-256 of the configuration: ${snapshot}`,
    }),
  };
}

function presentationOf(sha256: string, bytes: Uint8Array) {
  try {
    return presentationSchema.parse(JSON.parse(utf8Text(bytes)));
  } catch {
    throw new BundleError(`the document ${sha256} is not how a site presents a choice`);
  }
}

interface PageSource {
  title: string;
  note: string;
  locale: string;
  style: string;
  html: string;
}

/**
 * A file that asks nobody for anything. What is shown stands in a frame with an empty sandbox, as in the admin: it runs no script,
 * sends no form, opens nothing and leads nowhere by itself, which a policy in the page alone does not keep it from. The policy
 * holds in the frame too: nothing is loaded, and no link turns the frame into another page.
 */
function pageOf({ title, note, locale, style, html }: PageSource): Uint8Array {
  const lang = /^[\w-]+$/.test(locale) ? ` lang="${locale}"` : '';
  const framed = `<!doctype html>
<html${lang} data-consent-ui="banner">
<head>
<meta charset="utf-8">
<base target="_blank">
<style>
${FRAMED}
${style.replaceAll('</', '<\\/')}
</style>
</head>
<body dir="auto">
${html}
</body>
</html>
`;
  return Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
${SURROUNDINGS}
</style>
</head>
<body>
<p id="bundle-note"><strong>${escapeHtml(title)}.</strong> ${escapeHtml(note)}</p>
<iframe sandbox title="${escapeHtml(title)}" srcdoc="${escapeHtml(framed)}"></iframe>
</body>
</html>
`);
}

/** The frame has the rest of the window, so that the banner never covers what is said of it. */
const SURROUNDINGS = `:root { color-scheme: light; background: #f7f9fb; font: 16px/1.5 system-ui, sans-serif; }
body { display: grid; grid-template-rows: auto 1fr; block-size: 100dvh; margin: 0; }
#bundle-note { margin: 0; padding: 0.75rem 1rem; color: #212134; background: #fff; border-block-end: 1px solid #c0c0cf; font-size: 0.875rem; overflow-wrap: anywhere; }
iframe { display: block; inline-size: 100%; block-size: 100%; min-block-size: 20rem; border: 0; }`;

const FRAMED = `:root { --consent-color-scheme: light; color-scheme: light; background: #f7f9fb; font: 16px/1.5 system-ui, sans-serif; }
:root::after { display: none !important; }
body { margin: 0; }`;
