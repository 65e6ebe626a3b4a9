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

  it('has the present configuration asked for where the file stands in for one that nobody has any more', async () => {
    const renewConfig = vi.fn();
    page().parts.visitor = { renewConfig } as never;
    fetched.mockImplementation(async () => Response.json({ ...content, trackers: [], standIn: true }));
    await whole();
    expect([payload.config!.trackers, payload.config!.banner.title]).toEqual([[], config.banner.title]);
    expect(renewConfig).toHaveBeenCalledTimes(1);
    // Instances of a site that is being replaced may go on to contradict each other.
    Object.assign(payload, { asked: '/_consent/config', content: '/_consent/c.2.json' });
    await whole();
    expect([fetched.mock.calls.length, renewConfig.mock.calls.length]).toEqual([2, 1]);
    delete page().parts.visitor;
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
