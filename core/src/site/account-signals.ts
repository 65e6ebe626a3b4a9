import { keepAlive } from './background-work.ts';
import { askCms } from './cms-requests.ts';
import type { MaybeLater } from './config-source.ts';
import type { SiteSettings } from './options.ts';
import { keepNewest } from './shared-answers.ts';
import { cookieValue, gpcFromHeaders } from './visitor-request.ts';
import { createWarning } from './warning.ts';

/** How long an answer is believed, in milliseconds: a signal of another device holds here after a minute at the latest. */
const FRESH = 60_000;

/** How long a page waits for the CMS, in milliseconds. */
const PATIENCE = 1500;

/** Of so many signed-in visitors answers are kept. */
const MOST = 1000;

export interface AccountSignals {
  /** The token of whoever is signed in, by the site's option `accountCookie`. */
  tokenOf(headers: Headers): string | null;
  /**
   * Whether the visitor's browser sends Global Privacy Control, or one on another device of their account has. Null where that
   * is not known: then nothing may be granted that the signal forbids.
   */
  of(headers: Headers): MaybeLater<boolean | null>;
}

/** What the CMS knows of the signals of accounts. A site that has not named the cookie of their tokens asks for none. */
export function createAccountSignals(site: SiteSettings, now = () => performance.now()): AccountSignals {
  const kept = new Map<string, { gpc: boolean; at: number }>();
  const warning = createWarning(site.warn);

  const tokenOf = (headers: Headers) =>
    site.accountCookie === null || site.api() === null ? null : cookieValue(headers, site.accountCookie);

  async function ask(token: string): Promise<boolean | null> {
    try {
      const gpc = await accountSignal(`${site.api()}/records/signal`, token);
      keepNewest(kept, token, { gpc, at: now() }, MOST);
      warning.clear();
      return gpc;
    } catch (error) {
      warning.raise(
        `Whether accounts have sent Global Privacy Control is not known, and nothing is granted meanwhile: ${(error as Error).message}`,
      );
      // One that was sent stays.
      return kept.get(token)?.gpc || null;
    }
  }

  return {
    tokenOf,
    of(headers) {
      const own = gpcFromHeaders(headers);
      const token = own ? null : tokenOf(headers);
      if (token === null) return own;
      const held = kept.get(token);
      if (held && now() - held.at < FRESH) return held.gpc;
      const answer = ask(token);
      keepAlive(answer);
      return answer;
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
