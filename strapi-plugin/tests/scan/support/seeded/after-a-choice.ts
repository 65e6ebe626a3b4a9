/** Sites that follow, or do not, what a visitor decided or the browser signals. */
import { declaring, payloadOf } from '../declared';
import { pixel } from '../pages';
import {
  ADS,
  ads,
  choice,
  exempting,
  FORGET_STATS,
  OPT_OUT,
  type SeededSite,
  STATS,
  stats,
  WORKING,
} from './parts';

/** Two services of one category, each with its switch. */
const BY_SERVICE = {
  payload: payloadOf(
    [
      { ...stats, key: 'counter', categoryKey: 'marketing' },
      { ...ads, key: 'pixel' },
    ],
    { granularity: 'service' },
  ),
  toggles: `
    <label><input type="checkbox" name="category" data-consent-toggle="marketing"> Marketing</label>
    <label><input type="checkbox" name="service" data-consent-toggle="counter"> Counter</label>
    <label><input type="checkbox" name="service" data-consent-toggle="pixel"> Pixel</label>`,
};

export const AFTER_A_CHOICE: readonly SeededSite[] = [
  // After a refusal.
  {
    that: 'loads statistics after a refusal',
    parts: { refused: STATS },
    visits: ['no-choice', 'reject'],
    finds: ['C102 _st', 'C102 stats.example'],
  },
  {
    that: 'writes to storage after a refusal',
    parts: { refused: `localStorage.setItem('seg', '1');` },
    visits: ['reject'],
    declared: declaring([choice, { ...stats, cookies: [{ name: 'seg', storage: 'localStorage' }] }]),
    finds: ['C102 seg'],
  },
  { that: 'refuses as it was told', parts: WORKING, visits: ['no-choice', 'reject'], finds: [] },

  // After a withdrawal.
  {
    that: 'keeps a cookie after the withdrawal',
    parts: { granted: { analytics: STATS } },
    visits: ['withdraw'],
    finds: ['C103 _st'],
  },
  {
    that: 'asks a tracker after the withdrawal',
    parts: {
      granted: { marketing: pixel('https://ads.example/pixel') },
      refused: pixel('https://ads.example/goodbye'),
    },
    visits: ['withdraw'],
    declared: declaring([choice, { ...ads, cookies: [] }]),
    finds: ['C103 ads.example'],
  },
  {
    that: 'forgets all of it with the withdrawal',
    parts: { granted: { analytics: STATS }, withdrawn: FORGET_STATS },
    visits: ['withdraw'],
    finds: [],
  },

  // Global Privacy Control.
  {
    that: 'does not hear Global Privacy Control',
    parts: { always: STATS },
    visits: ['gpc'],
    declared: OPT_OUT,
    finds: ['C104 _st', 'C104 stats.example'],
  },
  {
    that: 'hears Global Privacy Control',
    parts: { always: `if (!navigator.globalPrivacyControl) { ${STATS} }` },
    visits: ['gpc'],
    declared: OPT_OUT,
    finds: [],
  },
  {
    that: 'does not hear Global Privacy Control for what is on without consent',
    parts: { always: STATS },
    visits: ['gpc'],
    declared: exempting(declaring()),
    finds: ['C104 _st', 'C104 stats.example'],
  },
  {
    that: 'does not hear Global Privacy Control in California',
    parts: { always: STATS },
    visits: ['gpc'],
    declared: declaring(),
    options: { places: [{ country: 'US', region: 'CA' }] },
    finds: ['C104 _st', 'C104 stats.example'],
  },

  // One category alone.
  {
    that: 'loads advertising with statistics',
    parts: { granted: { analytics: STATS + ADS }, payload: payloadOf([stats, ads]) },
    visits: ['category'],
    declared: null,
    finds: ['C105 ads.example', 'C105 uid'],
  },
  {
    that: 'loads advertising from a host that its statistics declare too',
    parts: {
      granted: { analytics: STATS, marketing: STATS },
      payload: payloadOf([stats, { ...stats, id: 'second', name: 'Second', categoryKey: 'marketing' }]),
    },
    visits: ['category'],
    declared: null,
    finds: [],
  },
  {
    that: 'has a box of a service ticked in advance, which the visit for another category unticks',
    parts: {
      granted: { counter: STATS, marketing: ADS },
      payload: payloadOf([{ ...stats, key: 'counter' }, ads]),
      toggles: `
        <label><input type="checkbox" name="service" data-consent-toggle="counter" checked> Counter</label>
        <label><input type="checkbox" name="category" data-consent-toggle="marketing"> Marketing</label>`,
    },
    visits: ['category'],
    declared: null,
    finds: ['C306 ticked'],
  },
  // One service alone.
  {
    that: 'loads one service with another of its category',
    parts: { granted: { counter: STATS, pixel: STATS + ADS }, ...BY_SERVICE },
    visits: ['service'],
    declared: null,
    finds: ['C106 _st', 'C106 stats.example'],
  },
  {
    that: 'loads one service, whose cookie and host another one of its category declares too',
    parts: {
      granted: { counter: STATS, pixel: STATS + ADS },
      ...BY_SERVICE,
      payload: payloadOf(
        [
          { ...stats, key: 'counter', categoryKey: 'marketing' },
          { ...stats, id: 'second', name: 'Second', key: 'pixel', categoryKey: 'marketing' },
          { ...ads, key: 'images' },
        ],
        { granularity: 'service' },
      ),
    },
    visits: ['service'],
    declared: null,
    finds: ['C106 ads.example', 'C106 uid'],
  },
  {
    that: 'loads what each service grants',
    parts: { granted: { counter: STATS, pixel: ADS }, ...BY_SERVICE },
    visits: ['service'],
    declared: null,
    finds: [],
  },
  {
    that: 'loads what each category grants',
    parts: { ...WORKING, payload: payloadOf([stats, ads]) },
    visits: ['category'],
    declared: null,
    finds: [],
  },
];
