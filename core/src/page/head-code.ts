/**
 * What the script of the head has and the parts need, too: they are built without it, and take it from here
 * (`head-code-plugin.ts`). So a page loads each of these once, and there is one function that judges.
 */

export { gtag, signalState } from '../rules/consent-mode-signals.ts';
export { isGrantingAct, MODEL_CODES, SOURCE_CODES } from '../rules/cookie-codes.ts';
export { decodeConsentCookie, getCookieValue } from '../rules/cookie-reading.ts';
export { isCategoryGranted, judgeConsent } from '../rules/judge.ts';
export { sendForm } from './controls.ts';
export { newestConsent, refusalKey } from './newest-decision.ts';
export { onOtherTabs, WRITTEN } from './other-tabs.ts';
export { categoryGrants, page, tellPage, withPart } from './page-state.ts';
export { isOutdated, isPending } from './remembered-payload.ts';
