/** The test suites that browsers and parsers have in common (html5lib). */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const testsOf = (name: string) =>
  join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'test');

const data = join(testsOf('html5'), 'data');

const textsOf = (folder: string, ending: string) =>
  readdirSync(join(data, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(data, folder, name), 'utf8'));

/** Of the suite for trees, each document between `#data` and `#errors`. */
const earlier = textsOf('tree-construction', '.dat').flatMap((text) =>
  [...text.matchAll(/^#data\n([\s\S]*?)\n?#errors$/gm)].map(([, html]) => html!),
);

/** Of the same suite as it was later, by the names of its files. */
const later: Record<string, { data: string }[]> = JSON.parse(
  readFileSync(join(testsOf('@mixmark-io/domino'), 'html5lib-tests.json'), 'utf8'),
);

/** The documents of the suite for trees. */
export const documents: readonly string[] = [
  ...new Set([...earlier, ...Object.values(later).flatMap((tests) => tests.map((test) => test.data))]),
];

/** The texts of the suite for tokens. */
export const tokens: readonly string[] = textsOf('tokenizer', '.test').flatMap((text) =>
  (JSON.parse(text).tests ?? []).map(({ input }: { input: string }) => input),
);

/**
 * Attacks by names, of the suite for sanitizers, which has those of the cheat sheets. A collection of attacks by mutation is in none of the
 * packages looked at: dompurify, sanitize-html, xss, xss-filters, secure-filters, sanitizer, amuchina, @aegisjsproject/sanitizer, xss-payloads.
 * What sanitizers let through once stands in `browser/hostile-content.ts`.
 */
export const attacks: readonly (readonly [name: string, html: string])[] = JSON.parse(
  readFileSync(join(data, 'sanitizer/tests1.dat'), 'utf8'),
).map(({ name, input }: { name: string; input: string }) => [name, input]);
