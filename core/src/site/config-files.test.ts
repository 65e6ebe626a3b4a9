import { describe, expect, it } from 'vitest';
import { createTestConfig } from '../contract/fixtures.ts';
import { createConfigFiles, isConfigFile } from './config-files.ts';

const config = createTestConfig({});
const titled = (title: string) => createTestConfig({ banner: { title } });
const caching = ({ headers }: Response) => headers.get('cache-control');
const nothing = async () => null;

describe('the file of what a page leaves out of its configuration', () => {
  it('is named by what it says, and by nothing else', () => {
    const files = createConfigFiles({ basePath: '/_consent' });
    const address = files.address(config);
    expect(isConfigFile(address.slice('/_consent/'.length))).toBe(true);
    expect(files.address(createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } }))).toBe(
      address,
    );
    expect(createConfigFiles({ basePath: '/_consent' }).address(config)).toBe(address);
    expect(files.address(titled('Cookies'))).not.toBe(address);
  });

  it('never changes, also where the site has a newer one', async () => {
    const files = createConfigFiles({ basePath: '/_consent' });
    const older = files.of(titled('Older'));
    files.of(titled('Newer'));
    const answer = await files.answer(older.name, nothing);
    expect(caching(answer)).toBe('public, max-age=31536000, immutable');
    expect((await answer.json()).banner.title).toBe('Older');
  });

  it('is found where another instance has named it, and is the present one under a name that nobody knows', async () => {
    const { name } = createConfigFiles({ basePath: '/_consent' }).of(config);
    const files = createConfigFiles({ basePath: '/_consent' });
    expect(caching(await files.answer(name, async () => config))).toContain('immutable');
    const other = await files.answer('c.0123456789abcdef.json', async () => titled('Now'));
    expect([caching(other), (await other.json()).banner.title]).toEqual(['no-store', 'Now']);
    const { status } = await createConfigFiles({ basePath: '/_consent' }).answer(name, nothing);
    expect(status).toBe(503);
  });
});
