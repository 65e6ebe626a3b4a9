import type { TcfAnswer } from '@permesso/consent-core/site';
import { preferencesStyle, toDom, tokensStyle } from '@permesso/consent-core/ui';
import { consent } from '../client/index.ts';
import { type ChoicePart, offeredChoice, type TcfChoice } from './choice.ts';
import { legalBases } from './legal-bases.ts';
import type { TcfTerms } from './options.ts';
import { vendorDetails } from './vendor-details.ts';
import { TITLE, type VendorsInput, vendorNames, vendorsForm } from './vendors-markup.ts';
import ownStyle from './vendors-page.css?inline';

export interface VendorsPageOptions {
  terms: TcfTerms;
  /** The vendors of the site; undefined while they are not known in the language of the page. */
  answer: () => TcfAnswer | undefined;
  /** What holds by now. */
  choice: () => TcfChoice;
  /** Commits what was chosen as the visitor's decision. */
  decide(choice: TcfChoice): void;
  /** Hears that the page was opened or closed. */
  onChange(): void;
}

export interface VendorsPage {
  isOpen(): boolean;
  /** The vendors are known: does what somebody has asked for before. */
  answered(): void;
  stop(): void;
}

/** What opens it: our button in the preferences, and whatever a site marks so. */
const OPENER = '[data-consent-tcf]';

/**
 * The page of purposes and vendors, a dialog of its own: it opens from the preferences, and from everything that carries
 * `data-consent-tcf`.
 */
export function createVendorsPage(options: VendorsPageOptions): VendorsPage {
  let dialog: HTMLDialogElement | undefined;
  /** What was clicked while the vendors were not known. */
  let waiting: Element | undefined;
  const events = new AbortController();
  const { signal } = events;
  const open = (opener: Element) => {
    const answer = options.answer();
    waiting = answer ? undefined : opener;
    if (dialog || !answer) return;
    const { terms } = options;
    const input: VendorsInput = {
      answer,
      bases: legalBases(answer.list, terms),
      offered: offeredChoice(answer.list, answer.providers, terms),
      choice: options.choice(),
    };
    dialog = showDialog(input, {
      decide: options.decide,
      closed(isLeft) {
        dialog = undefined;
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
        if (isLeft) options.onChange();
      },
    });
    options.onChange();
  };
  document.addEventListener(
    'click',
    ({ target }) => {
      const opener = target instanceof Element && target.closest(OPENER);
      if (opener) open(opener);
    },
    { signal },
  );
  const offer = () => {
    if (consent.get().ui === 'preferences') addOpener(options.answer, signal);
  };
  const stop = consent.subscribe(offer);
  return {
    isOpen: () => dialog !== undefined,
    answered() {
      offer();
      if (waiting?.isConnected) open(waiting);
    },
    stop() {
      stop();
      events.abort();
      dialog?.close();
    },
  };
}

/** Puts the button into the preferences once they are there: their texts may have to come first. */
function addOpener(answer: () => TcfAnswer | undefined, signal: AbortSignal): void {
  const add = (): boolean => {
    const body = document.querySelector(
      'dialog[data-consent-preferences][consent-own] [data-consent-part=body]',
    );
    const { texts, locale, direction } = answer() ?? {};
    if (!body || !texts) return false;
    if (!body.querySelector(OPENER)) {
      const button = toDom([
        'p',
        { lang: locale, dir: direction },
        ['button', { type: 'button', 'data-consent-tcf': true, 'aria-haspopup': 'dialog' }, texts.title],
      ]);
      // Before a first decision there is no consent id, which else stands last.
      body.insertBefore(button, body.querySelector(':scope > [data-consent-part=meta]'));
    }
    return true;
  };
  if (add()) return;
  const observer = new MutationObserver(() => {
    if (consent.get().ui !== 'preferences' || add()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  signal.addEventListener('abort', () => observer.disconnect());
}

interface DialogEvents {
  decide(choice: TcfChoice): void;
  /** @param isLeft nothing is decided by it */
  closed(isLeft: boolean): void;
}

function showDialog(input: VendorsInput, { decide, closed }: DialogEvents): HTMLDialogElement {
  const { answer } = input;
  dress();
  const dialog = document.createElement('dialog');
  dialog.dataset.consentPreferences = '';
  dialog.dataset.consentVendors = '';
  dialog.lang = answer.locale;
  dialog.dir = answer.direction;
  dialog.setAttribute('aria-labelledby', TITLE);
  dialog.append(toDom(vendorsForm(input)));
  const draft = Object.fromEntries(
    Object.entries(input.choice).map(([part, ids]) => [part, new Set<number>(ids)]),
  ) as Record<ChoicePart, Set<number>>;
  dialog.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const ids = draft[target.name as ChoicePart];
    if (target.checked) ids.add(Number(target.value));
    else ids.delete(Number(target.value));
  });
  let isEnded = false;
  const end = (isLeft: boolean) => {
    if (isEnded) return;
    isEnded = true;
    dialog.close();
    dialog.remove();
    closed(isLeft);
  };
  const acts: Record<string, () => void> = {
    // Of all that is shown here, and of no other category.
    'accept-all': () => decide(input.offered),
    'reject-all': () => consent.rejectAll(),
    save: () => decide(draft),
    close: () => {},
  };
  dialog.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button');
    const act = button && acts[button.value];
    if (!act) return;
    // Closed first, so that vendors hear of the decision alone.
    end(button.value === 'close');
    act();
  });
  dialog.addEventListener('toggle', ({ target }) => makeDetails(target, input), true);
  // Enter in a switch must not send the form.
  dialog.addEventListener('submit', (event) => event.preventDefault());
  dialog.addEventListener('close', () => end(true));
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

function makeDetails(target: EventTarget | null, input: VendorsInput): void {
  if (!(target instanceof HTMLDetailsElement) || target.querySelector('dl, ul')) return;
  const { vendor: ofVendor, kind, id } = target.dataset;
  const vendor = input.answer.list.vendors[ofVendor ?? ''];
  if (vendor) target.append(toDom(vendorDetails(vendor, input)));
  else if (kind) target.append(toDom(vendorNames(kind, Number(id), input)));
}

let sheets: CSSStyleSheet[] | undefined;

/** Constructed sheets are no inline styles: a strict policy lets them pass. */
function dress(): void {
  sheets ??= [tokensStyle, preferencesStyle, ownStyle].map((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });
  const missing = sheets.filter((sheet) => !document.adoptedStyleSheets.includes(sheet));
  document.adoptedStyleSheets.push(...missing);
}
