/** Puts a server under load, and two of them in turns. */
import autocannon from 'autocannon';
import { middle, type Row } from './report.ts';

/** How long each measurement takes, in seconds. */
const SECONDS = 8;

/** Runs both in turns, so that a slow moment of the machine meets both, and compares neighbours: their median ratio. */
export async function compare(
  ourName: string,
  ours: () => Promise<number>,
  theirName: string,
  theirs: () => Promise<number>,
  bound: number,
  rounds = 3,
): Promise<Row[]> {
  const found: Rates = { ours: [], theirs: [] };
  await ours();
  await theirs();
  for (let round = 0; round < rounds; round++) {
    found.ours.push(await ours());
    found.theirs.push(await theirs());
  }
  return compared(ourName, theirName, found, bound);
}

/** Requests per second, by round. */
export interface Rates {
  ours: number[];
  theirs: number[];
}

/** Compares neighbours: what a slow moment of the machine did to one round it did to both. */
export function compared(ourName: string, theirName: string, { ours, theirs }: Rates, bound: number): Row[] {
  const ratio = middle(ours.map((rate, round) => rate / theirs[round]!));
  return [
    {
      name: ourName,
      measured: `${Math.round(middle(ours))} requests/s`,
      ratio,
      bound: `>= ${bound} x the other`,
      ok: ratio >= bound,
    },
    { name: theirName, measured: `${Math.round(middle(theirs))} requests/s`, ratio: 1 },
  ];
}

/** Throws where an answer has another status than expected: a fast refusal is no result. */
export async function requestsPerSecond(options: autocannon.Options, status: number): Promise<number> {
  return (await load(options, status)).requests.average;
}

/** The same, for how many requests were answered in all. */
export async function requestsAnswered(options: autocannon.Options, status: number): Promise<number> {
  return (await load(options, status)).requests.total;
}

async function load(options: autocannon.Options, status: number): Promise<autocannon.Result> {
  // On a machine that has much else to do an answer takes its time; only its absence is an error.
  const result = await autocannon({ connections: 32, duration: SECONDS, timeout: 60, ...options });
  const answers = Object.entries(result.statusCodeStats ?? {}).map(([code, { count }]) => ({ code, count }));
  const wrong = answers.filter(({ code, count }) => code !== String(status) && (count ?? 0) > 0);
  if (wrong.length > 0 || result.errors > 0 || answers.length === 0) {
    throw new Error(
      `${options.url}: expected ${status} alone, found ${JSON.stringify(result.statusCodeStats)} and ${result.errors} errors`,
    );
  }
  return result;
}
