import type { GpcSignal } from '../contract/payload.ts';
import { askCms } from './cms-requests.ts';
import type { MaybeLater } from './config-source.ts';
import type { SiteSettings } from './options.ts';
import { createSharedAnswers } from './shared-answers.ts';
import { cookieValue, gpcFromHeaders } from './visitor-request.ts';
import { createWarning } from './warning.ts';

/** How long an answer is believed, in milliseconds: a signal of another device holds here after a minute at the latest. */
const FRESH = 60_000;

/** How long a page waits for the CMS, in milliseconds. */
const PATIENCE = 1500;

/** How long the CMS is left alone after it failed, in milliseconds: meanwhile no page waits for it. */
const PAUSE = 5000;

/** Of so many signed-in visitors answers are kept. */
const MOST = 1000;

/**
 * What a token may look like in a header (RFC 6750), and no longer than browsers keep a cookie (RFC 6265, 6.1), since answers are kept
 * by it: whoever has another one is not signed in, and the CMS is not asked.
 */
const BEARER = /^(?=.{1,4096}$)[\w.~+/-]+=*$/;

export interface AccountSignals {
  /** The token of whoever is signed in, by the site's option `accountCookie`. */
  tokenOf(headers: Headers): string | null;
  /** The visitor's signal; null where that of their account is not known: then nothing may be granted, nor decided by it. */
  of(headers: Headers): MaybeLater<GpcSignal | null>;
}

interface Answer {
  gpc: boolean;
  at: number;
}

/** What the CMS knows of the signals of accounts. A site that has not named the cookie of their tokens asks for none. */
export function createAccountSignals(site: SiteSettings, now = () => performance.now()): AccountSignals {
  const warning = createWarning(site.warn);
  let pausedUntil = Number.NEGATIVE_INFINITY;

  const answers = createSharedAnswers<Answer, void>({
    max: MOST,
    freshMs: FRESH,
    patienceMs: 2 * PATIENCE,
    now,
    async ask(token) {
      if (now() < pausedUntil) throw new Error('The CMS failed a moment ago.');
      try {
        const gpc = await accountSignal(`${site.api()}/records/signal`, token);
        warning.clear();
        return { gpc, at: now() };
      } catch (error) {
        pausedUntil = now() + PAUSE;
        warning.raise(
          `Whether accounts have sent Global Privacy Control is not known, and nothing is granted to them meanwhile: ${(error as Error).message}`,
        );
        throw error;
      }
    },
  });

  const tokenOf = (headers: Headers) => {
    const token =
      site.accountCookie === null || site.api() === null ? null : cookieValue(headers, site.accountCookie);
    return token !== null && BEARER.test(token) ? token : null;
  };
  const isFresh = ({ at }: Answer) => now() - at < FRESH;

  return {
    tokenOf,
    of(headers) {
      if (gpcFromHeaders(headers)) return true;
      const token = tokenOf(headers);
      if (token === null) return false;
      const held = answers.kept(token);
      if (held && isFresh(held)) return held.gpc && 'account';
      return answers.fetch(token, undefined, true).then(
        // Where the CMS fails an older answer comes: a signal that was sent stays, that none was is not known any more.
        (answer) => (answer.gpc ? 'account' : isFresh(answer) ? false : null),
        () => null,
      );
    },
  };
}

/** @throws where the CMS does not say. Whoever has a token that is none (any more) is not signed in. */
async function accountSignal(url: string, token: string): Promise<boolean> {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const answer = await askCms(url, { headers }, PATIENCE);
  if (!answer.ok) void answer.body?.cancel();
  if (answer.status === 401) return false;
  const said = answer.ok ? ((await answer.json()) as { gpc?: unknown } | null)?.gpc : undefined;
  if (typeof said !== 'boolean') throw new Error(`${url} answered ${answer.status} and does not say`);
  return said;
}
