import { type ConsentStore, createOutbox, type Outbox, type RecordSubmission } from '@permesso/consent-core';
import { page } from './page.ts';
import { withPart } from './parts.ts';

let outbox: Outbox | undefined;

/** Sends what waits, here or from earlier pages. */
export function sendRecords(store: ConsentStore): void {
  const { name } = store.config.cookie;
  if (outbox) {
    void outbox.flush();
    return;
  }
  outbox = createOutbox({
    name,
    send: (submission, signal) => send(store, submission, signal),
    onAnswer: (status) => {
      // It was decided under something older: judge it by what holds now.
      if (status === 409) withPart('store', ({ askConfig }) => void askConfig(store));
    },
  });
}

/** Sends one record; resolves to the HTTP status, 0 when the network is away. */
async function send(store: ConsentStore, submission: RecordSubmission, signal: AbortSignal): Promise<number> {
  const { enabled, endpoint } = store.config.recording;
  // Switched off since: nobody keeps it any more, as the CMS would answer.
  if (!enabled) return 204;
  try {
    const url = new URL(endpoint, new URL(page().facts?.payload.source ?? '', location.href));
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(submission),
      keepalive: true,
      signal,
    });
    // Read to its end, or the connection stays taken.
    await response.text();
    return response.status;
  } catch {
    return 0;
  } finally {
    // The answer may have set the cookie that the request carried: a newer decision is written again.
    store.refresh();
  }
}
