/** What the integration wrote into the page for one kind of visitor; the benchmark has cut it out of that page. */
import { readFileSync } from 'node:fs';

export interface Written {
  head: string;
  banner: string;
  manage: string;
  preferences: string;
}

const NOTHING: Written = { head: '', banner: '', manage: '', preferences: '' };
const file = process.env.WRITTEN_BY_THE_INTEGRATION;

export const written: Written = file ? JSON.parse(readFileSync(file, 'utf8')) : NOTHING;
