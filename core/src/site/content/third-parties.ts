import type { EditContext } from './edits.ts';
import { OverflowingHtml } from './light-tree.ts';
import { withFramesForOembeds } from './oembeds.ts';
import { Owners } from './owners.ts';
import { editsIn } from './readings.ts';

export interface ThirdPartiesOptions {
  /** Hosts that are the site's own, as `cms.example.com` or `*.example.com`. */
  own?: readonly string[];
  /** A whole page, from its doctype on, rather than what stands in one. */
  page?: boolean;
}

/** What a text would load from others. */
export interface ThirdParties {
  /** Each once. Of code the addresses that it names. */
  addresses: URL[];
  /** It holds code that names no address, or what nobody can read: no tracker can answer for that. */
  unnamed: boolean;
}

/** A site that is nobody's: what is relative is the site's own, whoever that is. */
const SITE = { page: 'https://site.invalid/', host: 'site.invalid' };

const NOTHING_WRITTEN: Omit<EditContext, 'owners'> = {
  // Nothing has been gated here, and no content can say that it has: HTML holds no NUL.
  boxes: { write: () => '', mark: '\0', unforged: () => '' },
  visit: { has: () => false },
};

/** Whom `gateHtml` would ask consent for in this HTML: found in the same way, and judged by nobody yet. */
export function thirdPartiesIn(
  html: string,
  { own = [], page: isPage = false }: ThirdPartiesOptions = {},
): ThirdParties {
  const addresses = new Map<string, URL>();
  let unnamed = false;
  const owners = new Owners({
    config: null,
    page: SITE.page,
    own: () => [SITE.host, ...own],
    unknown: 'block',
    ownCode: false,
    warn: () => {},
    foreign(address) {
      if (address) addresses.set(address.href, address);
      else unnamed = true;
    },
  });
  try {
    editsIn(isPage ? html : withFramesForOembeds(html), isPage, { ...NOTHING_WRITTEN, owners });
  } catch (error) {
    if (!(error instanceof OverflowingHtml)) throw error;
    unnamed = true;
  }
  return { addresses: [...addresses.values()], unnamed };
}
