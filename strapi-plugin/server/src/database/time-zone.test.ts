import { describe, expect, it } from 'vitest';
import { timeZoneWarning } from './time-zone';

const summerTime = (at: Date) => (at.getUTCMonth() === 6 ? -60 : 0);

describe('the warning of a time zone', () => {
  it.each(['postgres', 'mysql'])('is given on %s, also where only summer differs', (client) => {
    expect(timeZoneWarning(client, () => 300)).toMatch('TZ=UTC');
    expect(timeZoneWarning(client, summerTime)).toMatch('TZ=UTC');
  });

  it('is not given in UTC, nor where the database holds numbers', () => {
    expect(timeZoneWarning('postgres', () => 0)).toBeNull();
    expect(timeZoneWarning('sqlite', () => 300)).toBeNull();
  });
});
