/** What vendors call until the answering part has loaded: IAB Tech Lab, Global Privacy Platform, CMP API 1.1. */

import { answerFrames } from './frame-calls.ts';

type Callback = (answer: unknown, success: boolean) => void;
type Call = [command: string, callback?: Callback, parameter?: unknown];

/** Called without arguments it hands over what waits, to whoever takes its place. */
type Gpp = (...call: Call | []) => unknown;

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
    else waiting.push(call as Call);
    return undefined;
  };
  answerFrames(page, '__gpp', ({ command, parameter }, answer) => page.__gpp?.(command, answer, parameter));
}
