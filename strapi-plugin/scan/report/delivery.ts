/** Sends a report to the CMS, which follows its findings over time. */
import { z } from 'zod';
import { LIMITS } from '../limits';
import { safeText } from '../safe-text';
import type { ScanReport } from './schema';

/** Where a report is sent. */
export interface Recipient {
  /** The CMS, as its administrators open it, without `/admin`. */
  address: string;
  path: string;
  /** An API token that may send scans. */
  token: string;
}

export const DEFAULT_SEND_PATH = '/api/consent/scans';

/** What the CMS says that it has taken. */
const takenSchema = z.object({
  id: z.union([z.string(), z.number()]),
  findings: z
    .object({ new: z.number(), known: z.number(), returned: z.number(), gone: z.number() })
    .nullish(),
});

export interface Delivered {
  /** The CMS had this very report before. */
  before: boolean;
  /** Of its findings, against the scans before it. */
  findings: { new: number; known: number; returned: number; gone: number } | null;
}

/** Milliseconds to wait before each further try. */
const PAUSES = [1_000, 5_000, 15_000] as const;
/** The longest, in milliseconds, that an answer may have a sender wait. */
const LONGEST_PAUSE = 60_000;
const ANSWER_WITHIN = 30_000;

/** Tries again where the CMS is busy, broken or out of reach. */
export async function sendReport(
  report: ScanReport,
  recipient: Recipient,
  wait: (milliseconds: number) => Promise<unknown> = (milliseconds) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds)),
): Promise<Delivered> {
  const address = `${recipient.address.replace(/\/+$/, '')}${recipient.path}`;
  const body = JSON.stringify(report);
  for (let attempt = 0; ; attempt++) {
    const answer = await post(address, recipient.token, body);
    if (!('unreachable' in answer) && (answer.status === 200 || answer.status === 201))
      return delivered(answer);
    const pause = PAUSES[attempt];
    if (pause === undefined || !isPassing(answer)) throw new Error(refusalText(answer, address));
    await wait('retryAfter' in answer ? Math.max(pause, answer.retryAfter) : pause);
  }
}

interface Answer {
  status: number;
  text: string;
  location: string | null;
  /** Milliseconds that it asks to wait for. */
  retryAfter: number;
}
type NoAnswer = { unreachable: string };

async function post(address: string, token: string, body: string): Promise<Answer | NoAnswer> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      // The token is for this address and no other.
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN),
    });
    return {
      status: response.status,
      text: await beginningOf(response),
      location: response.headers.get('location'),
      retryAfter: retryAfter(response.headers.get('retry-after')),
    };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } };
    return { unreachable: cause?.code ?? message };
  }
}

async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > LIMITS.addressLength * 10) break;
  }
  return text;
}

/** `Retry-After`: seconds, or a date (RFC 9110, 10.2.3); bounded. */
function retryAfter(text: string | null): number {
  if (!text) return 0;
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isNaN(milliseconds) ? 0 : Math.min(Math.max(0, milliseconds), LONGEST_PAUSE);
}

/** It may be another moment's matter. */
const isPassing = (answer: Answer | NoAnswer): boolean =>
  'unreachable' in answer || answer.status === 429 || answer.status >= 500;

function delivered({ status, text }: Answer): Delivered {
  const { data } = takenSchema.safeParse(jsonOf(text));
  return { before: status === 200, findings: data?.findings ?? null };
}

/** What to change, in a sentence. */
function refusalText(answer: Answer | NoAnswer, address: string): string {
  const start = `the report could not be sent to ${address}:`;
  if ('unreachable' in answer) return `${start} it is not reached (${safeText(answer.unreachable)})`;
  const { status, location } = answer;
  if (status >= 300 && status < 400)
    return `${start} it leads to ${safeText(location ?? 'elsewhere')}; give --send the address that it leads to`;
  const said = messageOf(answer.text);
  return `${start} ${REASONS[status] ?? `it answers ${status}; look into the log of the CMS`}${said ? ` (it says: ${said})` : ''}`;
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'it does not know this form of report; let the plugin there and this scanner be of the same version',
  401: 'it does not know the token; put a valid API token of the CMS into CONSENT_SCAN_TOKEN',
  403: 'the token may not send scans; give it the permission to in the CMS, under Settings, API Tokens',
  404: 'nothing takes reports there; give --send the address of the CMS without /api and /admin, or name --send-path',
  413: 'the report is too large for it; raise jsonLimit of strapi::body to 1mb in config/middlewares of the CMS',
  429: 'it is busy; try again later, or less often',
};

/** What a Strapi says of an error. */
function messageOf(text: string): string {
  const { data } = z.object({ error: z.object({ message: z.string() }) }).safeParse(jsonOf(text));
  return data ? safeText(data.error.message) : '';
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What is said of a delivery. */
export function deliveryText({ before, findings }: Delivered): string {
  if (before) return 'the CMS had this report before';
  if (!findings) return 'the CMS has taken the report';
  return `the CMS has taken the report: ${findings.new} new, ${findings.returned} came back, ${findings.known} known, ${findings.gone} gone`;
}
