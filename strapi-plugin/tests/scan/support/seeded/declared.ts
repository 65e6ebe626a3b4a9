/** Sites whose trackers are, or are not, as they declare them. */
import { declaring } from '../declared';
import { cookie, load, pixel } from '../pages';
import { ads, choice, type SeededSite, STATS, stats, WORKING } from './parts';

export const DECLARED: readonly SeededSite[] = [
  {
    that: 'stores what it does not declare',
    parts: { always: cookie('basket') },
    visits: ['no-choice'],
    finds: ['C201 basket'],
  },
  {
    that: 'keeps an undeclared database',
    parts: { always: `indexedDB.open('offline');` },
    visits: ['no-choice'],
    finds: ['C201 offline'],
  },
  {
    that: 'loads a font of a host that it does not declare',
    parts: { granted: { analytics: pixel('https://fonts.gstatic.com/font.gif') } },
    visits: ['accept'],
    declared: declaring([choice]),
    finds: ['C202 fonts.gstatic.com'],
  },
  {
    that: 'asks an undeclared host by a redirect',
    parts: { granted: { marketing: pixel('https://ads.example/to?https://odd.example/') } },
    visits: ['accept'],
    declared: declaring([choice, { ...ads, cookies: [] }]),
    finds: ['C202 odd.example'],
  },
  { that: 'declares all that it uses', parts: WORKING, visits: ['accept'], finds: [] },
  {
    that: 'declares what it no longer uses',
    parts: { granted: { analytics: STATS } },
    visits: ['accept'],
    finds: ['C203 Ads'],
  },
  {
    that: 'keeps a cookie for longer than declared',
    parts: { granted: { analytics: load('https://stats.example/s.js?stores=_st&age=900000') } },
    visits: ['accept'],
    declared: declaring([choice, stats]),
    finds: ['C204 _st'],
  },
  {
    that: 'keeps a cookie for as long as declared',
    parts: { granted: { analytics: load('https://stats.example/s.js?stores=_st&age=3500') } },
    visits: ['accept'],
    declared: declaring([choice, stats]),
    finds: [],
  },
  {
    that: 'declares advertising as necessary',
    parts: {},
    visits: ['no-choice'],
    declared: declaring([
      choice,
      {
        ...ads,
        name: 'Meta Pixel',
        categoryKey: 'necessary',
        loader: { ...ads.loader!, src: 'https://connect.facebook.net/en_US/fbevents.js' },
      },
    ]),
    finds: ['C205 Meta Pixel'],
  },
  {
    that: 'declares advertising as advertising',
    parts: {},
    visits: ['no-choice'],
    declared: declaring([
      choice,
      { ...ads, loader: { ...ads.loader!, src: 'https://connect.facebook.net/en_US/fbevents.js' } },
    ]),
    finds: [],
  },
];
