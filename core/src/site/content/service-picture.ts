import type { Visit } from '../visit.ts';
import { type GateHtmlOptions, ownersFor } from './gate-html.ts';
import { pictureStyle } from './picture-style.ts';

/**
 * How a placeholder shows the picture that the CMS has for a service, as a text of CSS; undefined where it has none, or that lies on no host of the
 * site's own: nobody else is asked before consent.
 *
 * @param service its key
 */
export function servicePictureStyle(
  service: string,
  visit: Visit,
  options: Pick<GateHtmlOptions, 'own'> = {},
): string | undefined {
  const trackers = visit.config?.trackers.filter(({ key }) => key === service) ?? [];
  const address = ownersFor(visit, options).pictureOf(trackers);
  return address ? pictureStyle(address) : undefined;
}
