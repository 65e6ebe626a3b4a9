/** Where records wait: for the part that sends them, and in the outbox. */
export const unsentKeys = (name: string): [stash: string, outbox: string] => [
  `${name}:decided`,
  `${name}:outbox`,
];

/** Whether records of this or an earlier page wait. */
export function hasUnsent(name: string): boolean {
  try {
    return unsentKeys(name).some((key) => (localStorage.getItem(key) ?? '[]') !== '[]');
  } catch {
    return false;
  }
}
