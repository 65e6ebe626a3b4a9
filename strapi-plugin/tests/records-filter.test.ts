import { describe, expect, it } from 'vitest';
import { FILTERS, filterOf, queryOf, recordsOf, recordsUnder } from '../admin/src/pages/records/filter';
import { filterSchema } from '../server/src/records/admin-controller';

const ROUTE_FILTERS = Object.keys(filterSchema.shape);

const read = (address: string) => filterOf(new URLSearchParams(address));

describe('the filter of the records in an address', () => {
  it('is what the address names, and nothing that the route does not take', () => {
    expect(read('from=2026-02-01&to=2026-02-28&country=DE&page=2')).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
      country: 'DE',
    });
  });

  it.each(['abc', '2026-13-01', '2026-02-00', '2026', 'Feb 1'])('leaves out %s, which is no day', (day) => {
    const filter = read(new URLSearchParams({ from: day, to: day, source: 'gpc' }).toString());
    expect(filter).toEqual({ source: 'gpc' });
    expect(queryOf(filter)).toBe('source=gpc');
  });

  it('shows the last day to its end', () => {
    expect(queryOf(read('to=2026-02-28'))).toBe('to=2026-03-01');
  });

  it('leads to one consent id, with what is set apart', () => {
    const [path, search] = recordsUnder('a1').split('?');
    expect(path).toBe('/plugins/consent/records');
    expect(read(search ?? '')).toEqual({ consentId: 'a1', quarantined: 'too' });
  });

  it('leads to the records of one account, with what is set apart', () => {
    expect(read(recordsOf('k3').split('?')[1] ?? '')).toEqual({ user: 'k3', quarantined: 'too' });
  });

  it('has no name that the route does not take', () => {
    for (const name of FILTERS) expect(ROUTE_FILTERS).toContain(name);
  });
});
