/** Links in a header, by which a browser loads something before it has read the page that it comes with. */
import type { Visit } from '../visit.ts';
import { Needs, type Owners } from './owners.ts';

/** A link of `Link` (RFC 8288, 3) with its parameters, some of them in quotes; or what is none. */
const LINKS = /<([^>]*)>((?:[^,"]|"(?:[^"\\]|\\.)*")*)|[^,\s][^,]*/g;

const PARAMETERS = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g;

/** Relations by which browsers load, or connect, on account of a header; all others they leave to the page. */
const LOADING = new Set([
  ...['preload', 'modulepreload', 'prefetch', 'preconnect', 'dns-prefetch', 'prerender'],
  ...['stylesheet', 'icon', 'manifest', 'compression-dictionary'],
]);

/** Takes away the links of a page by which something would load before it is granted. */
export function holdLinks(headers: Headers, owners: Owners, visit: Visit): void {
  const links = headers.get('link');
  if (links === null) return;
  const mayLoad = (address: string) => {
    const needs = new Needs();
    owners.address(address, true, needs);
    return needs.areNone || (visit.visitor && visit.has(needs.expression));
  };
  const kept = [...links.matchAll(LINKS)].filter(
    ([, address, parameters = '']) => address !== undefined && loadedBy(address, parameters).every(mayLoad),
  );
  if (kept.length === 0) headers.delete('link');
  else headers.set('link', kept.map(([link]) => link.trim()).join(', '));
}

/** The addresses that a link has loaded. */
function loadedBy(address: string, text: string): string[] {
  const given = [...text.matchAll(PARAMETERS)].map(
    ([, name, quoted, plain = '']) => [name!.toLowerCase(), quoted ?? plain] as const,
  );
  const said = (wanted: string) => given.find(([name]) => name === wanted)?.[1] ?? '';
  const relations = said('rel').toLowerCase().split(/\s+/).filter(Boolean);
  if (relations.length > 0 && !relations.some((relation) => LOADING.has(relation))) return [];
  return [
    address,
    ...said('imagesrcset')
      .split(/[\s,]+/)
      .filter(Boolean),
  ];
}
