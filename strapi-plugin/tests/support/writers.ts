import { randomUUID } from 'node:crypto';
import type { ConsentConfig } from '@permesso/consent-core';
import { RECORDS, unixNow } from './records';

/**
 * Sends one new decision to each of these servers at once; keeps what was acknowledged, the record's id by its consent id.
 *
 * @returns whether all of them took it.
 */
export async function sendDecision(
  urls: readonly string[],
  config: ConsentConfig,
  acknowledged: Map<string, string>,
): Promise<boolean> {
  const consentId = randomUUID();
  const keys = config.categories.filter(({ required }) => !required).map(({ key }) => key);
  const granted = Math.random() < 0.5;
  const body = JSON.stringify({
    consentId,
    decisions: Object.fromEntries(keys.map((key) => [key, granted])),
    versions: config.versions,
    source: 'banner',
    decidedAt: unixNow(),
  });
  const headers = { 'content-type': 'application/json' };
  const send = async (url: string): Promise<boolean> => {
    try {
      const answer = await fetch(`${url}${RECORDS}`, { method: 'POST', headers, body });
      if (answer.status !== 201) return false;
      acknowledged.set(consentId, ((await answer.json()) as { id: string }).id);
      return true;
    } catch {
      return false;
    }
  };
  return (await Promise.all(urls.map(send))).every(Boolean);
}
