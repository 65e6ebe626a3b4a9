/**
 * Of services that pages embed: the page that an embed is by itself, for most players and maps show less, or nothing, outside of a frame;
 * and the embed of such a page.
 */
import { isWebAddress } from '../../contract/safe-html.ts';

interface Original {
  host: RegExp;
  path: RegExp;
  /** @param match of the path; null where the address does not say it */
  address(match: RegExpExecArray, address: URL): string | null;
}

const GOOGLE_MAPS = /^((www|maps)\.)?google\.(com|[a-z]{2}|com?\.[a-z]{2})$/;

const ORIGINALS: readonly Original[] = [
  {
    host: /^(www\.|m\.)?youtube(-nocookie)?\.com$/,
    path: /^\/embed\/(?!videoseries$)([\w-]+)$/,
    address: ([, id], { searchParams }) => {
      const start = /^\d+$/.exec(searchParams.get('start') ?? '');
      return `https://www.youtube.com/watch?v=${id}${start ? `&t=${start[0]}s` : ''}`;
    },
  },
  {
    host: /^(www\.|m\.)?youtube(-nocookie)?\.com$/,
    path: /^\/embed\/videoseries$/,
    address: (_, { searchParams }) => {
      const list = searchParams.get('list');
      return list && `https://www.youtube.com/playlist?list=${encodeURIComponent(list)}`;
    },
  },
  {
    host: /^player\.vimeo\.com$/,
    path: /^\/video\/(\d+)$/,
    address: ([, id], { searchParams }) => {
      const hash = /^\w+$/.exec(searchParams.get('h') ?? '');
      return `https://vimeo.com/${id}${hash ? `/${hash[0]}` : ''}`;
    },
  },
  {
    host: /^(www\.)?dailymotion\.com$/,
    path: /^\/embed(\/video\/\w+)$/,
    address: ([, path]) => `https://www.dailymotion.com${path}`,
  },
  {
    host: /^open\.spotify\.com$/,
    path: /^\/embed(\/\w+\/\w+)$/,
    address: ([, path]) => `https://open.spotify.com${path}`,
  },
  {
    host: /^w\.soundcloud\.com$/,
    path: /^\/player\/?$/,
    address: (_, { searchParams }) => onHost(searchParams.get('url'), /^(www\.|api\.)?soundcloud\.com$/),
  },
  {
    host: GOOGLE_MAPS,
    path: /^\/maps(\/embed(\/v1\/\w+)?)?\/?$/,
    address: (_, { searchParams }) => placeOf(searchParams),
  },
  {
    host: /^(www\.)?openstreetmap\.org$/,
    path: /^\/export\/embed\.html$/,
    address: (_, { searchParams }) => {
      const [, latitude, longitude] = /^(-?[\d.]+),(-?[\d.]+)$/.exec(searchParams.get('marker') ?? '') ?? [];
      return latitude
        ? `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}`
        : 'https://www.openstreetmap.org/';
    },
  },
];

/** The page of what an address embeds, where the address says it; null for all others. */
export function originalOf(address: URL): string | null {
  for (const { host, path, address: original } of ORIGINALS) {
    const match = host.test(address.hostname) ? path.exec(address.pathname) : null;
    if (match) return original(match, address);
  }
  return null;
}

function onHost(address: string | null, host: RegExp): string | null {
  if (!address || !isWebAddress(address) || !URL.canParse(address)) return null;
  return host.test(new URL(address).hostname) ? address : null;
}

/** What a map shows: what was searched for, else the place in its packed parameters, of which Google documents none. */
function placeOf(parameters: URLSearchParams): string | null {
  const [, longitude, latitude] = /!2d(-?[\d.]+)!3d(-?[\d.]+)/.exec(parameters.get('pb') ?? '') ?? [];
  const place = parameters.get('q') || (latitude ? `${latitude},${longitude}` : null);
  return place && `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}

/** What shows a page of a service in a frame of another one. */
export interface Embed {
  address: string;
  /** How wide and high it is, by styles. */
  room: string;
}

interface EmbeddedPage {
  host: RegExp;
  path: RegExp;
  room: string;
  /** @param match of the path; null where the address names nothing that has an embed */
  embed(match: RegExpExecArray, address: URL): string | null;
}

const FILM = 'width:100%;aspect-ratio:16/9';
const MAP = 'width:100%;aspect-ratio:4/3';
const SONG = 'width:100%;height:166px';
const ALBUM = 'width:100%;height:352px';

const YOUTUBE = /^(www\.|m\.|music\.)?youtube(-nocookie)?\.com$/;

const EMBEDDED_PAGES: readonly EmbeddedPage[] = [
  {
    host: YOUTUBE,
    path: /^\/watch$/,
    room: FILM,
    embed: (_, { searchParams }) => filmOnYouTube(searchParams.get('v'), searchParams),
  },
  {
    host: YOUTUBE,
    path: /^\/(?:shorts|live|v)\/([\w-]+)$/,
    room: FILM,
    embed: ([, id], { searchParams }) => filmOnYouTube(id, searchParams),
  },
  {
    host: /^youtu\.be$/,
    path: /^\/([\w-]+)$/,
    room: FILM,
    embed: ([, id], { searchParams }) => filmOnYouTube(id, searchParams),
  },
  {
    host: YOUTUBE,
    path: /^\/playlist$/,
    room: FILM,
    embed: (_, { searchParams }) => {
      const list = searchParams.get('list');
      return list && `https://www.youtube.com/embed/videoseries?list=${encodeURIComponent(list)}`;
    },
  },
  {
    host: /^(www\.)?vimeo\.com$/,
    path: /^\/(?:[\w-]+\/)*?(\d+)(?:\/(\w+))?$/,
    room: FILM,
    embed: ([, id, hash]) => `https://player.vimeo.com/video/${id}${hash ? `?h=${hash}` : ''}`,
  },
  {
    host: /^(www\.)?dailymotion\.com$/,
    path: /^\/video\/(\w+)$/,
    room: FILM,
    embed: ([, id]) => `https://www.dailymotion.com/embed/video/${id}`,
  },
  {
    host: /^open\.spotify\.com$/,
    path: /^(?:\/intl-\w+)?(\/\w+\/\w+)$/,
    room: ALBUM,
    embed: ([, path]) => `https://open.spotify.com/embed${path}`,
  },
  {
    host: /^(www\.)?soundcloud\.com$/,
    path: /^\/[\w-]+\/[\w-]+(\/[\w-]+)?$/,
    room: SONG,
    embed: ([path]) =>
      `https://w.soundcloud.com/player/?url=${encodeURIComponent(`https://soundcloud.com${path}`)}`,
  },
  {
    host: GOOGLE_MAPS,
    path: /^\/maps(?:\/search)?\/?$/,
    room: MAP,
    embed: (_, { searchParams }) => mapOfGoogle(searchParams.get('query') ?? searchParams.get('q')),
  },
  {
    host: GOOGLE_MAPS,
    path: /^\/maps\/(?:place\/([^/]+)|@(-?[\d.]+,-?[\d.]+))/,
    room: MAP,
    embed: ([, place, position]) => mapOfGoogle(position ?? decoded(place!.replaceAll('+', ' '))),
  },
  {
    host: /^(www\.)?openstreetmap\.org$/,
    path: /^\/$/,
    room: MAP,
    embed: (_, { searchParams }) => mapAround(searchParams.get('mlat'), searchParams.get('mlon')),
  },
];

/** The embed of a page that somebody shared, or of an embed itself; null where its service has none, or is not known here. */
export function embedOf(address: URL): Embed | null {
  for (const { host, path, room, embed } of EMBEDDED_PAGES) {
    const match = host.test(address.hostname) ? path.exec(address.pathname) : null;
    const embedded = match && embed(match, address);
    if (embedded) return { address: embedded, room };
  }
  return originalOf(address) ? { address: address.href, room: FILM } : null;
}

function filmOnYouTube(id: string | null | undefined, parameters: URLSearchParams): string | null {
  if (!id || !/^[\w-]+$/.test(id)) return null;
  const start = /^(\d+)s?$/.exec(parameters.get('t') ?? '');
  return `https://www.youtube.com/embed/${id}${start ? `?start=${start[1]}` : ''}`;
}

const mapOfGoogle = (place: string | null) =>
  place && `https://www.google.com/maps?q=${encodeURIComponent(place)}&output=embed`;

/** About two kilometres around a place, which is what a street with its neighbours needs. */
function mapAround(latitude: string | null, longitude: string | null): string | null {
  if (!isNumber(latitude) || !isNumber(longitude)) return null;
  const [north, east] = [Number(latitude), Number(longitude)];
  const corners = [east - 0.01, north - 0.01, east + 0.01, north + 0.01].map((degrees) => degrees.toFixed(4));
  return `https://www.openstreetmap.org/export/embed.html?bbox=${corners.join(',')}&marker=${latitude},${longitude}`;
}

const isNumber = (text: string | null): text is string => /^-?\d+(\.\d+)?$/.test(text ?? '');

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
