import type { APIContext } from 'astro';

/** Whether the visitor came by https, as far as the server, a proxy's header or the site's address tells. */
export function isSecure(context: Pick<APIContext, 'url' | 'request'>): boolean {
  const origin = context.request.headers.get('origin');
  return context.url.protocol === 'https:' || !!origin?.startsWith('https:');
}

/** The visitor's address; adapters that do not know it throw. */
export function addressOf(context: Pick<APIContext, 'clientAddress'>): string | null {
  try {
    return context.clientAddress;
  } catch {
    return null;
  }
}
