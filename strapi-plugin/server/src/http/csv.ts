import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

/** CSV with a header line. A cell that a spreadsheet would take for a formula begins with an apostrophe. */
export function csvOf(columns: string[], rows: AsyncIterable<Record<string, string>>): Readable {
  const lines = Readable.from(rows);
  const csv = stringify({ header: true, columns, escape_formulas: true, bom: true });
  lines.on('error', (error) => csv.destroy(error));
  csv.on('close', () => lines.destroy());
  return lines.pipe(csv);
}
