import {
  type ConsentConfig,
  consentTerms,
  readConsentCookie,
  serializeConsentCookie,
} from '@permesso/consent-core';

/** The dev server's own route beside those of the site, for the toolbar. */
export const DECLARED_HOSTS = 'declared-hosts.json';

/** Sent to the dev server by a page that has something to warn of. */
export const PAGE_WARNING = 'consent:page-warning';

/** The cookie by which the toolbar asks the dev server to see this visitor elsewhere. */
export const SIMULATION_COOKIE = 'consent-simulation';

/** A visit as the toolbar would like it to be. */
export interface Simulation {
  /** A country, or a country and a region: `DE`, `US-CA`. Empty for the real one. */
  place: string;
  /** Whether the browser sends Global Privacy Control. */
  gpc: boolean;
}

/** Reads the simulation from a `Cookie` header or `document.cookie`; null without one. */
export function readSimulation(cookies: string): Simulation | null {
  const pair = cookies.split(/; */).find((part) => part.startsWith(`${SIMULATION_COOKIE}=`));
  const found = pair && /^([A-Z]{2}(?:-[A-Z0-9]{1,3})?)?(\.gpc)?$/.exec(pair.split('=')[1] ?? '');
  if (!found || found[0] === '') return null;
  return { place: found[1] ?? '', gpc: found[2] !== undefined };
}

/** The cookie's text for a simulation; it lasts for the session of the browser. */
export function simulationCookie({ place, gpc }: Simulation): string {
  const value = `${place}${gpc ? '.gpc' : ''}`;
  return `${SIMULATION_COOKIE}=${value}; Path=/; SameSite=Lax${value ? '' : '; Max-Age=0'}`;
}

/** Rewrites a request's headers as the visitor's CDN and browser would have sent them from there. */
export function simulateVisit(
  headers: Record<string, string | string[] | undefined>,
  trusted: { country: readonly string[]; region: readonly string[] },
): void {
  const simulation = readSimulation(String(headers.cookie ?? ''));
  if (!simulation) return;
  const [country, region] = simulation.place.split('-');
  if (country) {
    for (const name of [...trusted.country, ...trusted.region]) delete headers[name];
    if (trusted.country[0]) headers[trusted.country[0]] = country;
    if (region && trusted.region[0]) headers[trusted.region[0]] = region;
  }
  if (simulation.gpc) headers['sec-gpc'] = '1';
}

const DAY = 86_400;

/** The cookie of a page that knows no configuration. */
const UNKNOWN: ConsentConfig['cookie'] = { name: 'pl-consent', maxAgeDays: 0, sameSite: 'lax' };

// biome-ignore-start lint/suspicious/noDocumentCookie: the Cookie Store API needs https and is asynchronous.

/** Sees this visitor elsewhere from now on; the dev server answers accordingly. */
export function simulate(simulation: Simulation): void {
  document.cookie = simulationCookie(simulation);
  location.reload();
}

/** Dates the stored decision back by more than its validity, which may be longer for a refusal. */
export function expireDecision(config: ConsentConfig | null): void {
  const cookie = config && readConsentCookie(document.cookie, config.cookie.name);
  if (!cookie) return;
  const { maxAge, refusal } = consentTerms(config);
  const t = cookie.t - Math.ceil(Math.max(maxAge, refusal?.maxAge ?? 0)) - DAY;
  document.cookie = serializeConsentCookie({ ...cookie, t }, config.cookie, ofPage());
  location.reload();
}

/** A first visit again: no decision, nothing to send, no simulation. */
export function forgetEverything(config: ConsentConfig | null): void {
  const { domain, ...own } = config?.cookie ?? UNKNOWN;
  for (const attributes of [own, { ...own, domain }]) {
    document.cookie = serializeConsentCookie('', attributes, ofPage());
  }
  document.cookie = simulationCookie({ place: '', gpc: false });
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(`${own.name}:`)) localStorage.removeItem(key);
  }
  location.reload();
}
// biome-ignore-end lint/suspicious/noDocumentCookie: as above

const ofPage = () => ({ secure: location.protocol === 'https:', host: location.hostname });
