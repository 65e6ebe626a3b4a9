import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Served {
  /** Without a slash at its end. */
  url: string;
  stop(): Promise<void>;
}

/** An HTTP server on a free port of this machine. */
export async function serveHttp(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Served> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
