import type { Task } from 'tinybench';

/** One line of a benchmark's table. */
export interface Row {
  name: string;
  /** What the CMS ran on, where it did. */
  database?: string;
  measured: string;
  /** This row's time over ours in the same run, or the ratio the row is about. */
  ratio: number;
  /** The promise, where the row carries one. */
  bound?: string;
  ok?: boolean;
}

/** Median time of a finished task, in milliseconds. */
export function median(task: Task): number {
  const result = task.result;
  if (!('latency' in result)) throw new Error(`benchmark "${task.name}" did not finish: ${result.state}`);
  return result.latency.p50;
}

export function print(title: string, rows: Row[]): void {
  console.log(`\n${title}`);
  console.table(
    rows.map(({ name, database, measured, ratio, bound = '', ok }) => ({
      name,
      ...(database ? { database } : {}),
      measured,
      ratio: ratio.toFixed(2),
      bound,
      kept: ok === undefined ? '' : ok ? 'yes' : 'NO',
    })),
  );
}

/** The rows of all runs, so that the same measurement stands together, run by run. Not every run has every measurement. */
export const sideBySide = (runs: readonly Row[][]): Row[] =>
  [...Map.groupBy(runs.flat(), (row) => row.name).values()].flat();

/** The lower quartile of a list: of costs to which whatever else a machine does only ever adds. */
export const lowerQuartile = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)]!;

/** The median of a list. */
export const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
