import type { PageTexts } from '../client/texts.ts';
import { inertJson } from '../head/inert-json.ts';
import type { ConsentLocals } from '../server/locals.ts';

/**
 * What the preferences say and the page's head leaves out, for the dialog of a visitor who is asked: so it opens without
 * a request. Nothing for others, who seldom open it and ask then. It stands at the end of the page, where it holds up
 * nothing.
 */
export function pageTexts({ config, visitor, view, payload }: ConsentLocals): string {
  if (!config || !visitor || view !== 'banner' || !payload.base) return '';
  const { categories, trackers, banner } = config;
  const { title, description, labels } = banner;
  const texts: PageTexts = {
    key: payload.key,
    config: {
      categories: categories.map((category) => ({
        label: category.label,
        description: category.description,
      })),
      trackers: trackers.map(({ name, vendor, vendorPrivacyUrl, purpose, cookies }) => ({
        name,
        vendor,
        vendorPrivacyUrl,
        purpose,
        cookies: cookies?.map(({ durationText, description: use }) => ({ durationText, description: use })),
      })),
      banner: { title, description, labels },
    },
  };
  return `<script type="application/json" data-consent-texts>${inertJson(texts)}</script>`;
}
