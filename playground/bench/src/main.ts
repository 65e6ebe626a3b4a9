/** `pnpm bench [name…]`: runs the benchmarks, prints each beside its alternative, fails where a promise is broken. */
import { configBench, recordsBench } from './http.ts';
import { millionBench, purgeBench } from './million.ts';
import { pageBench } from './page.ts';
import { print, type Row } from './report.ts';
import { resolveBench } from './resolve.ts';
import { ssrBench } from './ssr.ts';

const benches: Record<string, { title: string; run: () => Promise<Row[]> }> = {
  config: { title: 'Serving the config', run: configBench },
  records: { title: 'Keeping records, 64 connections', run: recordsBench },
  million: { title: 'Looking at a million records', run: millionBench },
  purge: { title: 'Purging half a million records', run: purgeBench },
  page: { title: 'A first visit, 4 x slower, Fast 4G', run: pageBench },
  ssr: { title: 'Serving a page of 30 kB', run: ssrBench },
  resolve: { title: 'Resolving one request', run: resolveBench },
};

const wanted = process.argv.slice(2).filter((argument) => argument !== '--');
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`No benchmark named ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}

let broken = 0;
for (const [name, { title, run }] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const rows = await run();
  print(title, rows);
  broken += rows.filter((row) => row.ok === false).length;
}
if (broken > 0) {
  console.error(`${broken} promise(s) broken.`);
  process.exitCode = 1;
}
