/** Sites by what they keep of a choice, and when they ask again. */
import { payloadOf } from '../declared';
import { type SeededSite, WORKING } from './parts';

export const KEPT_CHOICE: readonly SeededSite[] = [
  {
    that: 'does not ask again after a change',
    parts: { ...WORKING, payload: payloadOf(), ignoresVersion: true },
    visits: ['returning'],
    declared: null,
    finds: ['C501 asked-again'],
  },
  {
    that: 'asks again after a change',
    parts: { ...WORKING, payload: payloadOf() },
    visits: ['returning'],
    declared: null,
    finds: [],
  },
  {
    that: 'forgets the choice',
    parts: { ...WORKING, forgets: true },
    visits: ['returning'],
    finds: ['C505 choice'],
  },
  {
    that: 'records nothing',
    parts: { ...WORKING, payload: payloadOf(), records: 'none' },
    visits: ['reject'],
    declared: null,
    finds: ['C502 /_consent/records'],
  },
  {
    that: 'is refused its records',
    parts: { ...WORKING, payload: payloadOf(), records: 409 },
    visits: ['reject'],
    declared: null,
    finds: ['C502 /_consent/records'],
  },
  {
    that: 'records each decision',
    parts: { ...WORKING, payload: payloadOf() },
    visits: ['reject', 'accept'],
    declared: null,
    finds: [],
  },
];
