/** What vendors call until the answering part has loaded: IAB Tech Lab, Consent Management Platform API, version 2. */
import { answerFrames } from './frame-calls.ts';

type Callback = (answer: unknown, success: boolean) => void;
type Call = [command: string, version: number, callback?: Callback, parameter?: unknown];

/** Called without arguments it hands over what waits, to whoever takes its place. */
type TcfApi = (...call: Call | []) => unknown;

/** Whether the GDPR applies is not said before it is known. */
const PING = { cmpLoaded: false, cmpStatus: 'stub', displayStatus: 'hidden', apiVersion: '2' };

/** Takes calls from now on, also those of frames; `ping` it answers itself. */
export function startTcfStub(page: Window & { __tcfapi?: TcfApi } = window): void {
  if (page.__tcfapi) return;
  const waiting: Call[] = [];
  page.__tcfapi = (...call) => {
    const [command, , callback] = call;
    if (command === undefined) return waiting;
    if (command === 'ping') callback?.(PING, true);
    else waiting.push(call as Call);
    return undefined;
  };
  answerFrames(page, '__tcfapi', ({ command, version, parameter }, answer) =>
    page.__tcfapi?.(command, version as number, answer, parameter),
  );
}
