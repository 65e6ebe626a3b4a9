/** Hosts of the site that are only other names of third parties, by which these are taken for the site itself (CNAME cloaking). */
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { LIMITS } from '../limits';
import { knownAddress } from '../naming/known';
import type { SeenRequest } from './observations';

/** The names that a host is another name of; rejects with DNS's code where there are none. */
export type ResolveCname = (host: string) => Promise<string[]>;

export interface HostAliases {
  /** Says of each request to the site what third party it goes to, where that is known. */
  mark(requests: readonly SeenRequest[]): Promise<void>;
}

/** No name is looked up. */
export const NO_ALIASES: HostAliases = { mark: async () => {} };

const ANSWER_WITHIN = 2_000;

export function resolverOfMachine(): ResolveCname {
  const resolver = new Resolver({ timeout: ANSWER_WITHIN, tries: 1 });
  return (host) => resolver.resolveCname(host);
}

/** What DNS answers where a host is no other name. */
const NO_ALIAS = new Set(['ENODATA', 'ENOTFOUND']);

export function hostAliases(site: string, resolve: ResolveCname): HostAliases {
  const siteHost = new URL(site).hostname;
  const known = new Map<string, Promise<string | null>>();
  let hasDns = true;

  async function thirdPartyBehind(host: string): Promise<string | null> {
    let name = host;
    try {
      for (let step = 0; step < LIMITS.aliasChain && hasDns; step++) {
        const [next] = await resolve(name);
        if (!next) return null;
        name = next.replace(/\.$/, '').toLowerCase();
        if (isTracker(name)) return name;
      }
    } catch (error) {
      // Where names are not looked up at all, no further one is waited for.
      if (!NO_ALIAS.has((error as { code?: string }).code ?? '')) hasDns = false;
    }
    return null;
  }

  function aliasOf(host: string): Promise<string | null> {
    const found = known.get(host);
    if (found) return found;
    if (!hasDns || known.size >= LIMITS.aliases) return Promise.resolve(null);
    const asked = thirdPartyBehind(host);
    known.set(host, asked);
    return asked;
  }

  return {
    async mark(requests) {
      // Where its pages come from is the site, whoever hosts it.
      const pageHosts = new Set(requests.filter(({ navigation }) => navigation).map(({ host }) => host));
      const hosts = new Set(requests.filter(({ sameSite }) => sameSite).map(({ host }) => host));
      const asked = [...hosts].filter(
        (host) => host !== siteHost && !pageHosts.has(host) && host.includes('.') && isIP(host) === 0,
      );
      const found = await Promise.all(asked.map(async (host) => [host, await aliasOf(host)] as const));
      const aliases = new Map(found);
      for (const request of requests) {
        const alias = request.sameSite ? aliases.get(request.host) : null;
        if (alias) Object.assign(request, { alias, sameSite: false });
      }
    },
  };
}

/** Known, and for what one asks consent for: that a site's own files come from somebody's servers says nothing. */
function isTracker(name: string): boolean {
  const { category } = knownAddress(`https://${name}/`) ?? {};
  return category !== undefined && category !== null && category !== 'necessary';
}
