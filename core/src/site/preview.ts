/** What a site shows to whoever has a link of its CMS: asked anew for each request, and kept nowhere. */
import { z } from 'zod';
import type { ConsentConfig, PendingConfig } from '../contract/config.ts';
import { PREVIEW, PREVIEW_CHOICE, PREVIEW_TOKEN, type PreviewTerms } from '../contract/preview.ts';
import { consentConfigSchema } from '../contract/schema.ts';
import { countryName } from '../legal/index.ts';
import { rawValues } from '../rules/cookie-reading.ts';
import { previewTexts } from '../texts/preview-texts.ts';
import { previewBar } from '../ui/preview-bar.ts';
import { askCms, placeHeaders } from './cms-requests.ts';
import type { ConfigQuery, SiteSettings } from './options.ts';
import { speechOf } from './speech.ts';
import { createWarning } from './warning.ts';

/** How long the CMS may take for what waits, in milliseconds: it reads all of it, and nobody but an editor waits. */
const TIMEOUT = 5000;

/** A preview that holds. */
export interface Preview {
  token: string;
  terms: PreviewTerms;
  config: ConsentConfig;
}

/** `ended`: the link holds no more, or never did. `away`: nobody could say so just now. */
export type PreviewAnswer = Preview | 'ended' | 'away';

export const isOpen = (answer: PreviewAnswer): answer is Preview => typeof answer === 'object';

export interface Previews {
  /** What the CMS says of a link; nothing of it is kept. */
  open(token: string, query: ConfigQuery): Promise<PreviewAnswer>;
  /** The configuration of a page of the preview, which carries the bar that says so. */
  configFor(preview: Preview, page: { locale: string | null; returnTo: string }): PendingConfig;
}

const termsSchema: z.ZodType<PreviewTerms> = z.object({
  place: z.string().nullable(),
  locale: z.string().nullable(),
  gpc: z.boolean(),
  until: z.iso.datetime(),
});

const answerSchema = z.object({ config: consentConfigSchema, preview: termsSchema });

/**
 * The token of the link that a visitor has followed; null without one. A cookie of the name that holds none is one that
 * has ended: an empty text stands for it.
 */
export function previewToken(headers: Headers): string | null {
  const cookies = headers.get('cookie');
  if (!cookies?.includes(`${PREVIEW}=`)) return null;
  const values = rawValues(cookies, PREVIEW);
  return values.find((value) => PREVIEW_TOKEN.test(value)) ?? (values.length > 0 ? '' : null);
}

export function createPreviews(site: SiteSettings): Previews {
  const failed = createWarning(site.warn);

  async function ask(api: string, token: string, query: ConfigQuery): Promise<PreviewAnswer> {
    const response = await askPreview(api, '/config', token, query);
    if (response.status === 403 || response.status === 404) {
      failed.raise(
        `A preview is not shown: ${response.status === 403 ? await reasonOf(response) : NO_PREVIEWS}`,
      );
      return 'ended';
    }
    if (!response.ok) throw new Error(`the CMS answered ${response.status}`);
    const { config, preview } = answerSchema.parse(await response.json());
    failed.clear();
    return { token, terms: preview, config: config as ConsentConfig };
  }

  return {
    async open(token, query) {
      const api = site.api();
      if (api === null || !PREVIEW_TOKEN.test(token)) return 'ended';
      try {
        return await ask(api, token, query);
      } catch (error) {
        failed.raise(`A preview could not be asked for: ${(error as Error).message}`);
        return 'away';
      }
    },

    /**
     * Under a cookie of its own, which ends with the browser's session, so that the visitor's own decision is neither read nor
     * written; recorded by nobody; and without what loads trackers, whatever the CMS has sent.
     */
    configFor({ config, terms }, { locale, returnTo }) {
      const { language = 'en', dir, lang } = speechOf(site, { locale, config });
      const bar = previewBar({
        terms,
        texts: previewTexts(language),
        locale: language,
        place: placeName(terms.place, language),
        action: site.address('preview'),
        returnTo,
        language: lang,
        direction: dir,
        formAttributes: site.formAttributes,
      });
      return {
        ...config,
        trackers: config.trackers.map(({ loader: _, ...tracker }) => tracker),
        recording: { enabled: false, endpoint: '' },
        cookie: { name: PREVIEW_CHOICE, maxAgeDays: 0, sameSite: 'lax' },
        preview: { bar },
      };
    },
  };
}

const NO_PREVIEWS = 'this CMS has none; update its plugin.';

/** The CMS's own words: it says whether a link has expired. */
async function reasonOf(response: Response): Promise<string> {
  const answer = (await response.json().catch(() => null)) as { error?: { message?: unknown } } | null;
  const message = answer?.error?.message;
  return typeof message === 'string' ? message.slice(0, 200) : 'the CMS refuses its link.';
}

/** `United States (US-CA)` */
function placeName(place: string | null, locale: string): string | null {
  const [country = ''] = place?.split('-') ?? [];
  return place && `${countryName(country, locale)} (${place})`;
}

/**
 * Asks the CMS for a part of what waits. By POST, which no cache answers, and with the token in the body, which no log has.
 *
 * @throws as `askCms`
 */
export function askPreview(
  api: string,
  path: string,
  token: string,
  query: Partial<ConfigQuery>,
): Promise<Response> {
  const { locale = null, country = null, region = null } = query;
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...placeHeaders({ country, region }),
  };
  const body = JSON.stringify({ token, locale });
  return askCms(`${api}/preview${path}`, { method: 'POST', headers, body }, TIMEOUT);
}
