/** The server's half of consent, for any runtime with `Request` and `Response`. */
export { apiAddress } from '../contract/api-address.ts';
export type { ConsentTheme } from '../ui/theme.ts';
export { setsCookies, withAllowedCookies } from './answer-cookies.ts';
export { fetchConfig } from './cms-requests.ts';
export {
  bannerRoomScript,
  earlyRequestScript,
  gateOpenerScript,
  gppStubScript,
  headSnippet,
  storageGuardScript,
  tcfStubScript,
} from './inline-scripts.ts';
export type { ConsentCookies, CreateSiteOptions, TcfSiteOptions } from './options.ts';
export { type ConfigModule, type ConfigQuery, type OwnConfig, withLabels } from './options.ts';
export { isPage, privateAnswer, unkeptAnswer, visitAnswer, withHead } from './page-answers.ts';
export { inertJson } from './page-payload.ts';
export type { Preview } from './preview.ts';
export { errorResponse, returnPath } from './route-request.ts';
export { createSite, type PageFacts, type RequestFacts, type Site, type SiteRoute } from './site.ts';
export type { OwnTexts, Speech } from './speech.ts';
export type { TcfAnswer } from './tcf-lists.ts';
export { Visit, type VisitState } from './visit.ts';
export type { PlatformPlace } from './visitor-request.ts';
export {
  type CookieSource,
  cookieValue,
  gpcFromHeaders,
  MODEL_HEADER,
  type ReadConsent,
  readConsent,
  rememberDoubles,
} from './visitor-request.ts';
