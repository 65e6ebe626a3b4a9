/** What runs in a page, for whoever adapts it to a framework: the page's one store, its parts, and its router. */
export { awaitedStore, whenStore } from './awaited-store.ts';
export { keepBanner } from './banner-upkeep.ts';
export { withContent } from './config-content.ts';
export { followConsentMode } from './consent-mode-updates.ts';
export { doAsAsked } from './control-actions.ts';
export { attachControls } from './controls.ts';
export { isExecutable, isModule } from './gate-scripts.ts';
export { onGrant } from './grants.ts';
export { arriveAtPage, leavePage, markScripts, preparePage } from './navigation.ts';
export { type Page, type PageFacts, type Parts, page, type RecordHold, withPart } from './page-state.ts';
export { adoptStore, pageStore, reflect } from './page-store.ts';
export { completeUnsent } from './unsent-records.ts';
export { keepingDraft } from './visitor-config.ts';
