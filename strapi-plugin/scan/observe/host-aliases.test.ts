import { expect, it, vi } from 'vitest';
import { LIMITS } from '../limits';
import { hostAliases, type ResolveCname } from './host-aliases';
import type { SeenRequest } from './observations';

const SITE = 'https://www.shop.example/';

const request = (host: string, more: Partial<SeenRequest> = {}): SeenRequest => ({
  page: SITE,
  decision: 'none',
  url: `https://${host}/x`,
  host,
  kind: 'image',
  method: 'GET',
  sameSite: true,
  navigation: false,
  at: 0,
  origin: { by: 'parser', address: SITE, stack: [] },
  status: 200,
  ...more,
});

/** What each request is marked with, and the names that were looked up on the way. */
async function marked(requests: SeenRequest[], resolve: ResolveCname) {
  const asked = vi.fn(resolve);
  const aliases = hostAliases(SITE, asked);
  await aliases.mark(requests);
  await aliases.mark(requests);
  return {
    aliases: requests.map(({ alias, sameSite }) => (alias ? `${alias} ${sameSite}` : null)),
    asked: asked.mock.calls.map(([host]) => host),
  };
}

const failing = (code: string) => async () => {
  throw Object.assign(new Error(code), { code });
};

it('follows a chain of names to a known tracker, and looks each host up once', async () => {
  const chain: Record<string, string> = { 'm.shop.example': 'a.example', 'a.example': 'eu.Matomo.Cloud.' };
  const { aliases, asked } = await marked(
    [request('m.shop.example'), request('m.shop.example')],
    async (host) => [chain[host] ?? ''],
  );
  expect(aliases).toEqual(['eu.matomo.cloud false', 'eu.matomo.cloud false']);
  expect(asked).toEqual(['m.shop.example', 'a.example']);
});

it('asks neither for the site itself, nor where its pages are, nor for others, nor for addresses', async () => {
  const { asked } = await marked(
    [
      request('www.shop.example'),
      request('shop.example', { navigation: true }),
      request('stats.example', { sameSite: false }),
      request('127.0.0.1'),
      request('localhost'),
    ],
    async () => ['x.matomo.cloud'],
  );
  expect(asked).toEqual([]);
});

it('takes no end of names, and no end of a chain, for more than its limits', async () => {
  const hosts = Array.from({ length: LIMITS.aliases + 5 }, (_, at) => request(`h${at}.shop.example`));
  const many = await marked(hosts, failing('ENODATA'));
  expect(many.asked).toHaveLength(LIMITS.aliases);
  const endless = await marked([request('m.shop.example')], async (host) => [`x.${host}`]);
  expect(endless.asked).toHaveLength(LIMITS.aliasChain);
});

it('stops asking where there is no DNS', async () => {
  const resolve = vi.fn(failing('ECONNREFUSED'));
  const aliases = hostAliases(SITE, resolve);
  await aliases.mark([request('one.shop.example')]);
  await aliases.mark([request('two.shop.example')]);
  expect(resolve).toHaveBeenCalledOnce();
});
