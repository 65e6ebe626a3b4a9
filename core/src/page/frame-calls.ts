/** How frames of vendors ask a page's API, which they cannot call: by messages, as IAB Tech Lab's APIs have it alike. */

/** What a frame asks, as `__gppCall` or `__tcfapiCall`. */
export interface FrameCall {
  command: string;
  version?: number;
  parameter?: unknown;
  callId: unknown;
}

type Answer = (answer: unknown, success: boolean) => void;

/**
 * Answers frames of the page by its API, and has them find out where to ask.
 *
 * @param name of the API, such as `__gpp`; messages and the empty frame that is looked for are named after it
 */
export function answerFrames(
  page: Window,
  name: string,
  call: (asked: FrameCall, answer: Answer) => void,
): void {
  page.addEventListener('message', ({ data, source }) => {
    const asked = readMessage(data)?.[`${name}Call`];
    if (!asked) return;
    call(asked, (returnValue, success) => {
      const message = { [`${name}Return`]: { returnValue, success, callId: asked.callId } };
      // Anybody may ask, as on the page itself: what is told is a signal to vendors.
      (source as Window | null)?.postMessage(
        typeof data === 'string' ? JSON.stringify(message) : message,
        '*',
      );
    });
  });
  addLocator(page, `${name}Locator`);
}

/** Older callers send text. */
function readMessage(data: unknown): Record<string, FrameCall> | null {
  try {
    return (typeof data === 'string' ? JSON.parse(data) : data) as Record<string, FrameCall> | null;
  } catch {
    return null;
  }
}

function addLocator({ document, frames }: Window, name: string): void {
  if (name in frames) return;
  const frame = document.createElement('iframe');
  frame.name = name;
  frame.hidden = true;
  frame.setAttribute('aria-hidden', 'true');
  // Beside the body: that comes later than the first who may ask, and routers replace it.
  document.documentElement.append(frame);
}
