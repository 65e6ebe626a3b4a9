/** Lists and legal pages change rarely: five minutes in the browser, an hour in a CDN. */
export const PUBLIC_LIST_CACHE = 'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400';
