// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTestConfig } from '../contract/default-config.ts';
import { cookieFor, encodeConsentCookie } from '../rules/cookie.ts';
import { afterPaint } from './page-moments.ts';
import { cookieStorage, memoryStorage } from './storage.ts';

const config = createTestConfig();
const value = encodeConsentCookie(
  cookieFor({
    consentId: '11111111-1111-4111-8111-111111111111',
    decisions: { analytics: true },
    versions: config.versions,
    model: 'opt-in',
    source: 'banner',
    decidedAt: 1_790_000_000,
  }),
);

afterEach(() => {
  cookieStorage().clear({ name: 'pl-consent' });
  vi.unstubAllGlobals();
});

describe('memoryStorage', () => {
  it('holds one value, and tells of every write', () => {
    const storage = memoryStorage(value);
    const heard = vi.fn();
    const stop = storage.subscribe?.(heard);
    expect([storage.read(), storage.value]).toEqual([value, value]);
    storage.write('x');
    storage.clear();
    stop?.();
    storage.write(null);
    expect([storage.read(), heard.mock.calls.length, memoryStorage().value]).toEqual([null, 2, null]);
  });
});

describe('cookieStorage', () => {
  it('writes with the attributes of the config, and Secure on https alone', () => {
    const written = vi.spyOn(Document.prototype, 'cookie', 'set').mockImplementation(() => {});
    const options = { ...config.cookie, maxAgeDays: 100, domain: 'example.com', sameSite: 'strict' } as const;
    for (const protocol of ['http:', 'https:']) {
      vi.stubGlobal('location', { protocol });
      cookieStorage().write(value, options);
    }
    const plain = `pl-consent=${value}; Path=/; Max-Age=8640000; SameSite=strict; Domain=example.com`;
    expect(written.mock.calls).toEqual([[plain], [`${plain}; Secure`]]);
    written.mockRestore();
  });

  it.each([
    ['shop.example', true],
    ['www.shop.example', true],
    ['shop.localhost', false],
    ['myshop.example', false],
  ])(
    'C3: keeps a decision on a host of its own where the domain of the config is another: %s',
    (hostname, fits) => {
      const written = vi.spyOn(Document.prototype, 'cookie', 'set').mockImplementation(() => {});
      const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
      vi.stubGlobal('location', { protocol: 'https:', hostname });
      cookieStorage().write(value, { ...config.cookie, domain: '.Shop.example' });
      expect(written.mock.calls[0]![0].includes('Domain=')).toBe(fits);
      expect(warned.mock.calls).toEqual(
        fits ? [] : [[`consent: cookie.domain .Shop.example does not fit ${hostname}`]],
      );
      written.mockRestore();
      warned.mockRestore();
    },
  );

  it('reads back what it wrote, and clears it', () => {
    const storage = cookieStorage();
    storage.write(value, config.cookie);
    expect(storage.read()).toBe(value);
    storage.clear(config.cookie);
    // A browser has it no more; happy-dom keeps the name.
    expect(storage.read()).toBeFalsy();
  });

  it('has its own name', () => {
    const storage = cookieStorage({ name: 'other' });
    storage.write(value, { ...config.cookie, name: 'other' });
    expect([storage.read(), cookieStorage().read() || null]).toEqual([value, null]);
    storage.clear({ name: 'other' });
  });

  it('tells other storages of the page, and no longer when nobody listens', async () => {
    const [one, two] = [cookieStorage(), cookieStorage()];
    // What was written before is told by then.
    await new Promise<void>(afterPaint);
    const heard = vi.fn();
    const stop = two.subscribe?.(heard);
    one.write(value, config.cookie);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
    stop?.();
    stop?.();
    one.write(value, config.cookie);
    await new Promise<void>(afterPaint);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('hears of a changed cookie from the browser itself, where that tells', () => {
    const browser = new EventTarget();
    vi.stubGlobal('cookieStore', browser);
    const heard = vi.fn();
    const stop = cookieStorage().subscribe?.(heard);
    browser.dispatchEvent(new Event('change'));
    expect(heard).toHaveBeenCalledTimes(1);
    stop?.();
    browser.dispatchEvent(new Event('change'));
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('hears other tabs by an event of their storage, and goes on where that is full', () => {
    const heard = vi.fn();
    const storage = cookieStorage();
    const stop = storage.subscribe?.(heard);
    window.dispatchEvent(new StorageEvent('storage', { key: 'pl-consent' }));
    expect(heard).toHaveBeenCalledTimes(1);
    cookieStorage().write(value, config.cookie);
    expect(localStorage.getItem('pl-consent')).toBeNull();
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(() => storage.write(value, config.cookie)).not.toThrow();
    full.mockRestore();
    stop?.();
  });
});
