import type { VendorHits } from '@permesso/playground-vendors';

/** The fake third parties of the shared stack, which run in another process. */
export function remoteVendors(origin: string) {
  return {
    hits: async (): Promise<VendorHits> => (await fetch(`${origin}/hits`)).json() as Promise<VendorHits>,
    reset: async (): Promise<void> => {
      await fetch(`${origin}/reset`, { method: 'POST' });
    },
  };
}
