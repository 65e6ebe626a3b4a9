import type { RecordSubmission } from '../contract/config.ts';
import { createSender, type Sender } from './outbox.ts';
import { page } from './page-state.ts';
import { isPending } from './remembered-payload.ts';
import type { ConsentStore } from './store.ts';

let sender: Sender | undefined;

/**
 * Sends what waits, here or from earlier pages.
 *
 * @param askAnew is called where a decision was made under something older: it is judged by what holds now (rule L)
 */
export function sendRecords(store: ConsentStore, askAnew: () => void): void {
  if (sender) {
    void sender.flush();
    return;
  }
  sender = createSender({
    name: store.config.cookie.name,
    send: (submission, signal) => send(store, submission, signal),
    onAnswer: (status) => {
      if (status === 409) askAnew();
    },
  });
  document.addEventListener('submit', ({ target }) => {
    // A form that decides leads to the next page: an answer that comes after its own would bring an older cookie back.
    if (target instanceof HTMLFormElement && target.matches('[action*="/decide"]')) sender?.destroy();
  });
}

/** Sends one record; resolves to the HTTP status, 0 when the network is away. */
async function send(store: ConsentStore, submission: RecordSubmission, signal: AbortSignal): Promise<number> {
  const { enabled, endpoint } = store.config.recording;
  // Switched off since: nobody keeps it any more, as the CMS would answer. Until that is confirmed it waits.
  if (!enabled) return isPending(store.config) ? 0 : 204;
  try {
    // It may yet have to name what comes a little later.
    await page().hold?.(submission);
    const url = new URL(endpoint, new URL(page().facts?.payload.asked ?? '', location.href));
    const post = async (body?: string) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(url, { method: 'POST', headers, body, keepalive: true, signal });
      // Read to its end, or the connection stays taken.
      await response.text();
      return response;
    };
    const { status, headers } = await post(JSON.stringify(submission));
    // Answered too late to set the cookie by HTTP, where it lives longer: asked for once more, without a wait.
    if (headers.has('consent-renew')) {
      url.searchParams.set('renew', '');
      await post().catch(() => {});
    }
    return status;
  } catch {
    return 0;
  } finally {
    // The answer may have set the cookie that the request carried: a newer decision is written again.
    store.refresh();
  }
}
