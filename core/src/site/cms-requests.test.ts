import { afterEach, describe, expect, it } from 'vitest';
import { type Served, serveHttp } from '../../tests/http-server.ts';
import { askCms } from './cms-requests.ts';

let served: Served | undefined;
afterEach(async () => {
  await served?.stop();
  served = undefined;
});

describe('asking the CMS', () => {
  it.each([301, 302, 303, 307, 308])('follows no redirect (%i) and says what to set', async (status) => {
    served = await serveHttp((request, response) => {
      const location = request.url === '/config' ? '/elsewhere' : undefined;
      response.writeHead(location ? status : 200, location && { location }).end('{}');
    });
    await expect(askCms(`${served.url}/config`, {}, 1000)).rejects.toThrow(
      `${served.url}/config redirects to /elsewhere; name as "cms" the address that answers by itself`,
    );
  });

  it('takes a 304 for an answer', async () => {
    served = await serveHttp((_, response) => response.writeHead(304).end());
    expect((await askCms(served.url, {}, 1000)).status).toBe(304);
  });

  it('gives up in time, and says so', async () => {
    served = await serveHttp(() => {});
    await expect(askCms(served.url, {}, 50)).rejects.toThrow(
      'could not be reached: it took too long to answer',
    );
  });
});
