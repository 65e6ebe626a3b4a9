import type { HeaderSource } from '@permesso/consent-core';

/** A header of `Headers` or of a plain object, whatever the case of its names; the first where there are several. */
export function headerOf(headers: HeaderSource | undefined, name: string): string | null {
  if (!headers) return null;
  if (typeof headers.get === 'function') return (headers as Headers).get(name);
  const plain = headers as Record<string, string | readonly string[] | undefined>;
  const value = plain[name] ?? plain[namedAlike(plain, name)];
  return (typeof value === 'string' ? value : value?.[0]) ?? null;
}

function namedAlike(headers: Record<string, unknown>, name: string): string {
  const lower = name.toLowerCase();
  const found = Object.keys(headers).find(
    (key) => key.length === name.length && key.toLowerCase() === lower && headers[key] !== undefined,
  );
  return found ?? name;
}
