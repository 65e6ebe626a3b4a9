import {
  type ConsentConfig,
  type ConsentExpr,
  type ConsentView,
  initialView,
  type ResolvedConsent,
  randomUuid,
  resolveConsent,
} from '@permesso/consent-core';
import { payloadKey } from '../head/key.ts';
import type { PagePayload } from '../head/payload.ts';
import { headTerms } from '../head/terms.ts';
import { grantedBy } from './read-consent.ts';

/** `Astro.locals.consent`: what this page may do and show. Plain data, so that it survives an edge hand-over. */
export interface ConsentLocals {
  /** Null when no configuration is known: nothing is granted, nothing is shown, nothing is recorded. */
  config: ConsentConfig | null;
  resolved: ResolvedConsent;
  gpc: boolean;
  /** What the page shows before its visitor does anything. */
  view: ConsentView;
  locale: string | null;
  /** Base path of the site's own consent routes. */
  basePath: string;
  /** False when the HTML must be the same for every visitor. */
  visitor: boolean;
  /** What the head is told. */
  payload: PagePayload;
  /** Whether this category, or this combination of categories, is granted. */
  has(expr: ConsentExpr): boolean;
}

export interface Facts {
  config: ConsentConfig | null;
  /** The cookie's raw value; null where the page must not depend on the visitor. */
  cookie: string | null;
  gpc: boolean;
  visitor: boolean;
  locale: string | null;
  basePath: string;
  source: string | null;
  /** Whether the site has routes of its own. */
  routes: boolean;
}

/** Turns a request's facts into what the page may rely on. */
export function consentLocals(facts: Facts): ConsentLocals {
  const { config, gpc, visitor, locale, basePath } = facts;
  const resolved = config ? resolve(facts, config) : unknown(gpc);
  // A page that does not know its visitor shows nothing until it does.
  const view = config && visitor ? initialView(resolved, config) : 'closed';
  const locals = { config, resolved, gpc, view, locale, basePath, visitor, payload: payloadOf(facts) };
  // Not enumerable: an adapter that hands locals over to an edge function refuses functions in them.
  return Object.defineProperty(locals, 'has', {
    value: (expr: ConsentExpr) => grantedBy(locals, expr),
  }) as ConsentLocals;
}

const undecided = new WeakMap<ConsentConfig, ResolvedConsent>();

/** Without cookie and signal a configuration means the same for everybody, but for the id of a consent to come. */
function resolve({ cookie, gpc }: Facts, config: ConsentConfig): ResolvedConsent {
  if (cookie !== null || gpc) return resolveConsent(cookie, config, { gpc });
  let same = undecided.get(config);
  if (!same) {
    same = resolveConsent(null, config);
    undecided.set(config, same);
  }
  let id: string | undefined;
  return {
    ...same,
    decisions: { ...same.decisions },
    // Few pages ask for it.
    get consentId() {
      id ??= randomUuid();
      return id;
    },
  };
}

const told = new WeakMap<ConsentConfig, Map<string, PagePayload>>();

/** What the head is told, put together once for all requests to which it applies. */
function payloadOf(facts: Facts): PagePayload {
  const { config, visitor, gpc, source, routes, basePath } = facts;
  if (!config) return payload(facts);
  let variants = told.get(config);
  if (!variants) {
    variants = new Map();
    told.set(config, variants);
  }
  const key = `${visitor}|${gpc}|${source ?? ''}|${routes ? basePath : ''}`;
  let known = variants.get(key);
  if (!known) {
    known = payload(facts);
    variants.set(key, known);
  }
  return known;
}

function payload({ config, visitor, gpc, source, routes, basePath }: Facts): PagePayload {
  return {
    config,
    key: payloadKey(config, visitor),
    head: headTerms(config, visitor),
    visitor,
    gpc,
    ...(source && { source }),
    ...(routes && { base: basePath }),
  };
}

/** Nothing is known, so nothing is granted (C1). */
function unknown(gpc: boolean): ResolvedConsent {
  return {
    status: 'undecided',
    model: 'opt-in',
    decisions: {},
    repromptReason: null,
    gpc,
    needsReload: false,
    consentId: '',
    decidedAt: null,
    source: null,
    cookie: null,
  };
}
