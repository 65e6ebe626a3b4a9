import { categorySchema } from '@permesso/consent-core/schema';
import { z } from 'zod';
import { withoutCredentials } from '../http/address-credentials';

/** Why the site could not be tested, in a sentence: nothing is known of what it does. */
export class NotTested extends Error {}

/** How long the site may take to answer, in milliseconds. */
const PATIENCE = 10_000;

/** The most of an answer that is read, in characters. */
const MOST = 1_000_000;

/** What decides by the signal. The route leaves texts and trackers to a file of their own, so that its answer is no whole configuration. */
const answerSchema = z.object({
  gpc: z.boolean(),
  config: z.object({
    enabled: z.boolean(),
    categories: z.array(
      categorySchema.pick({
        key: true,
        required: true,
        respectGPC: true,
        defaultInOptOut: true,
        basis: true,
      }),
    ),
  }),
});

export type SiteAnswer = z.infer<typeof answerSchema>;

/**
 * Asks the site's route `config`. A redirect on the same origin is followed once: a site may want a slash at the end.
 *
 * @throws {NotTested} where nobody answers, or something else than the route.
 */
export async function askSite(whole: string, headers: Record<string, string>): Promise<SiteAnswer> {
  const { address, authorization } = withoutCredentials(whole);
  const sent = { accept: 'application/json', ...headers, ...(authorization && { authorization }) };
  const first = await request(address, sent);
  const next = leadsTo(first, address);
  const { status, text } = next ? await request(next, sent) : first;
  if (status >= 300 && status < 400) throw new NotTested('It leads on to one address after another.');
  if (status !== 200) throw new NotTested(`It answered ${status}.`);
  const answer = answerSchema.safeParse(text.length > MOST ? null : parsed(text));
  if (!answer.success) throw new NotTested('It answered with something that is no configuration.');
  return answer.data;
}

interface Answer {
  status: number;
  location: string | null;
  text: string;
}

async function request(address: string, headers: Record<string, string>): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(address, { headers, redirect: 'manual', signal });
    const { status } = response;
    return { status, location: response.headers.get('location'), text: await response.text() };
  } catch (error) {
    throw new NotTested(`It could not be asked: ${reasonOf(error as Error)}.`);
  }
}

/** `fetch` itself says no more than that it failed. */
function reasonOf({ message, cause }: Error): string {
  const { message: why, code } = (cause ?? {}) as { message?: string; code?: string };
  return why || code || message;
}

/** Where a redirect leads, on the same origin; null where the answer is none. What is said to this site is said to no other. */
function leadsTo({ status, location }: Answer, from: string): string | null {
  if (status < 300 || status >= 400 || !location || !URL.canParse(location, from)) return null;
  const to = new URL(location, from);
  const { origin } = new URL(from);
  if (to.origin !== origin) throw new NotTested(`It leads to another site: ${to.origin}.`);
  return withoutCredentials(to.href).address;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
