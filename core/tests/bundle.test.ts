import { fileURLToPath } from 'node:url';
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

/** The exports that need the region table. */
const TABLE =
  /^(DEFAULT_JURISDICTION_OVERRIDES|basesByPlace|basesIn|basisRow|resolveJurisdictionModel|explainJurisdiction|consentModeRegions)$/;

describe('an export imported alone', () => {
  it.each(Object.keys(core))(
    '%s runs on any platform, and brings the table of regions only where it needs it',
    async (name) => {
      const code = await bundle(`{ ${name} }`);
      expect(code).not.toMatch(/\b(node:|require\(|Buffer\b|process\.)/);
      expect(code.includes('ePrivacy')).toBe(TABLE.test(name));
    },
  );

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
    const page = ['window', 'document', 'navigator', 'location', 'localStorage', 'crypto'];
    expect(() => new Function(...page, body)(...page.map(() => untouched))).not.toThrow();
  });
});
