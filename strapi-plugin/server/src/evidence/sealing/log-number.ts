/** The number of a log, by its name: `www.example.com/api/consent/log-2` is the second. */
export function logNumber(origin: string): number {
  const [, number = '1'] = /\/log-(\d{1,2})$/.exec(origin) ?? [];
  return Math.max(1, Number(number));
}
