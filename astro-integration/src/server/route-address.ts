import site from 'virtual:consent/site';

/**
 * Where browsers find a route of the site's own. With `trailingSlash: 'always'` Astro redirects an address without the
 * slash, and what a form or a record carries is lost on the way.
 */
export function routeAddress(route: 'config' | 'records' | 'decide' | 'preferences'): string {
  return `${site.basePath}/${route}${site.trailingSlash ? '/' : ''}`;
}
