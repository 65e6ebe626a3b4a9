import {
  type ConsentDecisions,
  decide,
  encodeConsentCookie,
  getCookieValue,
  keepUnsent,
  newestConsent,
  type RecordSubmission,
  resolveConsent,
  type StorageOptions,
  serializeConsentCookie,
} from '@permesso/consent-core';
import { askedBy } from './asked.ts';
import { bannerShows } from './due.ts';
import { openPreferences } from './open.ts';
import { page } from './page.ts';
import { withPart } from './parts.ts';
import { sendForm } from './send-form.ts';
import { tellTabs } from './tabs.ts';

/** Decisions, and how the store makes them. */
const METHODS = {
  'accept-all': 'acceptAll',
  'reject-all': 'rejectAll',
  dismiss: 'dismiss',
  save: 'save',
  withdraw: 'withdraw',
} as const;

type Decision = keyof typeof METHODS;

/** What answers the banner, by `data-consent-action`. */
const ANSWERS: Record<string, Decision> = {
  'accept-all': 'accept-all',
  'reject-all': 'reject-all',
  close: 'dismiss',
};

/** What decides in the preferences. */
const CHOICES: Record<string, Decision> = { ...ANSWERS, save: 'save', withdraw: 'withdraw' };

/** A decision, as it is kept. */
interface Answer {
  value: string;
  options: StorageOptions;
  /** Null where nothing is recorded. */
  submission: RecordSubmission | null;
  /** Whether the browser took the cookie. */
  taken?: boolean;
}

/** What the switches of the preferences say, by category. */
type Draft = ConsentDecisions;

/**
 * Does what a control asks for on a page that has no store yet: answers the banner, opens the preferences and decides
 * in them. All else, and what the browser does not let us keep, is the store's.
 */
export function act(control: HTMLElement): void {
  const { consentAction = 'customize', consentToggle, consentAllow } = askedBy(control);
  const { facts } = page();
  const dialog = control.closest<HTMLDialogElement>('dialog[data-consent-preferences]');
  // A configuration that is not known, or not of this visitor, is for the store to ask for.
  const isKnown = facts?.payload.config?.enabled && !facts.payload.source;
  const action = (dialog ? CHOICES : bannerShows() ? ANSWERS : {})[consentAction];
  if (!isKnown || consentAllow !== undefined || (consentToggle !== undefined && !dialog)) leave(control);
  // A switch of the preferences holds its choice itself until it is saved.
  else if (consentToggle !== undefined) return;
  else if (consentAction === 'customize') openPreferences(control);
  else if (dialog && consentAction === 'close') dialog.close();
  else if (action) commit(action, dialog);
  else leave(control);
}

/** Leaves it to the store. */
function leave(control: HTMLElement): void {
  withPart(
    'store',
    (store) => store.act(control),
    () => sendForm(control),
  );
}

/**
 * Commits a decision. What refuses anything is in the cookie when this returns: a browser that is closed the next
 * moment must find it there again. To write a cookie holds up the page for some milliseconds, so a decision that
 * grants everything is written after the next paint, as other tabs, the record and the store are told: where it is
 * lost the visitor is asked again, and nothing was granted.
 */
function commit(action: Decision, dialog: HTMLDialogElement | null): void {
  const draft = dialog ? draftOf(dialog) : undefined;
  dialog?.close();
  // The store that closes what is open comes later, or not at all: until then nothing else may begin (I5).
  page().facts!.judged.decisions = {};
  document.documentElement.dataset.consentUi = 'closed';
  const before = stored();
  const grantsAll = action === 'accept-all';
  let made = grantsAll ? null : write(action, draft);
  settle();
  unsettled = () => {
    if (grantsAll) {
      // Somebody has decided in between, and the last word counts.
      if (stored() !== before) return;
      made = write(action, draft);
    }
    if (made?.taken) keep(made);
    withPart('store', ({ pageStore }) => {
      const store = pageStore();
      if (!made?.taken) {
        for (const [key, on] of Object.entries(draft ?? {})) store.toggle(key, on);
        store[METHODS[action]]();
      }
      if (dialog && store.getState().needsReload) withPart('reload', (offer) => offer(store));
    });
  };
  requestAnimationFrame(() => setTimeout(settle));
}

/** What the last decision has left to do after the next paint. */
let unsettled: (() => void) | undefined;

function settle(): void {
  const rest = unsettled;
  unsettled = undefined;
  rest?.();
}

/** The cookie's text as it is now; it is compared, not read. */
const stored = () => getCookieValue(document.cookie, page().facts?.payload.head.name ?? '');

/**
 * Writes the cookie of a decision; null where there is nothing to keep. Whether it was taken is seen at once: a moment
 * later another decision may stand there, which is the last word.
 */
function write(action: Decision, draft?: Draft): Answer | null {
  const made = answer(action, draft);
  if (made) {
    const secure = location.protocol === 'https:';
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and a decision is not.
    document.cookie = serializeConsentCookie(made.value, made.options, { secure });
    made.taken = stored() === made.value;
  }
  return made;
}

function draftOf(dialog: HTMLElement): Draft {
  const switches = dialog.querySelectorAll<HTMLInputElement>('[data-consent-toggle]');
  return Object.fromEntries([...switches].map(({ value, checked }) => [value, checked]));
}

/**
 * Prepares for answers. Where one is to be expected it is waited for: the browser does in a quiet moment what it does
 * once, at the first use. Nothing of that is kept.
 */
export function prepareAnswers(): void {
  // The page may be left or covered before the paint that a decision waits for: the record must not be lost (F4).
  addEventListener('pagehide', settle);
  addEventListener('visibilitychange', settle);
  if (!bannerShows()) return;
  globalThis.requestIdleCallback?.(() => answer('accept-all'));
}

/** What an action amounts to; null where there is nothing to keep. A draft comes from the preferences. */
function answer(action: Decision, draft?: Draft): Answer | null {
  const { facts } = page();
  const config = facts?.payload.config;
  if (!config) return null;
  const { cookie: options, recording } = config;
  const { name } = options;
  const cookie = newestConsent(document.cookie, name);
  const stored = resolveConsent(cookie, config, { gpc: facts.gpc });
  const made = decide(stored, config, action, { source: draft ? 'preferences' : 'banner', draft });
  return (
    made && {
      value: encodeConsentCookie(made.cookie),
      options,
      submission: recording.enabled ? made.submission : null,
    }
  );
}

/** Tells other tabs and keeps the record. */
function keep({ value, options, submission }: Answer): void {
  tellTabs(options.name);
  // Where another tab has decided since, that is the newest decision.
  if (submission) keepUnsent(options.name, submission, stored() === value ? value : null);
}
