import { expect, it } from 'vitest';
import { isAllowed } from './robots';

const all = (...lines: string[]) => ['User-agent: *', ...lines].join('\n');

it.each([
  ['Disallow: /private', '/private/a', false],
  ['Disallow: /private', '/public', true],
  ['Disallow:', '/anything', true],
  ['Disallow: /*.php', '/a/b.php?c', false],
  ['Disallow: /*.php$', '/a/b.php', false],
  ['Disallow: /*.php$', '/a/b.php5', true],
  ['Disallow: /a$', '/a', false],
  ['Disallow: /a$', '/ab', true],
  ['Disallow: /a*b*c', '/a-b-c-d', false],
  ['Disallow: /a*b*c', '/a-c-b', true],
  ['Disallow: /aba*ba$', '/aba', true],
  ['Disallow: /a # why', '/a', false],
])('%s on %s: allowed is %s', (rule, path, allowed) => {
  expect(isAllowed(all(rule), path)).toBe(allowed);
});

it('goes by the longest rule, and by the one that allows where two are as long', () => {
  expect(isAllowed(all('Disallow: /a', 'Allow: /a/b'), '/a/b/c')).toBe(true);
  expect(isAllowed(all('Allow: /a', 'Disallow: /a/b'), '/a/b/c')).toBe(false);
  expect(isAllowed(all('Disallow: /a', 'Allow: /a'), '/a')).toBe(true);
});

it('goes by the rules for all robots alone', () => {
  expect(isAllowed('User-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /b', '/a')).toBe(true);
  expect(isAllowed('User-agent: other\nUser-agent: *\nDisallow: /', '/a')).toBe(false);
  expect(isAllowed('', '/a')).toBe(true);
});

it('comes to an end with a rule of a thousand stars', () => {
  const rule = `Disallow: /${'*a'.repeat(1000)}*b`;
  expect(isAllowed(all(rule), `/${'a'.repeat(10_000)}`)).toBe(true);
});
