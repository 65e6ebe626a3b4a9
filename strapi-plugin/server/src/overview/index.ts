export { type ConsentOverview, getConsentOverview } from './overview';
export type { ConsentWarning, ConsentWarningCode } from './warning';
