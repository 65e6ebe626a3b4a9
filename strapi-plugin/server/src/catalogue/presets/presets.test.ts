import {
  bestFits,
  type ConsentModeSignal,
  DEFAULT_CATEGORIES,
  namePattern,
  TRACKER_HOST,
} from '@permesso/consent-core';
import { thirdPartiesIn } from '@permesso/consent-core/content';
import { trackerSchema } from '@permesso/consent-core/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { otherSignalsOf } from '../../../../tests/support/other-signals';
import { inlineTracker } from '../../options.schema';
import type { PublishedState } from '../../versions/admin-controller';
import { effectOf, type TrackerDraft } from '../tracker-effect';
import { TRACKER_PRESETS, type TrackerPreset, trackerFromPreset, variablesOf } from '.';
import { fillPreset } from './from-preset';
import { placeholdersIn } from './variable-values';

const REQUIRED_KEYS = [
  'posthog',
  'posthog-eu',
  'ga4',
  'gtm',
  'google-ads',
  'meta-pixel',
  'linkedin-insight',
  'tiktok',
  'pinterest',
  'x-ads',
  'microsoft-ads',
  'clarity',
  'hotjar',
  'matomo',
  'plausible',
  'umami',
  'fathom',
  'simple-analytics',
  'vercel-analytics',
  'cloudflare-web-analytics',
  'intercom',
  'crisp',
  'hubspot',
  'zendesk',
  'drift',
  'youtube',
  'vimeo',
  'google-maps',
  'mapbox',
  'spotify',
  'soundcloud',
  'calendly',
  'typeform',
  'recaptcha',
  'hcaptcha',
  'turnstile',
  'stripe',
  'paypal',
  'sentry',
  'datadog-rum',
  'segment',
  'rudderstack',
  'mixpanel',
  'amplitude',
  'heap',
  'fullstory',
  'logrocket',
  'optimizely',
];

const presets = Object.entries(TRACKER_PRESETS);
const examples = (preset: TrackerPreset) =>
  Object.fromEntries(preset.variables.map(({ name, example }) => [name, example]));

describe('the catalogue of trackers', () => {
  it('knows at least sixty, among them every one that was promised', () => {
    expect(presets.length).toBeGreaterThanOrEqual(60);
    expect(Object.keys(TRACKER_PRESETS)).toEqual(expect.arrayContaining(REQUIRED_KEYS));
  });

  it('names each tracker differently', () => {
    const names = presets.map(([, preset]) => preset.name);
    expect(new Set(names).size).toBe(names.length);
  });

  describe.each(presets)('%s', (key, preset) => {
    it('belongs to a category that exists', () => {
      expect(DEFAULT_CATEGORIES.map((category) => category.key)).toContain(preset.category);
    });

    it('is about signals of its own category, and of another one only where that is named', () => {
      const own = DEFAULT_CATEGORIES.find(({ key: category }) => category === preset.category)!;
      const isOwn = (signal: ConsentModeSignal) => own.consentModeSignals.includes(signal);
      expect(preset.consentSignals.filter(isOwn)).not.toEqual([]);
      expect(preset.consentSignals.filter((signal) => !isOwn(signal))).toEqual(otherSignalsOf(key));
    });

    it('states storage and duration of every cookie, in both languages', () => {
      for (const locale of ['en', 'de']) {
        for (const cookie of trackerFromPreset(key, {}, locale).cookies) {
          expect(cookie.storage).toMatch(/^(cookie|localStorage|sessionStorage|indexedDB)$/);
          expect(cookie.durationText).toMatch(/^\S.{3,}/);
          expect(cookie.name.replaceAll('*', '')).not.toBe('');
          expect(cookie.domain ?? '').not.toMatch(/[/:]/);
        }
      }
    });

    it('says the same in German, in other words', () => {
      const english = trackerFromPreset(key, {}, 'en');
      const german = trackerFromPreset(key, {}, 'de-CH');
      expect(german.purpose).not.toBe(english.purpose);
      expect(german.cookies).toHaveLength(english.cookies.length);
      for (const [index, cookie] of german.cookies.entries()) {
        expect(cookie.description).not.toBe(english.cookies[index]?.description ?? null);
      }
    });

    it('names its hosts as addresses are read, and says where its embeds come from', () => {
      const { hosts = [] } = trackerFromPreset(key, {});
      for (const host of hosts) {
        expect(host).toMatch(TRACKER_HOST);
        const { hostname, pathname } = new URL(`https://${host.replace('*.', 'any.')}`);
        expect(`${hostname}${pathname}`.replace(/\/$/, '')).toBe(host.replace('*.', 'any.'));
      }
      if (preset.kind === 'iframe') expect(hosts).not.toEqual([]);
    });

    it('gives addresses that parse and are https', () => {
      const { vendorPrivacyUrl, loader } = trackerFromPreset(key, examples(preset));
      for (const address of [vendorPrivacyUrl, loader?.src]) {
        if (address !== undefined) expect(new URL(address, 'https://site.example').protocol).toBe('https:');
      }
      expect(placeholdersIn(loader?.src)).toEqual([]);
    });

    it('has a loader only where that is used', () => {
      const { kind, loader, cookies } = trackerFromPreset(key, examples(preset));
      const draft: TrackerDraft = {
        documentId: null,
        enabled: true,
        kind,
        category: null,
        src: loader?.src ?? '',
        inline: loader?.inline ?? '',
        lazy: loader?.strategy === 'lazy',
        attributes: loader?.attributes ?? {},
        consentModeManaged: false,
        adapter: loader?.adapter ?? null,
        environments: [],
        cookies,
      };
      const site: PublishedState = {
        environment: 'production',
        enabled: true,
        reconsentOn: [],
        consentModeEnabled: true,
        categories: [],
        trackers: [],
        documents: [],
      };
      expect(effectOf(draft, site).warnings.map((warning) => warning.key)).not.toContain(
        'effect.warn.neverLoaded',
      );
    });

    it('uses every variable that it asks for, and asks for every one that it uses', () => {
      const { src, inline, attributes } = preset.loader ?? {};
      const used = [src, inline, ...Object.values(attributes ?? {})].flatMap(placeholdersIn);
      expect(new Set(used)).toEqual(new Set(preset.variables.map(({ name }) => name)));
      for (const { pattern, example, default: fallback } of variablesOf(preset)) {
        const whole = new RegExp(`^(?:${pattern})$`);
        expect(example).toMatch(whole);
        if (fallback !== undefined) expect(fallback).toMatch(whole);
      }
    });

    it('is content that the plugin and the site accept', () => {
      const { openVariables, enabled, ...content } = trackerFromPreset(key, examples(preset));
      expect(openVariables).toEqual([]);
      expect(enabled).toBe(true);
      expect(inlineTracker.safeParse(content).error).toBeUndefined();
      expect(trackerSchema.safeParse({ id: key, ...content }).error).toBeUndefined();
    });

    it('I5: does not load before consent unless its owner asked for that', () => {
      const vars = examples(preset);
      expect(trackerFromPreset(key, vars).loader?.consentModeManaged ?? false).toBe(false);
      if (preset.loader?.obeysConsentMode) {
        const managed = trackerFromPreset(key, { ...vars, CONSENT_MODE_MANAGED: true });
        expect(managed.loader?.consentModeManaged).toBe(true);
      }
    });

    it('has an inline script that parses once its variables are filled in', () => {
      const { loader } = trackerFromPreset(key, examples(preset));
      expect(() => new Function(loader?.inline ?? '')).not.toThrow();
    });
  });
});

describe('what the product itself keeps on a device', () => {
  it.each([
    ['consent', 'cookie', ['pl-consent']],
    [
      'consent',
      'localStorage',
      [
        'pl-consent',
        'pl-consent:outbox:000000001:x',
        'pl-consent:outbox-refusal',
        'pl-consent:outbox-lease',
        'pl-consent:granted',
      ],
    ],
    ['consent', 'sessionStorage', ['permesso:config']],
    ['consent-tcf', 'cookie', ['pl-consent-tcf']],
    ['consent-tcf', 'localStorage', ['pl-consent-tcf']],
  ])('is listed by the preset %s: in %s %s', (key, storage, names) => {
    const listed = trackerFromPreset(key, {}).cookies.filter((cookie) => cookie.storage === storage);
    const isListed = (name: string) => listed.some((cookie) => namePattern(cookie).test(name));
    expect(names.filter((name) => !isListed(name))).toEqual([]);
  });
});

describe('a frame whose page content knows', () => {
  const presetsOf = (html: string) =>
    thirdPartiesIn(html).addresses.flatMap((address) =>
      bestFits(
        address,
        presets.map(([key, { hosts }]) => ({ key, hosts })),
      ).map(({ key }) => key),
    );

  it.each([
    ['https://youtu.be/dQw4w9WgXcQ', 'youtube'],
    ['https://vimeo.com/76979871', 'vimeo'],
    ['https://www.dailymotion.com/video/x84sh87', 'dailymotion'],
    ['https://open.spotify.com/track/11dFghVXANMlKmJXsNCbNl', 'spotify'],
    ['https://soundcloud.com/a/b', 'soundcloud'],
    ['https://www.google.de/maps/search/?api=1&query=Berlin', 'google-maps'],
    ['https://www.openstreetmap.org/?mlat=52.5&mlon=13.3', 'openstreetmap'],
  ])('is one of the catalogue: pasted as %s', (address, key) => {
    expect(presetsOf(`<oembed url="${address}"></oembed>`)).toEqual([key]);
  });

  it.each([
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'youtube-nocookie'],
    ['https://m.youtube.com/embed/dQw4w9WgXcQ', 'youtube'],
    ['https://dailymotion.com/embed/video/x84sh87', 'dailymotion'],
    ['https://www.google.de/maps/embed?pb=1', 'google-maps'],
    ['https://maps.google.co.uk/maps?q=London&output=embed', 'google-maps'],
    ['https://platform.twitter.com/embed/Tweet.html?id=1', 'x-embed'],
  ])('is one of the catalogue: %s', (address, key) => {
    expect(presetsOf(`<iframe src="${address}"></iframe>`)).toEqual([key]);
  });
});

describe('filling in a preset', () => {
  it('leaves what is missing visible, names it, and switches the tracker off', () => {
    const tracker = trackerFromPreset('datadog-rum', { SITE: 'datadoghq.eu' });
    expect(tracker.openVariables).toEqual(['CLIENT_TOKEN', 'APPLICATION_ID']);
    expect(tracker.enabled).toBe(false);
    expect(tracker.loader?.inline).toContain('{{CLIENT_TOKEN}}');
    expect(tracker.loader?.inline).toContain('"datadoghq.eu"');
  });

  it('says what to write instead of an unknown key, variable or form', () => {
    expect(() => trackerFromPreset('google-analytics')).toThrow(
      /no tracker preset "google-analytics"; known are .*ga4/,
    );
    expect(() => trackerFromPreset('toString')).toThrow('no tracker preset');
    expect(() => trackerFromPreset('ga4', { ID: 'G-1' })).toThrow(
      'has no variable ID; it takes MEASUREMENT_ID, CONSENT_MODE_MANAGED',
    );
    expect(() => trackerFromPreset('ga4', { MEASUREMENT_ID: 'UA-1' })).toThrow(
      'write it like "G-AB12CD34EF"',
    );
    expect(() => trackerFromPreset('hcaptcha', { KEY: 'x' })).toThrow('it takes none');
  });

  it('lets no value out of the place it stands in, whatever a pattern lets through', () => {
    const preset: TrackerPreset = {
      name: 'Any',
      category: 'analytics',
      kind: 'script',
      purpose: { en: 'Any', de: 'Jede' },
      cookies: [],
      loader: {
        src: 'https://vendor.example/{{VALUE}}.js?id={{VALUE}}',
        inline: 'return [{{VALUE}}, "after"];',
        attributes: { 'data-value': '{{VALUE}}' },
      },
      variables: [
        {
          name: 'VALUE',
          label: { en: 'Any', de: 'Beliebig' },
          description: { en: 'Any', de: 'Beliebig' },
          pattern: '[^]*',
          example: 'x',
        },
      ],
      consentSignals: ['analytics_storage'],
    };
    const hostile = fc.constantFrom(
      '"',
      "'",
      '<',
      '>',
      '/',
      '\\',
      '&',
      '?',
      '#',
      '</script>',
      '\u2028',
      '\n',
      ');alert(1);//',
      '{{VALUE}}',
      '$&',
      'a',
    );
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 8 }), (parts) => {
        const value = parts.join('').trim();
        if (value === '') return;
        const { loader } = fillPreset('any', preset, { VALUE: value }, 'en');
        expect(new Function(loader?.inline ?? '')()).toEqual([value, 'after']);
        expect(loader?.inline).not.toMatch(/[<>&\u2028]/);
        const address = new URL(loader?.src ?? '');
        expect(address.origin).toBe('https://vendor.example');
        expect(address.searchParams.get('id')).toBe(value);
        expect([...address.searchParams.keys()]).toEqual(['id']);
        expect(loader?.attributes).toEqual({ 'data-value': value });
      }),
    );
  });
});
