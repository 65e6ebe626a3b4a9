/** The test suites that browsers and parsers have in common (html5lib). */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const data = join(dirname(createRequire(import.meta.url).resolve('html5/package.json')), 'test/data');

const textsOf = (folder: string, ending: string) =>
  readdirSync(join(data, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(data, folder, name), 'utf8'));

/** The documents of the suite for trees, each between `#data` and `#errors`. */
export const documents: readonly string[] = textsOf('tree-construction', '.dat').flatMap((text) =>
  [...text.matchAll(/^#data\n([\s\S]*?)\n?#errors$/gm)].map(([, html]) => html!),
);

/** The texts of the suite for tokens. */
export const tokens: readonly string[] = textsOf('tokenizer', '.test').flatMap((text) =>
  (JSON.parse(text).tests ?? []).map(({ input }: { input: string }) => input),
);
