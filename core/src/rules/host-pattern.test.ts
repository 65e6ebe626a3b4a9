import { describe, expect, it } from 'vitest';
import { bestFits, hostsIn, patternFit } from './host-pattern.ts';

const fits = (address: string, pattern: string) => patternFit(new URL(address), pattern) > 0;

describe('a host of a tracker', () => {
  it.each([
    ['https://www.youtube.com/embed/x', 'www.youtube.com', true],
    ['http://www.youtube.com:8080/', 'www.youtube.com', true],
    ['https://www.youtube.com./embed/x', 'www.youtube.com', true],
    ['https://youtube.com/', 'www.youtube.com', false],
    ['https://a.www.youtube.com/', 'www.youtube.com', false],
    ['https://f.vimeocdn.com/', '*.vimeocdn.com', true],
    ['https://a.b.vimeocdn.com/', '*.vimeocdn.com', true],
    ['https://vimeocdn.com/', '*.vimeocdn.com', false],
    ['https://notvimeocdn.com/', '*.vimeocdn.com', false],
    ['https://www.google.com/maps/embed?pb=1', 'www.google.com/maps', true],
    ['https://www.google.com/search', 'www.google.com/maps', false],
    ['https://www.google.com.evil.example/maps', 'www.google.com/maps', false],
  ])('%s and %s: %s', (address, pattern, expected) => {
    expect(fits(address, pattern)).toBe(expected);
  });

  it('is found by what is most specific: the longer host, then the longer path', () => {
    const among = [
      { id: 'below', hosts: ['*.google.com'] },
      { id: 'host', hosts: ['www.google.com'] },
      { id: 'path', hosts: ['www.google.com/maps'] },
      { id: 'none' },
    ];
    const ids = (address: string) => bestFits(new URL(address), among).map(({ id }) => id);
    expect(ids('https://www.google.com/maps/x')).toEqual(['path']);
    expect(ids('https://www.google.com/x')).toEqual(['host']);
    expect(ids('https://maps.google.com/x')).toEqual(['below']);
    expect(ids('https://google.com/x')).toEqual([]);
  });

  it('may be one of several that fit equally well', () => {
    const among = [{ hosts: ['a.example'] }, { hosts: ['a.example'] }];
    expect(bestFits(new URL('https://a.example'), among)).toHaveLength(2);
  });
});

describe('the hosts that a text names', () => {
  it('are those of its addresses, each once', () => {
    expect(hostsIn('x="//a.example/1"; y="https://B.example:81/"; z="http://a.example"; w=//not')).toEqual([
      'a.example',
      'b.example',
    ]);
  });
});
