import { type ConsentStore, createOutbox, type Outbox, type RecordSubmission } from '@permesso/consent-core';
import { page } from './page.ts';
import { withPart } from './parts.ts';
import { takeStashed } from './stash.ts';

let outbox: Outbox | undefined;

/** Sends what waits, through an outbox that keeps it until it is answered. */
export function sendRecords(store: ConsentStore): void {
  const { name } = store.config.cookie;
  outbox ??= createOutbox({
    name,
    send: (submission) => send(store, submission),
    onAnswer: (status) => {
      // It was decided under something older: judge it by what holds now.
      if (status === 409) withPart('store', ({ askConfig }) => void askConfig(store));
    },
  });
  for (const { id, submission } of takeStashed(name)) void outbox.push(submission, id);
}

/** Sends one record; resolves to the HTTP status, 0 when the network is away. */
async function send(store: ConsentStore, submission: RecordSubmission): Promise<number> {
  const { endpoint } = store.config.recording;
  try {
    const url = new URL(endpoint, new URL(page().facts?.payload.source ?? '', location.href));
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(submission),
      keepalive: true,
    });
    // Read to its end, or the connection stays taken.
    await response.text();
    // The answer set the cookie that the request carried: a newer decision made meanwhile is written again.
    store.refresh();
    return response.status;
  } catch {
    return 0;
  }
}
