import { type ConsentConfig, tcfCookieLine, tcfCookieName } from '@permesso/consent-core';
import { readAdditionalConsent } from './additional-consent.ts';
import type { TcfChoice } from './choice.ts';
import { type ReadTcString, readTcString } from './tc-string.ts';

/** A decision: whose it is, when it was made, and whether it grants the category: two may be made within one second. */
export interface DecisionName {
  consentId: string;
  /** Unix seconds. */
  decidedAt: number | null;
  isGranted: boolean;
}

const SEPARATOR = '|';

/** As a text without meaning to a cookie, or in a consent string. */
export const decisionKey = ({ consentId, decidedAt, isGranted }: DecisionName): string =>
  [consentId, decidedAt, isGranted ? 1 : 0].join(SEPARATOR);

/** A consent string as it is kept, with what Google reads beside it. */
export interface KeptString {
  tcString: string;
  additionalConsent: string;
  /** What the site asked for, by `askedOf`. */
  asked: string;
}

/** The same, read. */
export interface ReadKeptString extends KeptString {
  said: ReadTcString;
  choice: TcfChoice;
  /** Google's providers that the visitor was told of. */
  toldProviders: ReadonlySet<number>;
}

type CookieOptions = ConsentConfig['cookie'];

/** The text of `document.cookie` that keeps the string of a decision. */
export function keptStringLine(
  decision: DecisionName,
  { tcString, additionalConsent, asked }: KeptString,
  options: CookieOptions,
  isSecure: boolean,
): string {
  const value = [decisionKey(decision), tcString, additionalConsent, asked].join(SEPARATOR);
  return tcfCookieLine(value, options, { secure: isSecure });
}

/** No provider of Google was named. */
const NOBODY = { granted: new Set<number>(), told: new Set<number>() };

/** The string that is kept of this very decision; null where there is none, or none that can be read. */
export function readKeptString(
  cookies: string,
  decision: DecisionName,
  options: Pick<CookieOptions, 'name'>,
): ReadKeptString | null {
  const prefix = `${tcfCookieName(options)}=${decisionKey(decision)}${SEPARATOR}`;
  for (const pair of cookies.split(';').map((text) => text.trim())) {
    if (!pair.startsWith(prefix)) continue;
    const [tcString = '', additionalConsent = '', asked = ''] = pair.slice(prefix.length).split(SEPARATOR);
    const said = readTcString(tcString);
    const others = additionalConsent === '' ? NOBODY : readAdditionalConsent(additionalConsent);
    if (!said || !others) continue;
    const choice = { ...said.choice, providers: others.granted };
    return { tcString, additionalConsent, asked, said, choice, toldProviders: others.told };
  }
  return null;
}
