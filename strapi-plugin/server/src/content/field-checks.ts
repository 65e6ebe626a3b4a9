import { isLoadableAddress, TRACKER_HOST } from '@permesso/consent-core';
import { quietPageSchema } from '@permesso/consent-core/schema';
import { z } from 'zod';
import { plainText } from './plain-text';

/** What values of fields must be, whoever gives them: the options, an editor, a file. */

/** Characters that an address may have: what browsers, proxies and servers pass on everywhere. */
export const MOST_OF_ADDRESS = 2048;

/** By the rule of the contract of the config. */
const opensPage = (value: string): boolean => value === '' || isLoadableAddress(value);

/** A page or file of the site or of another; the message says what one must be. */
export const addressOf = (message: string) => plainText.refine(opensPage, message);

/** A whole address of a page, by the rule of the contract; the message says what one must be. */
export const webAddressOf = (message: string) =>
  z.string().refine((value) => value === '' || wholeAddress.safeParse(value).success, message);

const wholeAddress = z.url({ protocol: /^https?$/ });

export const webUrl = webAddressOf('must be a URL that begins with https:// or http://');

/** Some short texts. */
export const texts = z.array(z.string().min(1).max(255)).max(100);

export const address = addressOf('must begin with https://, http:// or /');

/** An event attribute would be a script of its own. */
export const ATTRIBUTE_NAME = /^(?!on)[a-z][a-z0-9-]*$/i;

/** What a tracker's host must be, where it is none (`TRACKER_HOST`). */
export const TRACKER_HOST_FORM =
  'a host without scheme or port, such as "www.example.com", "*.example.com" or "www.example.com/maps"';

export const trackerHost = z.string().max(255).regex(TRACKER_HOST, `must be ${TRACKER_HOST_FORM}`);

/** A wildcard alone would name every cookie that there is. */
export const COOKIE_PATTERN = /^(?!\*+$)/;

export const link = address.max(255);

/** A path as sites are told it: without a slash at the end, and escaped as browsers do it. */
export const quietPath = (path: string): string =>
  new URL(`https://site.invalid${path.replace(/\/$/, '')}`).pathname;

/** A page on which the banner keeps quiet; whoever copies its address may copy the slash at the end. */
export const quietPage = plainText
  .max(255)
  .refine(
    (path) => quietPageSchema.safeParse(path.replace(/\/$/, '')).success,
    'must be a path such as /imprint, or /legal/* for everything below it; the whole site cannot be named',
  );

/** E4: a record names no more; the decisions of visitors about more would all be refused. */
export const MOST_OPTIONAL = 50;

export const TOO_MANY_OPTIONAL = `Visitors can decide about ${MOST_OPTIONAL} categories at most: delete one, or make one required.`;
