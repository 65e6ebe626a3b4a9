import type { DeviceClass } from '../contract/values.ts';

/** In the order in which they are asked: tablets call themselves mobile, and phones Linux. */
const SIGNS: readonly (readonly [DeviceClass, RegExp])[] = [
  ['tablet', /iPad|Tablet|PlayBook|Silk|Kindle|Android(?!.*Mobile)/i],
  ['phone', /Mobi|iPhone|iPod|Windows Phone/i],
  ['desktop', /Windows NT|Macintosh|X11|CrOS|Linux/],
];

/**
 * The class of the device that a request comes from, and nothing else of it. An iPad that asks for desktop pages says that it
 * is a Macintosh, and is taken for one.
 */
export function deviceClassOf(headers: Pick<Headers, 'get'>): DeviceClass {
  const agent = headers.get('user-agent') ?? '';
  const device = SIGNS.find(([, sign]) => sign.test(agent))?.[0] ?? 'other';
  // Browsers that name no phone any more in their user agent still say that they are one.
  return headers.get('sec-ch-ua-mobile') === '?1' && device !== 'tablet' ? 'phone' : device;
}
