/**
 * Whether the banner keeps quiet at a path of the site. Only what is shown depends on it: what is granted never does.
 *
 * @param pages paths without a slash at the end, or `/legal/*` for all below (`ConsentBannerConfig.quietPages`)
 * @param path with or without one; by default that of the page that is open now, which client-side navigation changes
 */
export const isQuietPage = (
  pages: readonly string[] | undefined,
  path = globalThis.location?.pathname ?? '',
): boolean | undefined => {
  const here = path.replace(/\/$/, '');
  return pages?.some((page) => page === here || (page.endsWith('*') && here.startsWith(page.slice(0, -1))));
};
