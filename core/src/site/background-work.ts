type WaitUntil = (work: Promise<unknown>) => void;

/** What serverless platforms put into their global scope. */
interface Platforms {
  Netlify?: { context?: { waitUntil?: WaitUntil } | null };
  [VERCEL]?: { get?(): { waitUntil?: WaitUntil } | undefined };
}

const VERCEL = Symbol.for('@vercel/request-context');

/** The longest that a platform is asked to wait, in milliseconds: Cloudflare gives no more, and others charge for it. */
const LONGEST = 30_000;

/** Named apart, so that no bundler looks for it: only Cloudflare's own runtime has it. */
const CLOUDFLARE = 'cloudflare:workers';

let ofCloudflare: WaitUntil | undefined;
if (globalThis.navigator?.userAgent === 'Cloudflare-Workers') {
  void import(/* @vite-ignore */ CLOUDFLARE).then(
    (runtime: { waitUntil?: WaitUntil }) => {
      ofCloudflare = runtime.waitUntil;
    },
    () => {},
  );
}

/**
 * Serverless and edge platforms stop a request's work with its answer, and often without an error: what then goes on is
 * announced to them here. A server that runs by itself needs nothing of this.
 */
export function keepAlive(work: Promise<unknown>): void {
  const platforms = globalThis as Platforms;
  const vercel = platforms[VERCEL]?.get?.();
  const netlify = platforms.Netlify?.context;
  try {
    if (ofCloudflare) ofCloudflare(bounded(work));
    else if (vercel?.waitUntil) vercel.waitUntil(bounded(work));
    else netlify?.waitUntil?.(bounded(work));
  } catch {
    // Outside a request, as at a build, nothing is stopped.
  }
}

/** Whether this is such a platform. */
export function isStoppedWithAnswers(): boolean {
  const platforms = globalThis as Platforms;
  return Boolean(
    ofCloudflare || platforms[VERCEL]?.get?.()?.waitUntil || platforms.Netlify?.context?.waitUntil,
  );
}

/** A while that a server does not wait for that is asked to stop. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    (timer as { unref?: () => void }).unref?.();
  });
}

function bounded(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });
}
