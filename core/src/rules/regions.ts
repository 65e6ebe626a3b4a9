import type { CategoryPurpose, ConsentModel, LegalProposal, OtherBasis } from '../contract/config.ts';

/** What one region's law asks for. */
export interface RegionRow {
  /** A country (`US`), a region of one (`US-CA`), or `EEA`. */
  region: string;
  model: ConsentModel;
  /** Why: the law or authority the row rests on. */
  law: string;
  /** `YYYY-MM-DD`: the row counts from 00:00 UTC of this day. */
  effectiveFrom?: string;
}

/** What a purpose may rest on in a region whose law is opt-in, where that is not consent. Which model holds there is said by the rows of models alone. */
export interface BasisRow extends Omit<RegionRow, 'model'> {
  purpose: CategoryPurpose;
  basis: OtherBasis;
  /** It is no law yet: the row counts where the site applies this proposal. */
  proposal?: LegalProposal;
}

/** For how long who refused is left alone in a region, where the law says so. */
export interface RefusalRow extends Omit<RegionRow, 'model'> {
  /** Months of 30.4375 days. */
  months: number;
  /** Whether a material change may ask earlier. */
  asksAfterChange: boolean;
  proposal?: LegalProposal;
}

const codes = (text: string): readonly string[] => text.split(' ');

/** The European Economic Area: the 27 members of the EU, Iceland, Liechtenstein and Norway. */
export const EEA_COUNTRIES: readonly string[] = /* @__PURE__ */ codes(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO',
);

/** The 50 states and the District of Columbia. */
export const US_STATES: readonly string[] = /* @__PURE__ */ codes(
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND ' +
    'OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY',
);

const rows = (regions: string, model: ConsentModel, law: string, effectiveFrom?: string): RegionRow[] =>
  codes(regions).map((region) => ({ region, model, law, ...(effectiveFrom && { effectiveFrom }) }));

/**
 * The built-in table; of two rows for one region the later counts. "Not verified" marks rows where sources
 * disagree or the law was not read in the original. Not legal advice: every row can be overridden.
 */
export const DEFAULT_JURISDICTION_OVERRIDES: readonly RegionRow[] = /* @__PURE__ */ (() => [
  ...rows('EEA', 'opt-in', 'ePrivacy Directive art. 5(3), GDPR'),
  ...rows(
    'AX GF GP MQ MF RE YT BL NC PF PM WF SJ GI GG JE IM MC SM AD VA',
    'opt-in',
    'Territory that geolocation reports on its own, with law like that of the EU (not verified)',
  ),
  ...rows(
    'GB',
    'opt-in',
    'PECR; since 5 February 2026 statistics and appearance may rest on a right to object',
  ),
  ...rows('CH', 'opt-in', 'Telecommunications Act art. 45c; Google asks for consent as in the EU'),
  ...rows('BR', 'opt-in', 'LGPD, ANPD guide on cookies of 2022'),
  ...rows('CA-QC', 'opt-in', 'Law 25'),
  ...rows('CA', 'opt-in', 'PIPEDA allows implied consent; opt-in is the safe choice'),
  ...rows(
    'TR TH VN NG AR ZA CN ID SA AE KE',
    'opt-in',
    'Data protection law that asks for consent (not verified)',
  ),
  ...rows('IN', 'notice', 'Digital Personal Data Protection Act, until its rules apply'),
  ...rows('IN', 'opt-in', 'Digital Personal Data Protection Rules', '2027-05-14'),
  ...rows('CL', 'notice', 'Ley 19.628, until its reform applies'),
  ...rows('CL', 'opt-in', 'Ley 21.719', '2026-12-01'),
  ...rows('KR MX', 'opt-out', 'Data protection law that lets the visitor object (not verified)'),
  ...rows('JP AU NZ SG IL', 'notice', 'Data protection law that asks for notice'),
  ...rows('US', 'opt-out', 'Comprehensive privacy laws of 19 states; Global Privacy Control honoured in all'),
])();

/** Rows to append where the site wants consent first in the United States too. */
export const US_STRICT_OVERRIDES: readonly RegionRow[] = /* @__PURE__ */ rows(
  'US',
  'opt-in',
  'Litigation under state wiretap laws: consent before any tracker',
);

const basisRows = (
  regions: string,
  purposes: readonly CategoryPurpose[],
  basis: OtherBasis,
  law: string,
  rest: Pick<BasisRow, 'effectiveFrom' | 'proposal'> = {},
): BasisRow[] =>
  codes(regions).flatMap((region) => purposes.map((purpose) => ({ region, purpose, basis, law, ...rest })));

/**
 * Where a purpose need not rest on consent. Of two rows for one region and purpose the later counts; a category without a purpose
 * rests on consent everywhere.
 */
export const DEFAULT_BASES: readonly BasisRow[] = /* @__PURE__ */ (() => [
  ...basisRows(
    'EEA',
    ['audience-measurement'],
    'exempt',
    'Proposal COM(2025) 837 of 19 November 2025, GDPR art. 88a(3)(c): aggregated, by the site for its own use. No law yet',
    { proposal: 'eu-digital-omnibus' },
  ),
  ...basisRows(
    'FR GP GF MQ RE YT',
    ['audience-measurement'],
    'exempt',
    'Loi Informatique et Libertés art. 82; CNIL, guidelines 2020-091 of 17 September 2020, art. 5',
  ),
  ...basisRows(
    'ES',
    ['audience-measurement'],
    'exempt',
    'LSSI art. 22.2; AEPD, guide on cookies for audience measurement of January 2024',
  ),
  ...basisRows(
    'IT',
    ['audience-measurement'],
    'exempt',
    'Codice privacy art. 122; Garante, guidelines of 10 June 2021: with shortened addresses, for one site alone',
  ),
  ...basisRows(
    'NL',
    ['audience-measurement'],
    'exempt',
    'Telecommunicatiewet art. 11.7a(3)(b): quality and effectiveness of the service, with little or no effect on privacy',
  ),
  ...basisRows(
    'GB',
    ['audience-measurement', 'statistics', 'appearance'],
    'objection',
    'PECR sch. A1, inserted by the Data (Use and Access) Act 2025, s. 112; in force by SI 2026/82',
    { effectiveFrom: '2026-02-05' },
  ),
])();

/** For how long, in months, a refusal is not asked again where no row and no setting says otherwise. */
export const DEFAULT_REFUSAL_MONTHS = 6;

/** Where the law says for how long who refused is left alone. A site may wait longer. */
export const DEFAULT_REFUSALS: readonly RefusalRow[] = [
  {
    region: 'US-CA',
    months: 12,
    asksAfterChange: false,
    law: 'California Civil Code 1798.135(c)(4): no asking to opt in again for 12 months',
  },
  {
    region: 'EEA',
    months: 6,
    asksAfterChange: false,
    law: 'Proposal COM(2025) 837 of 19 November 2025, GDPR art. 88a(4): not for the same purpose. No law yet',
    proposal: 'eu-digital-omnibus',
  },
];
