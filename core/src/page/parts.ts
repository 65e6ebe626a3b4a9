import { type Parts, page } from './page-state.ts';

/**
 * Uses a part of the runtime: in the same task where the page has it already, else when it has come. A module needs neither
 * a nonce nor Trusted Types, and its address is no literal, so that no bundler wraps the import in a loader of its own.
 *
 * @param lost is called where it does not come, or comes empty, as a blocker of its name answers
 */
export function withPart<Name extends keyof Parts>(
  name: Name,
  use: (part: Parts[Name]) => void = () => {},
  lost: () => void = () => {},
): void {
  const { parts, files } = page();
  const present = parts[name];
  if (present) {
    use(present);
    return;
  }
  import(/* @vite-ignore */ `${files}${name}.js`).then(({ part }: { part?: Parts[Name] }) => {
    if (!part) return lost();
    parts[name] ??= part;
    use(part);
  }, lost);
}
