/**
 * The address of the plugin's API: `http://cms:1337` means `http://cms:1337/api/consent`; an address that has a
 * path is taken as it is, for plugins with a `basePath` of their own.
 */
export function apiAddress(cms: string): string {
  const url = new URL(cms);
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path === '' || path === '/api' ? '/api/consent' : path}`;
}

/** The same address for one language; without one, that of whoever answers. */
export const inLocale = (address: string, locale: string | null): string =>
  locale ? `${address}?locale=${encodeURIComponent(locale)}` : address;
