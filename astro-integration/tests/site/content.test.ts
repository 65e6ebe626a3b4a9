import { beforeAll, describe, expect, it } from 'vitest';
import { atRest } from './browser.ts';
import { poll, prepareVisits } from './visits.ts';

const on = prepareVisits();
const { visit, go, click, gates, accept, recorded, forgetHits } = on;

const tracker = (id: string, categoryKey: string, hosts: string[]) =>
  ({ id, name: id, categoryKey, kind: 'iframe', hosts }) as const;

beforeAll(() => {
  on.cms.config.trackers.push(
    tracker('films', 'marketing', ['vendors.invalid/film']),
    tracker('counts', 'analytics', ['vendors.invalid']),
    tracker('youtube', 'marketing', ['www.youtube.com']),
  );
});

/** What the content asked its third parties for; the page's own trackers are others. */
const asked = () =>
  Object.keys(on.vendors.hits)
    .filter((path) => !/stats|ads/.test(path))
    .sort();

const background = () =>
  on.page.locator('#styled').evaluate((styled) => getComputedStyle(styled).backgroundImage);

describe('content that is too small for words', () => {
  const more = '[data-consent-part=more]';
  const shown = (selector: string) => on.page.locator(selector).first().isVisible();

  it('keeps its size, and shows words and both buttons above the page', async () => {
    await go('/small');
    const room = await on.page.locator('[data-consent-part=placeholder]').first().boundingBox();
    expect([room?.width, room?.height]).toEqual([90, 20]);
    expect(await shown('[data-consent-allow=always]')).toBe(false);
    for (const isShown of [true, false]) {
      await on.page.locator(more).first().click();
      expect(await shown('[data-consent-allow=always]')).toBe(isShown);
    }
    await on.page.press(more, 'Enter');
    expect(await shown('[data-consent-allow=always]')).toBe(true);
    await on.page.press('[data-consent-allow=always]', 'Enter');
    await poll(gates).toEqual(['open', 'closed']);
    expect(await on.page.evaluate(() => document.activeElement?.localName)).toBe('iframe');
    await click('[data-consent-manage]');
    await click('dialog [data-consent-action=reject-all]');
    await poll(gates).toEqual(['closed', 'closed']);
    expect([await shown(more), await shown('[data-consent-allow=always]')]).toEqual([true, false]);
  });

  it('is held, as a picture of a host that nobody declared is, to be seen once', async () => {
    await on.context.route('http://unknown.invalid/*', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
    await go('/small');
    const picture = on.page.locator('[data-consent-part=placeholder]').nth(1);
    expect(await picture.textContent()).toContain('unknown.invalid');
    expect(await picture.getByRole('link', { name: 'The harbour' }).getAttribute('href')).toBe(
      'http://unknown.invalid/harbour.svg',
    );
    const room = await picture.boundingBox();
    await picture.locator('[data-consent-allow]').click();
    await poll(gates).toEqual(['closed', 'open']);
    expect(await on.page.locator('img').boundingBox()).toEqual(room);
  });
});

describe('content that gates itself', () => {
  it('I5: asks nobody before a choice, keeps the room, and leaves the rest of the document', async () => {
    await go('/content');
    expect(on.vendors.hits).toEqual({});
    expect(await gates()).toEqual(['closed', 'closed']);
    const paragraph = on.page.locator('p:has([data-consent-gate])').first();
    expect(await paragraph.textContent()).toMatch(/^A film: [\s\S]* and text\.$/);
    const room = await on.page.locator('[data-consent-part=placeholder]').first().boundingBox();
    expect([room?.width, room?.height]).toEqual([320, 180]);
    expect(await on.page.locator('#styled').evaluate((styled) => getComputedStyle(styled).color)).toBe(
      'rgb(1, 2, 3)',
    );
    expect(await on.page.locator('h2#before + p + p + p#styled ~ p#after').count()).toBe(1);
  });

  it('opens without reload as categories are granted, and closes as they are revoked', async () => {
    await go('/content');
    const below = () =>
      on.page.locator('#after').evaluate((after) => after.getBoundingClientRect().top + scrollY);
    const before = await below();
    await accept();
    await poll(gates).toEqual(['open', 'closed']);
    expect(await below()).toBe(before);
    await poll(asked).toEqual(['/back.gif', '/film', '/pixel.gif']);
    expect(await background()).toContain('/back.gif');
    await click('[data-consent-manage]');
    await click('dialog [data-consent-action=reject-all]');
    await poll(gates).toEqual(['closed', 'closed']);
    expect(await on.page.locator('iframe').count()).toBe(0);
    expect(
      await on.page
        .locator('#count')
        .evaluate((image) => [image.getAttribute('src'), image.getAttribute('srcset')]),
    ).toEqual([null, null]);
    expect(await background()).toBe('url("data:,")');
  });

  it('loads one thing once, and for good only what somebody declared', async () => {
    await go('/content');
    expect(await on.page.locator('[data-consent-allow=always]').count()).toBe(1);
    await on.page.locator('[data-consent-allow=once]').first().click();
    await poll(gates).toEqual(['open', 'closed']);
    await poll(asked).toEqual(['/film']);
    expect(await on.context.cookies()).toEqual([]);
  });

  it('makes gates of what CKEditor writes for a pasted film, and links of what no service embeds', async () => {
    const films: string[] = [];
    await on.context.route('https://www.youtube.com/**', (route) => {
      films.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: 'film' });
    });
    const below = () =>
      on.page.locator('#after').evaluate((after) => after.getBoundingClientRect().top + scrollY);
    await go('/pasted');
    expect([await gates(), films]).toEqual([['closed'], []]);
    expect(await on.page.locator('figure > a[href="https://other.invalid/film"]').isVisible()).toBe(true);
    expect(await on.page.locator('a[href="https://www.youtube.com/watch?v=dQw4w9WgXcQ"]').isVisible()).toBe(
      true,
    );
    const before = await below();
    await accept();
    await poll(gates).toEqual(['open']);
    await poll(() => films).toEqual(['https://www.youtube.com/embed/dQw4w9WgXcQ']);
    expect(await below()).toBe(before);
  });

  it('says once which hosts nobody sees pictures of, as no tracker names them', async () => {
    await go('/pasted');
    await go('/pasted');
    const said = on.site.warnings.join('').match(/Nobody sees what content shows from \S+/g) ?? [];
    expect(said.filter((line) => !line.includes('unknown.invalid'))).toEqual([
      'Nobody sees what content shows from media.invalid,',
    ]);
  });

  it('L: what the server sent open contacts nobody where the cookie is newer than the page, and refuses', async () => {
    await go('/content');
    await accept();
    await recorded();
    await atRest(on.page);
    const kept = await (await on.context.request.get('/content')).text();
    expect(kept).toContain('data-state="open"');
    await go('/content');
    expect(await gates()).toEqual(['open', 'closed']);
    await click('[data-consent-manage]');
    await click('dialog [data-consent-action=reject-all]');
    await poll(gates).toEqual(['closed', 'closed']);
    await on.page.route('**/content', (route) => route.fulfill({ contentType: 'text/html', body: kept }));
    const requests: string[] = [];
    on.page.on('request', (request) => requests.push(request.url()));
    await go('/content');
    expect(await gates()).toEqual(['closed', 'closed']);
    expect(requests.filter((url) => !url.startsWith(on.site.url))).toEqual([]);
  });

  it('I6: without JavaScript it is a link, or what the server knew to be granted', async () => {
    await visit({ 'cf-ipcountry': 'DE' }, { javaScriptEnabled: false });
    await go('/content');
    expect(on.vendors.hits).toEqual({});
    expect(await on.page.locator('a[href="http://vendors.invalid/film"]').isVisible()).toBe(true);
    await visit();
    await go('/content');
    await accept();
    await recorded();
    const storageState = await on.context.storageState();
    await visit({}, { javaScriptEnabled: false, storageState });
    forgetHits();
    await go('/content');
    expect(asked()).toContain('/film');
  });
});
