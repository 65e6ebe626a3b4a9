import type { PagePayload } from '@permesso/consent-core';
import {
  type ConsentConfig,
  type ConsentExpr,
  type ConsentView,
  initialView,
  payloadKey,
  type ResolvedConsent,
  randomUuid,
  resolveConsent,
} from '@permesso/consent-core';
import { LRUCache } from 'lru-cache';
import { headTerms } from '../head/terms.ts';
import { keep } from './keep.ts';
import { grantedBy } from './read-consent.ts';

/** `Astro.locals.consent`: what this page may do and show. */
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
  /** Whether their addresses end in a slash. */
  trailingSlash?: boolean;
}

/** Turns a request's facts into what the page may rely on. */
export function consentLocals(facts: Facts): ConsentLocals {
  const { config, gpc, visitor, locale, basePath } = facts;
  const payload = payloadOf(facts);
  const resolved = config ? resolve(facts, config, payload.head.maxAge) : unknown(gpc);
  // A page that does not know its visitor shows nothing until it does.
  const view = config && visitor ? initialView(resolved, config) : 'closed';
  const locals = { config, resolved, gpc, view, locale, basePath, visitor, payload };
  // Not enumerable: what a page hands on to an island is plain data.
  return Object.defineProperty(locals, 'has', {
    value: (expr: ConsentExpr) => grantedBy(locals, expr),
  }) as ConsentLocals;
}

const undecided = new WeakMap<ConsentConfig, ResolvedConsent>();

function resolve({ cookie, gpc }: Facts, config: ConsentConfig, maxAge: number): ResolvedConsent {
  if (gpc) return resolveConsent(cookie, config, { gpc });
  return cookie === null ? resolveNobody(config) : resolveVisitor(cookie, config, maxAge);
}

/** Without cookie and signal a configuration means the same for everybody, but for the id of the consent to come. */
function resolveNobody(config: ConsentConfig): ResolvedConsent {
  let same = undecided.get(config);
  if (!same) {
    same = resolveConsent(null, config);
    undecided.set(config, same);
  }
  return { ...same, decisions: { ...same.decisions }, consentId: randomUuid() };
}

/** Visitors whose decisions are remembered under one configuration: about 1 MB. */
const REMEMBERED = 1000;

/** Characters of a cookie that is worth it; that of a usual decision has 270. */
const USUAL_LENGTH = 1000;

/** What a visitor had decided, from when until when it holds, in unix seconds. */
interface Remembered {
  resolved: ResolvedConsent;
  from: number;
  until: number;
}

const remembered = new WeakMap<ConsentConfig, LRUCache<string, Remembered>>();

/** A visitor asks for one page after another: of the same cookie and configuration only time makes something else. */
function resolveVisitor(cookie: string, config: ConsentConfig, maxAge: number): ResolvedConsent {
  let visitors = remembered.get(config);
  if (!visitors) {
    visitors = new LRUCache({ max: REMEMBERED });
    remembered.set(config, visitors);
  }
  const now = Date.now() / 1000;
  let known = visitors.get(cookie);
  if (!known || now < known.from || now > known.until) {
    const resolved = resolveConsent(cookie, config, { now });
    const holds = resolved.status === 'decided' && resolved.cookie && cookie.length <= USUAL_LENGTH;
    if (!holds) return resolved;
    known = { resolved, from: now, until: Math.floor(resolved.cookie!.t + maxAge) };
    visitors.set(cookie, known);
  }
  const { resolved } = known;
  return { ...resolved, decisions: { ...resolved.decisions } };
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
  return variants.get(key) ?? keep(variants, key, payload(facts));
}

function payload({ config, visitor, gpc, source, routes, basePath, trailingSlash }: Facts): PagePayload {
  return {
    config,
    key: payloadKey(config, visitor),
    head: headTerms(config, visitor, visitor || !source),
    visitor,
    gpc,
    ...(source && { source }),
    ...(routes && { base: basePath, ...(trailingSlash && { slash: '/' }) }),
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
