/** Sites by what they tell Google's Consent Mode. */
import { declaring, TRACKERS } from '../declared';
import { pixel } from '../pages';
import { exempting, type SeededSite, stats } from './parts';

const GOOGLE = declaring([
  ...TRACKERS,
  {
    ...stats,
    id: 'ga',
    name: 'Google Analytics',
    cookies: [],
    loader: {
      ...stats.loader!,
      src: 'https://www.googletagmanager.com/gtag/js?id=G-1',
      consentModeManaged: true,
    },
  },
]);
const GOOGLE_EXEMPT = exempting(GOOGLE);
const LAYER = 'window.dataLayer = window.dataLayer || []; function gtag() { dataLayer.push(arguments); }';
const DENIED = `gtag('consent', 'default', { ad_storage: 'denied', analytics_storage: 'denied' });`;
const REPORT = (gcs: string) => pixel(`https://www.google-analytics.com/g/collect?v=2&gcs=${gcs}`);

export const CONSENT_MODE: readonly SeededSite[] = [
  {
    that: 'reports to Google without a default',
    parts: { always: REPORT('') },
    visits: ['no-choice'],
    declared: GOOGLE,
    finds: ['C503 default'],
  },
  {
    that: 'tells Google the default after the first report',
    parts: { always: `${LAYER} ${REPORT('G100')} setTimeout(() => { ${DENIED} }, 50);` },
    visits: ['no-choice'],
    declared: GOOGLE,
    finds: ['C503 default'],
  },
  {
    that: 'tells Google that all is granted',
    parts: { always: `${LAYER} ${DENIED} ${REPORT('G111')}` },
    visits: ['no-choice'],
    declared: GOOGLE,
    finds: ['C504 granted'],
  },
  {
    that: 'tells Google that what is exempt is on',
    parts: { always: `${LAYER} ${DENIED} setTimeout(() => { ${REPORT('G101')} }, 50);` },
    visits: ['no-choice'],
    declared: GOOGLE_EXEMPT,
    finds: [],
  },
  {
    that: 'tells Google that more than what is exempt is on',
    parts: { always: `${LAYER} ${DENIED} setTimeout(() => { ${REPORT('G111')} }, 50);` },
    visits: ['no-choice'],
    declared: GOOGLE_EXEMPT,
    finds: ['C504 granted'],
  },
  {
    that: 'tells Google that what is exempt is on where it was refused',
    parts: { always: `${LAYER} ${DENIED} setTimeout(() => { ${REPORT('G101')} }, 50);` },
    visits: ['reject'],
    declared: GOOGLE_EXEMPT,
    finds: ['C504 granted'],
  },
  {
    that: 'tells Google the truth',
    parts: { always: `${LAYER} ${DENIED} setTimeout(() => { ${REPORT('G100')} }, 50);` },
    visits: ['no-choice'],
    declared: GOOGLE,
    finds: [],
  },
];
