import type { Visit, VisitState } from '@permesso/consent-core/site';

/**
 * What is known of the page that answers a request. It travels with the request, where our components find it: to
 * make Astro's own object for each of them would cost a page more than all that they do with it.
 */
export interface PageState {
  visit: Visit;
  /** What `<head>` is to begin with; null where the page places it by itself, and once it is written. */
  head: string | null;
  /** By which what has been gated is known where the whole page goes through the gate; else undefined. */
  mark?: string;
}

const STATE = Symbol.for('permesso.page');

type Carrier = Request & { [STATE]?: PageState };

/** The state of the page that answers this request; undefined where the middleware did not run. */
export const stateOf = (request: Carrier): PageState | undefined => request[STATE];

export function setState(request: Carrier, state: PageState): PageState {
  request[STATE] = state;
  return state;
}

/** `Astro.locals.consent` of a request, and what became of it. */
export interface ConsentOfRequest {
  consent: VisitState;
  /** Whether anything has read it: then the answer is this visitor's alone, whatever it is. */
  isRead: boolean;
  /** Whether the page left its answer to another one (`Astro.rewrite`). */
  isRewritten: boolean;
}

const CONSENT = Symbol.for('permesso.told');

type Locals = App.Locals & { [CONSENT]?: ConsentOfRequest };

/** What this request was given before; undefined where the middleware has not run. */
export const consentOf = (locals: Locals): ConsentOfRequest | undefined => locals[CONSENT];

/**
 * Sets `Astro.locals.consent`. Adapters that run middleware apart from the pages hand over what can be enumerated, in a
 * header: it has no room for a configuration, and no letters but Latin ones. The pages' own server finds it again.
 */
export function setConsent(locals: Locals, consent: VisitState): ConsentOfRequest {
  const given: ConsentOfRequest = { consent, isRead: false, isRewritten: false };
  locals[CONSENT] = given;
  Object.defineProperty(locals, 'consent', {
    get() {
      given.isRead = true;
      return given.consent;
    },
    set(other: VisitState) {
      given.consent = other;
    },
    configurable: true,
  });
  return given;
}

/** The part of Astro's destination of a page that takes what is written. */
interface Destination {
  write(chunk: string): void;
}

/** What compiled components write behind `<head>` (see `headPlugin`): once, and nothing where nothing waits. */
export function writeHead({
  request,
}: {
  request: Request;
}): '' | { render(destination: Destination): void } {
  const state = stateOf(request);
  if (!state?.head) return '';
  const { head } = state;
  state.head = null;
  // A chunk of its own: Astro searches the first one of a page for a doctype, and ours is long.
  return { render: (destination) => destination.write(head) };
}
