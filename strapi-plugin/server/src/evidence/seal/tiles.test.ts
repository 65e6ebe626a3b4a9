import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bundleEntries,
  entryBundle,
  hashesAtLevel,
  tileHashes,
  tileOfPath,
  tileOfTree,
  tilePath,
} from './tiles';

describe('paths of https://c2sp.org/tlog-tiles', () => {
  it.each([
    [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
    [{ level: 0, index: 1234067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 1, index: 999, width: 17 }, 'tile/1/999.p/17'],
    [{ level: 0, index: 1000, width: 112 }, 'tile/0/x001/000.p/112'],
    [{ level: 'entries', index: 273, width: 112 }, 'tile/entries/273.p/112'],
  ] as const)('%j is at %s', (tile, path) => {
    expect(tilePath(tile)).toBe(path);
    expect(tileOfPath(path)).toEqual(tile);
  });

  it.each([
    ...['tile/0/0', 'tile/0/1000', 'tile/0/x000/001', 'tile/00/000', 'tile/64/000', 'tile/0/000.p/0'],
    ...[
      'tile/0/000.p/256',
      'tile/0/000.p/017',
      'tile/0/001/x234',
      'tile/-1/000',
      'tile/data/000',
      'checkpoint',
    ],
    ...['tile/0/../000', '/tile/0/000', 'tile/0/000/', 'tile/0/000.p', ''],
  ])('%s is none', (path) => {
    expect(tileOfPath(path)).toBeNull();
  });

  it('are one for each tile', () => {
    const tiles = fc.record({
      level: fc.oneof(fc.constant('entries' as const), fc.integer({ min: 0, max: 63 })),
      index: fc.maxSafeNat(),
      width: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(
      fc.property(tiles, (tile) => {
        expect(tileOfPath(tilePath(tile))).toEqual(tile);
      }),
    );
  });
});

it('a tree of 70,000 leaves has the tiles that the specification counts', () => {
  const width = (level: number, index: number) => tileOfTree(70_000, level, index)?.width;
  expect([width(0, 272), width(0, 273), width(0, 274)]).toEqual([256, 112, undefined]);
  expect([width(1, 0), width(1, 1), width(1, 2)]).toEqual([256, 17, undefined]);
  expect([width(2, 0), width(2, 1), width(3, 0)]).toEqual([1, undefined, undefined]);
  expect(tileOfTree(256, 0, 0)?.width).toBe(256);
  expect(tileOfTree(256, 1, 0)?.width).toBe(1);
  expect(hashesAtLevel(2 ** 40, 4)).toBe(256);
});

describe('bundles of entries', () => {
  it('hold each entry after its length', () => {
    const bundle = entryBundle([Buffer.from('abc'), Buffer.from(''), Buffer.alloc(300, 1)]);
    expect([...bundle.subarray(0, 9)]).toEqual([0, 3, 97, 98, 99, 0, 0, 1, 44]);
    expect(bundleEntries(bundle, 3).map((entry) => entry.length)).toEqual([3, 0, 300]);
  });

  it('are refused where entries are cut or too many', () => {
    const bundle = entryBundle([Buffer.from('abc')]);
    for (const wrong of [bundle.subarray(1), bundle.subarray(0, 4), Buffer.concat([bundle, bundle])]) {
      expect(() => bundleEntries(wrong, 1)).toThrow('does not hold 1 whole entries');
    }
    expect(() => entryBundle([Buffer.alloc(65_536)])).toThrow('65536 bytes');
    expect(() => tileHashes(Buffer.alloc(33), 1)).toThrow('has 32 bytes, not 33');
  });
});
