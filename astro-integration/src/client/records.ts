import { createOutbox, type Outbox, type RecordSubmission } from '@permesso/consent-core';
import { page } from './page.ts';
import { ask, pageStore } from './store.ts';
import { takeStashed } from './unsent.ts';

let outbox: Outbox | undefined;

/** Sends what waits, through an outbox that keeps it until it is answered. */
export function sendRecords(): void {
  const { name } = pageStore().config.cookie;
  outbox ??= createOutbox({
    name,
    send,
    // It was decided under something older: judge it by what holds now.
    onAnswer: (status) => void (status === 409 && ask(pageStore())),
  });
  for (const submission of takeStashed(name)) void outbox.push(submission);
}

/** Sends one record; resolves to the HTTP status, 0 when the network is away. */
async function send(submission: RecordSubmission): Promise<number> {
  const store = pageStore();
  const { endpoint } = store.config.recording;
  try {
    const url = new URL(endpoint, new URL(page().facts?.payload.source ?? '', location.href));
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(submission),
      keepalive: true,
    });
    // Read to its end: an answer that nobody reads keeps its connection busy.
    await answer.text();
    // The answer set the cookie that the request carried: a newer decision made meanwhile is written again.
    store.refresh();
    return answer.status;
  } catch {
    return 0;
  }
}
