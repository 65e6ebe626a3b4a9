/**
 * `pnpm bench [name…] [--database sqlite|postgres|mysql|all] [--records 10000000 | --large]`: runs the benchmarks, prints each
 * beside its alternative, fails where a promise is broken.
 */
import { parseArgs } from 'node:util';
import type { DatabaseKind } from './databases.ts';
import { print, type Row, sideBySide } from './report.ts';

type Bench = { title: string } & (
  | { run: () => Promise<Row[]> }
  /** Measures the CMS on one database; where it looks at many records, at so many as are wanted. */
  | { runOn: (kind: DatabaseKind, records?: number) => Promise<Row[]> }
);

/** What many records are where nobody says: `evidence` keeps its promises at ten times what a look in between needs. */
const MANY = 1_000_000;
/** As many entries are to be read in the background without anybody noticing. */
const MANY_ENTRIES = 100_000;
const VERY_MANY = 10_000_000;
/** By `--large`. */
const LARGE = 100_000_000;

// Each brings what it needs along when it is wanted: no browser for the CMS, no database for a page.
const benches: Record<string, Bench> = {
  config: {
    title: 'Serving the config',
    runOn: async (kind) => (await import('./http.ts')).configBench(kind),
  },
  records: {
    title: 'Keeping records, 64 connections',
    runOn: async (kind) => (await import('./http.ts')).recordsBench(kind),
  },
  evidence: {
    title: 'Evidence: keeping it, and looking at many records',
    runOn: async (kind, records = VERY_MANY) => {
      const http = await import('./http.ts');
      return [
        ...(await http.intakeBench(kind)),
        ...(await http.recordsBench(kind)),
        ...(await http.sealingBench(kind)),
        ...(await (await import('./million.ts')).millionBench(kind, records)),
      ];
    },
  },
  sealing: {
    title: 'Sealing what is kept',
    runOn: async (kind) => (await import('./http.ts')).sealingBench(kind),
  },
  million: {
    title: 'Looking at many records',
    runOn: async (kind, records = MANY) => (await import('./million.ts')).millionBench(kind, records),
  },
  statistics: {
    title: 'Asking five years of counts from sixty countries',
    runOn: async (kind) => (await import('./statistics.ts')).statisticsBench(kind),
  },
  purge: {
    title: 'Purging half a million records',
    runOn: async (kind) => (await import('./million.ts')).purgeBench(kind),
  },
  content: {
    title: 'Reading all content in the background',
    runOn: async (kind, entries = MANY_ENTRIES) => (await import('./content.ts')).contentBench(kind, entries),
  },
  page: {
    title: 'A visit, 4 x slower, Fast 4G',
    run: async () => (await import('./page.ts')).pageBench(),
  },
  ssr: { title: 'Serving a page of 30 kB', run: async () => (await import('./ssr.ts')).ssrBench() },
  gate: {
    title: 'Whole pages through the gate, and much content',
    run: async () => (await import('./gate.ts')).gateBench(),
  },
  resolve: {
    title: 'Resolving one request',
    run: async () => (await import('./resolve.ts')).resolveBench(),
  },
};

/** As many as the others are compared with. */
const LEAST_RECORDS = 10_000;

async function main(): Promise<number> {
  const { values, positionals: names } = parseArgs({
    args: process.argv.slice(2).filter((argument) => argument !== '--'),
    allowPositionals: true,
    options: {
      database: { type: 'string', default: 'all' },
      records: { type: 'string' },
      large: { type: 'boolean', default: false },
    },
  });
  if (values.large && values.records) throw new Error('--large and --records both say how many; use one.');
  const records = values.large ? LARGE : values.records === undefined ? undefined : Number(values.records);
  if (records !== undefined && !(Number.isInteger(records) && records >= LEAST_RECORDS)) {
    throw new Error(`--records is "${values.records}"; use a whole number from ${LEAST_RECORDS}.`);
  }
  const unknown = names.filter((name) => !(name in benches));
  if (unknown.length > 0) {
    throw new Error(
      `No benchmark named ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}.`,
    );
  }
  const wanted = Object.entries(benches).filter(([name]) => names.length === 0 || names.includes(name));
  const kinds = wanted.some(([, bench]) => 'runOn' in bench)
    ? (await import('./databases.ts')).chosenDatabases(values.database)
    : [];

  let broken = 0;
  for (const [, bench] of wanted) {
    const rows =
      'run' in bench ? await bench.run() : await onEach(kinds, (kind) => bench.runOn(kind, records));
    print(bench.title, rows);
    broken += rows.filter((row) => row.ok === false).length;
  }
  return broken;
}

async function onEach(
  kinds: readonly DatabaseKind[],
  runOn: (kind: DatabaseKind) => Promise<Row[]>,
): Promise<Row[]> {
  const found: Row[][] = [];
  for (const kind of kinds) found.push((await runOn(kind)).map((row) => ({ ...row, database: kind.name })));
  return sideBySide(found);
}

try {
  const broken = await main();
  if (broken > 0) {
    console.error(`${broken} promise(s) broken.`);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
