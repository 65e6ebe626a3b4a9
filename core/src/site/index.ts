/** The server's half of consent, for any runtime with `Request` and `Response`. */
export { apiAddress } from '../contract/api-address.ts';
export { privateAnswer } from './cache-headers.ts';
export { fetchConfig } from './cms-requests.ts';
export {
  type CookieSource,
  cookieValue,
  gpcFromHeaders,
  type ReadConsent,
  readConsent,
  rememberDoubles,
} from './cookie-source.ts';
export { isPage, withHead } from './head-injection.ts';
export { bannerRoomScript, gateOpenerScript, headSnippet } from './inline-scripts.ts';
export type { CreateSiteOptions } from './options.ts';
export { returnPath } from './origin.ts';
export { type ConfigModule, type ConfigQuery, type OwnConfig, withLabels } from './own-config.ts';
export { inertJson } from './page-payload.ts';
export type { PlatformPlace } from './place.ts';
export { errorResponse } from './route-answers.ts';
export { createSite, type PageFacts, type RequestFacts, type Site, type SiteRoute } from './site.ts';
export type { OwnTexts, Speech } from './speech.ts';
export { Visit, type VisitState } from './visit.ts';
