// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestConfig } from '../contract/default-config.ts';
import type { ConfigContent, PagePayload } from '../contract/payload.ts';
import { withContent } from './config-content.ts';
import { page } from './page-state.ts';

const config = createTestConfig({
  trackers: [{ id: 'matomo', name: 'Matomo', categoryKey: 'analytics', kind: 'script' }],
});
const content: ConfigContent = {
  categories: config.categories.map(({ key, label, description }) => ({ key, label, description })),
  trackers: config.trackers,
  banner: {
    title: config.banner.title,
    description: config.banner.description,
    labels: config.banner.labels,
  },
};

let payload: PagePayload;
const fetched = vi.fn<(address: string) => Promise<Response>>();

beforeEach(() => {
  const brief = createTestConfig({ trackers: [], banner: { title: '', description: '' } });
  for (const category of brief.categories) Object.assign(category, { label: '', description: '' });
  payload = { config: brief, key: 'k', content: '/_consent/c.1.json' } as PagePayload;
  page().facts = { payload, has: () => false } as never;
  fetched.mockReset().mockImplementation(async () => Response.json(content));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

const whole = () => new Promise<void>((resolve) => withContent(resolve));

describe('the rest of a configuration', () => {
  it('is read once, into its place, and whoever follows the page hears of it', async () => {
    const heard = vi.fn();
    page().listeners.add(heard);
    await Promise.all([whole(), whole()]);
    page().listeners.delete(heard);
    expect(payload.config).toEqual(config);
    expect(payload.content).toBeUndefined();
    expect([fetched.mock.calls, heard.mock.calls.length]).toEqual([[['/_consent/c.1.json']], 1]);
    let isAtOnce = false;
    withContent(() => {
      isAtOnce = true;
    });
    expect(isAtOnce).toBe(true);
  });

  it('goes to the categories of its keys, where the file is that of another configuration', async () => {
    fetched.mockImplementation(async () =>
      Response.json({ ...content, categories: content.categories.toReversed().slice(1) }),
    );
    await whole();
    const labels = payload.config!.categories.map(({ key, label }) => [key, label]);
    expect(labels).toEqual([
      ['necessary', 'Necessary'],
      ['functional', 'Functional'],
      ['analytics', 'Analytics'],
      ['marketing', ''],
    ]);
  });

  it.each([
    ['fails', async () => Promise.reject(new TypeError('offline'))],
    ['is refused', async () => new Response('', { status: 404 })],
    ['is no JSON', async () => new Response('<p>')],
  ])('C1: leaves the page as it is where it %s, and is asked for again', async (_, answer) => {
    fetched.mockImplementation(answer);
    await whole();
    expect(payload.config!.trackers).toEqual([]);
    fetched.mockImplementation(async () => Response.json(content));
    await whole();
    expect(payload.config!.trackers).toEqual(config.trackers);
  });
});
