/** How much is kept of what depends on the locale: visitors may name any, and a site has far fewer. */
const MOST = 100;

/**
 * Keeps what was made, and lets go of the oldest when there is too much. A plain map rather than an LRU cache: pages read
 * it several times each, and hardly ever add to it.
 */
export function keep<Key, Made>(kept: Map<Key, Made>, key: Key, made: Made): Made {
  if (kept.size >= MOST) kept.delete(kept.keys().next().value as Key);
  kept.set(key, made);
  return made;
}
