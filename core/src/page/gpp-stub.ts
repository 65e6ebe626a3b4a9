/** What vendors call until the answering part has loaded: IAB Tech Lab, Global Privacy Platform, CMP API 1.1. */

type Callback = (answer: unknown, success: boolean) => void;
type Call = [command: string, callback?: Callback, parameter?: unknown];

/** Called without arguments it hands over what waits, to whoever takes its place. */
type Gpp = (...call: Call | []) => unknown;

interface Asked {
  __gppCall?: { command: string; parameter?: unknown; callId: unknown };
}

/** The name of an empty frame by which frames within the page find out where to ask. */
const LOCATOR = '__gppLocator';

const PING = {
  gppVersion: '1.1',
  cmpStatus: 'stub',
  cmpDisplayStatus: 'hidden',
  signalStatus: 'not ready',
  supportedAPIs: ['7:usnat'],
  cmpId: 0,
  sectionList: [],
  applicableSections: [],
  gppString: '',
  parsedSections: {},
};

/** Takes calls from now on, also those of frames by `postMessage`; `ping` and `hasSection` it answers itself. */
export function startGppStub(page: Window & { __gpp?: Gpp } = window): void {
  if (page.__gpp) return;
  const waiting: Call[] = [];
  page.__gpp = (...call) => {
    const [command, callback] = call;
    if (command === undefined) return waiting;
    if (command === 'ping') callback?.(PING, true);
    else if (command === 'hasSection') callback?.(false, true);
    // What takes its place asks for events, too: listeners wait with all else here.
    else if (command !== 'events') waiting.push(call as Call);
    return undefined;
  };
  page.addEventListener('message', ({ data, source }) => answerFrame(page, data, source as Window | null));
  addLocator(page);
}

function answerFrame(page: Window & { __gpp?: Gpp }, data: unknown, frame: Window | null): void {
  const asked = readMessage(data)?.__gppCall;
  if (!asked) return;
  const { command, parameter, callId } = asked;
  const answer: Callback = (returnValue, success) => {
    const message = { __gppReturn: { returnValue, success, callId } };
    // Anybody may ask, as on the page itself: what is told is a signal to vendors, and nothing of the visitor's.
    frame?.postMessage(typeof data === 'string' ? JSON.stringify(message) : message, '*');
  };
  page.__gpp?.(command, answer, parameter);
}

/** Older callers send text. */
function readMessage(data: unknown): Asked | null {
  try {
    return (typeof data === 'string' ? JSON.parse(data) : data) as Asked | null;
  } catch {
    return null;
  }
}

function addLocator(page: Window): void {
  const { body } = page.document;
  if (LOCATOR in page.frames) return;
  if (!body) {
    page.document.addEventListener('DOMContentLoaded', () => addLocator(page), { once: true });
    return;
  }
  const frame = page.document.createElement('iframe');
  frame.name = LOCATOR;
  frame.hidden = true;
  frame.setAttribute('aria-hidden', 'true');
  body.append(frame);
}
