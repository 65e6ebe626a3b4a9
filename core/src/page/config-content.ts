import type { PendingConfig } from '../contract/config.ts';
import type { ConfigContent, PagePayload } from '../contract/payload.ts';
import { page, tellPage, withPart } from './page-state.ts';

/**
 * Goes on when the configuration says all that it has to say, or when the rest of it was asked for and did not come; at once
 * where nothing is missing. A page carries what decides before its first paint; trackers and texts are in a file that
 * never changes.
 */
export function withContent(use: () => void): void {
  const current = page();
  const payload = current.facts?.payload;
  if (!payload?.content) {
    use();
    return;
  }
  current.asking ??= readContent(payload).finally(() => {
    current.asking = null;
  });
  // Client-side navigation may have put another page in place meanwhile, whose content is another.
  void current.asking.then(() => (page().facts?.payload === payload ? use() : withContent(use)));
}

async function readContent(payload: PagePayload): Promise<void> {
  try {
    const response = await fetch(payload.content!);
    if (!response.ok || !payload.config) return;
    const content: ConfigContent = await response.json();
    complete(payload.config, content);
    delete payload.content;
    tellPage();
    // Once: while a site is being replaced its instances may not agree on a configuration.
    if (content.standIn && !payload.asked) withPart('visitor', (part) => part.renewConfig());
  } catch {
    // Whoever needs it next asks again; without it no tracker runs.
  }
}

/** By their keys: where a site is being replaced the file may be that of its next configuration. */
function complete(config: PendingConfig, { categories, trackers, banner }: ConfigContent): void {
  for (const category of config.categories) {
    Object.assign(
      category,
      categories.find(({ key }) => key === category.key),
    );
  }
  config.trackers = trackers;
  Object.assign(config.banner, banner);
}
