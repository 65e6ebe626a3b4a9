/** Where an embed is by itself: most players and maps say so in their address, and show less, or nothing, outside of a frame. */
import { isWebAddress } from '../../contract/safe-html.ts';

interface Original {
  host: RegExp;
  path: RegExp;
  /** @param match of the path; null where the address does not say it */
  address(match: RegExpExecArray, address: URL): string | null;
}

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
    host: /^((www|maps)\.)?google\.(com|[a-z]{2}|com?\.[a-z]{2})$/,
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
