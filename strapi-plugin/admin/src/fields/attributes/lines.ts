/** Attributes as lines of `name=value`; one without a value is its name alone. */
export function linesOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  return Object.entries(value)
    .map(([name, text]) => (text === '' ? name : `${name}=${String(text)}`))
    .join('\n');
}

/** Null where there are none, as the content type has it. */
export function attributesOf(lines: string): Record<string, string> | null {
  const entries = lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line): [string, string] => {
      const at = line.indexOf('=');
      return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    });
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}
