/** Banners of other consent managers, by DuckDuckGo's rules: they know where each has what accepts and what refuses. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Locator, Page } from 'playwright-core';
import { LIMITS } from '../limits';
import { safeText } from '../safe-text';
import { within } from '../within';
import type { Banner } from './found-banner';

/** A step of a rule, as far as it says what is clicked. */
interface RuleStep {
  click?: string | string[];
  waitForThenClick?: string | string[];
  visible?: string | string[];
  if?: RuleStep;
  then?: RuleStep[];
  else?: RuleStep[];
  exists?: string | string[];
}
interface Rule {
  name: string;
  detectPopup?: RuleStep[];
  optIn?: RuleStep[];
  optOut?: RuleStep[];
}

interface Autoconsent {
  /** The library, as a script that makes `AutoConsent`. */
  script: string;
  rules: Rule[];
}

let loaded: Autoconsent | null | undefined;

/** The library and its rules; null where it is not installed. */
export function loadAutoconsent(): Autoconsent | null {
  if (loaded !== undefined) return loaded;
  const require = createRequire(import.meta.url);
  try {
    const source = readFileSync(require.resolve('@duckduckgo/autoconsent'), 'utf8');
    const rules = JSON.parse(
      readFileSync(require.resolve('@duckduckgo/autoconsent/rules/rules.json'), 'utf8'),
    );
    loaded = {
      script: `(() => { const module = { exports: {} }; ((module, exports) => { ${source}\n })(module, module.exports); return module.exports.default; })()`,
      rules: rules.autoconsent,
    };
  } catch {
    loaded = null;
  }
  return loaded;
}

const INSTANCE = '__permessoAutoconsent';

/** Waits for a banner that the rules know; null where none comes, or the rules are not installed. */
export async function autoconsentBanner(page: Page, patience: number): Promise<Banner | null> {
  const library = loadAutoconsent();
  if (!library) return null;
  const frames = page.frames().slice(0, LIMITS.frames);
  const names = await Promise.all(
    frames.map((frame) => within(patience + LIMITS.look, detect(frame, library, patience), null)),
  );
  const at = names.findIndex(Boolean);
  const frame = frames[at];
  const name = names[at];
  return frame && name ? bannerIn(frame, name, library) : null;
}

/** The name of the rule that finds a banner in this frame. */
function detect(frame: Frame, { script, rules }: Autoconsent, patience: number): Promise<string | null> {
  return frame.evaluate(
    async ({ script: text, rules: all, key, most }) => {
      type Message = { type: string; cmp?: string; result?: boolean; totalClicks?: number };
      const page = window as unknown as Record<string, unknown>;
      // biome-ignore lint/security/noGlobalEval: the library is a script, and this page its place.
      const AutoConsent = globalThis.eval(text) as new (
        ...args: unknown[]
      ) => { receiveMessageCallback(message: object): unknown };
      const messages: Message[] = [];
      const waiting: (() => void)[] = [];
      const send = (message: Message) => {
        messages.push(message);
        for (const wake of waiting.splice(0)) wake();
      };
      const wait = async (types: string[], milliseconds: number): Promise<Message | null> => {
        const end = Date.now() + milliseconds;
        for (;;) {
          const found = messages.find(({ type }) => types.includes(type));
          if (found || Date.now() >= end) return found ?? null;
          await new Promise<void>((resolve) => {
            waiting.push(resolve);
            setTimeout(resolve, 100);
          });
        }
      };
      const config = {
        enabled: true,
        autoAction: null,
        enablePrehide: false,
        enableCosmeticRules: false,
        enableGeneratedRules: true,
        enableHeuristicDetection: false,
        detectRetries: Math.ceil(most / 500),
        isMainWorld: true,
        logs: {
          lifecycle: false,
          rulesteps: false,
          detectionsteps: false,
          evals: false,
          errors: false,
          messages: false,
          waits: false,
        },
      };
      const consent = new AutoConsent((message: Message) => Promise.resolve(send(message)), config, {
        autoconsent: all,
      });
      page[key] = { consent, wait };
      return (await wait(['popupFound'], most))?.cmp ?? null;
    },
    { script, rules, key: INSTANCE, most: patience },
  );
}

/** Has the library accept or refuse; the clicks that it took, or null where it could not. */
function act(frame: Frame, what: 'optIn' | 'optOut'): Promise<number | null> {
  return within(
    15_000,
    frame.evaluate(
      async ({ key, type }) => {
        const { consent, wait } = (
          window as unknown as Record<
            string,
            {
              consent: { receiveMessageCallback(message: object): unknown; state?: { clicks?: number } };
              wait(types: string[], most: number): Promise<{ result?: boolean; totalClicks?: number } | null>;
            }
          >
        )[key]!;
        void consent.receiveMessageCallback({ type });
        const answer = await wait([`${type}Result`], 12_000);
        if (!answer?.result) return null;
        const done = await wait(['autoconsentDone'], 1_000);
        return done?.totalClicks ?? consent.state?.clicks ?? null;
      },
      { key: INSTANCE, type: what },
    ),
    null,
  );
}

function bannerIn(frame: Frame, name: string, { rules }: Autoconsent): Banner {
  const rule = rules.find((candidate) => candidate.name === name);
  const locate = (selector: string | undefined): Locator | null =>
    selector ? frame.locator(selector).first() : null;
  return {
    foundBy: 'autoconsent',
    manager: safeText(name),
    container: locate(selectorsOf(rule?.detectPopup, 'visible')[0]),
    acceptButton: locate(onlyClick(rule?.optIn)),
    refuseButton: locate(onlyClick(rule?.optOut)),
    accept: () => act(frame, 'optIn'),
    refuse: () => act(frame, 'optOut'),
  };
}

/** What is clicked, where the rule clicks once whatever it finds; else nobody can say which button it is. */
function onlyClick(steps: RuleStep[] | undefined): string | undefined {
  if (!steps || steps.some((step) => step.if)) return undefined;
  const clicks = [...selectorsOf(steps, 'click'), ...selectorsOf(steps, 'waitForThenClick')];
  return clicks.length === 1 ? clicks[0] : undefined;
}

/** Selectors of plain CSS; the rules have others that no browser knows. */
function selectorsOf(
  steps: RuleStep[] | undefined,
  kind: 'click' | 'waitForThenClick' | 'visible',
): string[] {
  return (steps ?? []).flatMap((step) => {
    const selector = step[kind];
    return typeof selector === 'string' && !selector.startsWith('xpath') ? [selector] : [];
  });
}
