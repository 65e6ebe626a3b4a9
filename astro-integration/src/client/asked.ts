/** What grants something. Whatever else speaks to consent works wherever it stands. */
const GRANTS =
  '[data-consent-action=accept-all],[data-consent-action=save],[data-consent-toggle],[data-consent-allow]';

/** The site's own markup and our parts. Not `data-`: sanitizers leave such attributes in what visitors write. */
const OWN = '[consent-own]';

/** What a control asks for. One that would grant something and is not the site's own only opens the preferences. */
export function askedBy(control: HTMLElement): DOMStringMap {
  return control.matches(GRANTS) && !control.closest(OWN) ? { consentAction: 'customize' } : control.dataset;
}
