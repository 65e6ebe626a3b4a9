import { type PreferencesInput, preferencesPage as pageForm, toHtml } from '@permesso/consent-core/ui';
import { routeAddress } from '../server/route-address.ts';

/** The preferences as a form in a page of this site, as HTML. */
export function preferencesPage(
  input: PreferencesInput,
  fields: Record<string, string>,
  back?: string,
): string {
  return toHtml(pageForm({ ...input, action: routeAddress('decide') }, fields, back));
}
