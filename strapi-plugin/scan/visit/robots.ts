/** Whether the rules for all robots let a path be visited: the longest that fits decides (RFC 9309). */
export function isAllowed(robots: string, path: string): boolean {
  let applies = false;
  let inNames = false;
  let best = { length: -1, allow: true };
  for (const line of robots.slice(0, 500_000).split(/\r?\n/)) {
    const [, field = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? [];
    const rule = value.trim();
    const name = field.toLowerCase();
    if (name === 'user-agent') {
      applies = (inNames && applies) || rule === '*';
      inNames = true;
    } else if (name === 'allow' || name === 'disallow') {
      inNames = false;
      if (!applies || !rule || !fits(rule, path)) continue;
      const allow = name === 'allow';
      if (rule.length > best.length || (rule.length === best.length && allow))
        best = { length: rule.length, allow };
    }
  }
  return best.allow;
}

/**
 * A rule fits the beginning of a path, `*` stands for anything, and `$` at its end for the path's end. Each part is looked for
 * once: made into a regular expression, a rule of many stars could keep a scan busy for ever.
 */
function fits(rule: string, path: string): boolean {
  const toTheEnd = rule.endsWith('$');
  const [first = '', ...others] = (toTheEnd ? rule.slice(0, -1) : rule).split('*');
  if (!path.startsWith(first)) return false;
  const last = toTheEnd ? others.pop() : undefined;
  let at = first.length;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (last !== undefined) return path.length - last.length >= at && path.endsWith(last);
  return !toTheEnd || at === path.length;
}
