/** Headers by which a browser loads something before it has read the page that they come with. */
import type { Visit } from '../visit.ts';
import { QUIET_RELATIONS, refreshAddress } from './loading-attributes.ts';
import { Needs, type Owners } from './owners.ts';

/** A link of `Link` (RFC 8288, 3) with its parameters, some of them in quotes; or what is none. */
const LINKS = /<([^>]*)>((?:[^,"]|"(?:[^"\\]|\\.)*")*)|[^,\s][^,]*/g;

/** Takes away what would load before it is granted. */
export function holdHeaders(headers: Headers, owners: Owners, visit: Visit): void {
  const mayLoad = (address: string) => {
    const needs = new Needs();
    owners.address(address, true, needs);
    return needs.areNone || (visit.visitor && visit.has(needs.expression));
  };
  const links = headers.get('link');
  if (links !== null) {
    const kept = [...links.matchAll(LINKS)].filter(
      ([, address, parameters = '']) => address !== undefined && (isQuiet(parameters) || mayLoad(address)),
    );
    headers.set('link', kept.map(([link]) => link.trim()).join(', '));
    if (kept.length === 0) headers.delete('link');
  }
  const refresh = refreshAddress(headers.get('refresh') ?? '');
  if (refresh !== null && !mayLoad(refresh)) headers.delete('refresh');
}

/** Whether nothing loads by a link; a set of pictures may have addresses beside it. */
function isQuiet(parameters: string): boolean {
  const [, quoted, plain = ''] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;]*))/i.exec(parameters) ?? [];
  const relations = (quoted ?? plain).toLowerCase().split(/\s+/).filter(Boolean);
  return relations.length > 0 && relations.every((relation) => QUIET_RELATIONS.has(relation));
}
