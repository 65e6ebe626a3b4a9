import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import * as core from '../src/index.ts';

const index = fileURLToPath(new URL('../src/index.ts', import.meta.url));

/** What a bundler makes of these exports and nothing else. */
async function bundle(names: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export ${names} from ${JSON.stringify(index)}`, resolveDir: '/' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    // No platform: an import of a Node module fails.
    platform: 'neutral',
    target: 'es2022',
  });
  return outputFiles[0]!.text;
}
const bytes = (code: string) => gzipSync(code, { level: 9 }).length;

/** Most bytes, minified and gzipped, that an export may cost when it is imported alone. */
const LIMITS: Record<string, number> = {
  ALL_CONSENT_MODE_SIGNALS: 200,
  consentModeStateFrom: 400,
  consentTerms: 450,
  cookieFor: 250,
  countryFromHeaders: 400,
  DEFAULT_BANNER: 700,
  DEFAULT_CATEGORIES: 600,
  DEFAULT_COUNTRY_HEADERS: 150,
  DEFAULT_REGION_HEADERS: 150,
  decide: 1350,
  decodeConsentCookie: 400,
  EEA_COUNTRIES: 200,
  emitConsentModeUpdate: 450,
  encodeConsentCookie: 155,
  evaluateExpr: 280,
  getCookieValue: 500,
  initialView: 250,
  isCategoryGranted: 170,
  isGranted: 420,
  judgeConsent: 500,
  memoryStorage: 250,
  nonRequiredKeys: 150,
  randomUuid: 200,
  readConsentCookie: 500,
  resolveConsent: 1500,
  serializeConsentCookie: 400,
  startConsentMode: 350,
  US_STATES: 250,
};
/** The exports that need the region table. */
const TABLE =
  /^(DEFAULT_JURISDICTION_OVERRIDES|resolveJurisdictionModel|explainJurisdiction|consentModeRegions)$/;

describe('an export imported alone', () => {
  it.each(Object.keys(core))('%s brings little with it, and runs on any platform', async (name) => {
    const code = await bundle(`{ ${name} }`);
    expect(bytes(code)).toBeLessThanOrEqual(LIMITS[name] ?? 5000);
    expect(code).not.toMatch(/\b(node:|require\(|Buffer\b|process\.)/);
    expect(code.includes('ePrivacy')).toBe(TABLE.test(name));
  });

  it('costs nothing when nothing is imported', async () => {
    expect(await bundle('{}')).toBe('');
  });
});

describe('the module', () => {
  it('touches no document when it is imported', async () => {
    const code = await bundle('*');
    const untouched = new Proxy(
      {},
      { get: (_, name) => fail(name), has: () => true, set: (_, name) => fail(name) },
    );
    const fail = (name: string | symbol): never => {
      throw new Error(`${String(name)} was used at import`);
    };
    const body = code.replace(/export\s*\{[^}]*\};?\s*$/, '');
    const page = [
      'window',
      'document',
      'navigator',
      'location',
      'localStorage',
      'crypto',
      'BroadcastChannel',
    ];
    expect(() => new Function(...page, body)(...page.map(() => untouched))).not.toThrow();
  });
});
