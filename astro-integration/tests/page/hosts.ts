import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The names that builds have for the servers of a test, whose ports change from run to run. The browser that tests start
 * finds them under these names; who answers is the test's to say.
 */
export const VENDORS_HOST = 'vendors.invalid';
export const CMS_HOST = 'cms.invalid';

interface Hosts {
  /** Where all the names lead to. */
  port: Promise<number>;
  answers: Map<string, Answer>;
}

/** One for all files of a worker, as their browser is. */
const KEY = Symbol.for('permesso.tests.hosts');
const shared = globalThis as { [KEY]?: Hosts };

function open(): Hosts {
  const answers = new Map<string, Answer>();
  const server = createServer((request, response) => {
    const answer = answers.get(request.headers.host ?? '');
    // Nobody there, as where nobody listens.
    if (answer) answer(request, response);
    else request.destroy();
  });
  // What a worker still has when its files are done must not keep it.
  server.unref();
  const port = new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  return { port, answers };
}

function hosts(): Hosts {
  shared[KEY] ??= open();
  return shared[KEY];
}

/** Has a name answered; what is returned ends that. */
export function answerAs(host: string, answer: Answer): () => void {
  const { answers } = hosts();
  answers.set(host, answer);
  return () => {
    if (answers.get(host) === answer) answers.delete(host);
  };
}

/** What Chromium must be told to find the names. */
export async function hostRules(): Promise<string> {
  const port = await hosts().port;
  const rules = [VENDORS_HOST, CMS_HOST].map((host) => `MAP ${host}:80 127.0.0.1:${port}`);
  return `--host-resolver-rules=${rules.join(', ')}`;
}
