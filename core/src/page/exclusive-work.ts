/** How long, in milliseconds, a tab without Web Locks may work before another takes over: longer than a post. */
const LEASE = 60_000;
/** Longer than tabs need to see each other's writes to localStorage. */
const SETTLING = 100;

const settled = () => new Promise((resolve) => setTimeout(resolve, SETTLING));

/**
 * Does the work while no other tab does work of this name: by Web Locks or, on pages without https, by a lease in
 * localStorage. `renew` is to be called before each step of the work.
 *
 * @returns how long, in milliseconds, to leave it to the tab that is at work; 0 when the work was done
 */
export async function exclusively(name: string, work: (renew: () => void) => Promise<void>): Promise<number> {
  const locks = globalThis.navigator?.locks;
  let granted = false;
  const unlessTaken = async (lock: Lock | null) => {
    if (!lock) return;
    granted = true;
    await work(() => {});
  };
  try {
    await locks?.request(name, { ifAvailable: true }, unlessTaken);
    if (locks && !granted) {
      await locks.request(name, async (lock) => {
        // The lock may arrive before the last writes of the tab that had it.
        await settled();
        await unlessTaken(lock);
      });
    }
  } catch {
    // Denied to this page, as in a sandboxed frame.
  }
  return granted ? 0 : underLease(`${name}-lease`, work);
}

async function underLease(key: string, work: (renew: () => void) => Promise<void>): Promise<number> {
  const owner = Math.random().toString(36).slice(2);
  const holder = () => {
    const [id, until] = (localStorage.getItem(key) ?? '').split(' ');
    return { id, left: Math.min(Number(until) - Date.now(), LEASE) };
  };
  const renew = () => localStorage.setItem(key, `${owner} ${Date.now() + LEASE}`);
  try {
    const { left } = holder();
    if (left > 0) return left;
    renew();
  } catch {
    // No storage, so no queue that another tab could share.
    await work(() => {});
    return 0;
  }
  // Of tabs that asked at the same time the last to write has it.
  await settled();
  if (holder().id !== owner) return LEASE;
  await work(renew);
  if (holder().id === owner) localStorage.removeItem(key);
  return 0;
}
