import { thirdPartiesIn } from '@permesso/consent-core/content';
import type { RichText, TextFormat } from './rich-text';
import { htmlOf } from './text-html';

/** What one field of an entry would load from others. */
export interface FieldEmbeds {
  /** As roles name it: an attribute, or with a dot one of a component. Zones are one field. */
  field: string;
  addresses: EmbedAddress[];
}

export interface EmbedAddress {
  /** With its port; an empty text stands for code that names no host, and for what cannot be read. */
  host: string;
  path: string;
}

/** No host of a tracker has a longer path. */
const LONGEST_PATH = 255;

/** So many addresses of one host and field are told apart, and so many hosts. */
const MOST_PATHS = 50;
const MOST_HOSTS = 500;

const UNNAMED: EmbedAddress = { host: '', path: '' };

/** A text, and the field that it stands in. */
interface FoundText {
  field: string;
  text: unknown;
  format: TextFormat;
}

/**
 * What an entry would load from others, field by field; only fields that would load something.
 *
 * @param own hosts that are the site's own
 * @param mayRead whether a field may be looked at
 */
export function embedsOf(
  entry: object,
  richText: RichText,
  own: readonly string[],
  mayRead: (field: string) => boolean = () => true,
): FieldEmbeds[] {
  const found = new Map<string, Map<string, Map<string, EmbedAddress>>>();
  for (const { field, text, format } of textsOf(entry, richText)) {
    if (!mayRead(field)) continue;
    const hosts = found.get(field) ?? new Map<string, Map<string, EmbedAddress>>();
    found.set(field, hosts);
    for (const address of addressesOf(text, format, own)) {
      const paths = hosts.get(address.host) ?? new Map<string, EmbedAddress>();
      if (paths.size < MOST_PATHS) paths.set(address.path, address);
      if (hosts.size < MOST_HOSTS) hosts.set(address.host, paths);
    }
  }
  return [...found].flatMap(([field, hosts]) => {
    const addresses = [...hosts.values()].flatMap((paths) => [...paths.values()]);
    return addresses.length > 0 ? [{ field, addresses }] : [];
  });
}

function addressesOf(text: unknown, format: TextFormat, own: readonly string[]): EmbedAddress[] {
  try {
    const html = htmlOf(text, format);
    if (html === null) return [UNNAMED];
    const { addresses, unnamed } = thirdPartiesIn(html, { own });
    const named = addresses.map(({ host, pathname }) => ({ host, path: pathname.slice(0, LONGEST_PATH) }));
    return unnamed ? [...named, UNNAMED] : named;
  } catch {
    // What no parser can read, such as blocks within a hundred thousand others, is nobody's business to trust.
    return [UNNAMED];
  }
}

function* textsOf(
  entry: object,
  { texts, components, zones }: RichText,
  before = '',
  zone?: string,
): Generator<FoundText> {
  const value = (name: string): unknown => Reflect.get(entry, name);
  const fieldOf = (name: string) => zone ?? `${before}${name}`;
  for (const [name, format] of Object.entries(texts)) {
    yield { field: fieldOf(name), text: value(name), format };
  }
  for (const [name, one] of Object.entries(components)) {
    for (const part of partsOf(value(name))) yield* textsOf(part, one, `${before}${name}.`, zone);
  }
  for (const [name, some] of Object.entries(zones)) {
    for (const part of partsOf(value(name))) {
      const one = some[String(Reflect.get(part, '__component'))];
      if (one) yield* textsOf(part, one, '', fieldOf(name));
    }
  }
}

/** One component or several. */
const partsOf = (value: unknown): object[] =>
  [value].flat().filter((part): part is object => typeof part === 'object' && part !== null);
