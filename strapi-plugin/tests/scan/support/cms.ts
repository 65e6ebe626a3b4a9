import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestCms {
  address: string;
  received: { path: string; authorization: string; body: string }[];
  stop(): void;
}

/** A CMS that gives each of these answers in turn, the last one again and again; null breaks the connection. */
export async function startCms(...replies: (Reply | null)[]): Promise<TestCms> {
  const received: TestCms['received'] = [];
  const server = createServer(async (request, response) => {
    const reply = replies[Math.min(received.length, replies.length - 1)];
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ path: request.url ?? '', authorization: request.headers.authorization ?? '', body });
    if (!reply) return request.socket.destroy();
    const { status, body: answer = {}, headers } = reply;
    response.writeHead(status, headers).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
