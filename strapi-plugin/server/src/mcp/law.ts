import {
  basisRow,
  CATEGORY_PURPOSES,
  DEFAULT_JURISDICTION_OVERRIDES,
  EEA_COUNTRIES,
  explainJurisdiction,
  LEGAL_PROPOSALS,
  type LegalProposal,
  refusalRow,
} from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { getPluginOptions } from '../options';
import { effectiveSettings } from '../settings/service';

/** What is proposed and no law yet, and whether this site applies it all the same. */
export const proposalsHere = (strapi: Core.Strapi): { proposal: LegalProposal; isApplied: boolean }[] => {
  const { proposals } = getPluginOptions(strapi).jurisdiction;
  return LEGAL_PROPOSALS.map((proposal) => ({ proposal, isApplied: proposals.includes(proposal) }));
};

/** What the law of a place says, and what this site makes of it. */
export async function lawOf(
  strapi: Core.Strapi,
  { country, region = null }: { country: string; region?: string | null | undefined },
) {
  const { jurisdiction, expiresAfterMonths, reaskRefusalAfterMonths } = await effectiveSettings(strapi);
  const { proposals } = getPluginOptions(strapi).jurisdiction;
  const place = { country, region, ...jurisdiction };
  const { model, row, reason } = explainJurisdiction(place);
  const [bases, refusal] = rulesOf({ ...place, proposals });
  const today = new Date().toISOString().slice(0, 10);
  const laterRows = [...DEFAULT_JURISDICTION_OVERRIDES, ...jurisdiction.overrides].filter(
    (one) => isIn(country.toUpperCase(), one.region) && (one.effectiveFrom ?? '') > today,
  );
  return {
    model,
    reason,
    row: row && { ...row },
    laterRows: laterRows.map((one) => ({ ...one })),
    fallback: jurisdiction.fallback,
    bases: bases.map((one) => ({ ...one })),
    refusal: {
      askedAgainAfterMonths: Math.max(expiresAfterMonths, reaskRefusalAfterMonths, refusal?.months ?? 0),
      changeMayAskEarlier: refusal?.asksAfterChange ?? true,
      row: refusal && { ...refusal },
    },
    proposals: proposalsHere(strapi).map(({ proposal, isApplied }) => ({
      proposal,
      isApplied,
      rows: rulesOf({ ...place, proposals: [proposal] })
        .flat()
        .flatMap((rule) => (rule?.proposal === proposal ? [{ ...rule }] : [])),
    })),
  };
}

/** What purposes rest on where that is not consent, and for how long who refused is left alone. */
function rulesOf(input: Parameters<typeof refusalRow>[0]) {
  const bases = CATEGORY_PURPOSES.flatMap((purpose) => basisRow(input, purpose) ?? []);
  return [bases, refusalRow(input)] as const;
}

const isIn = (country: string, region: string): boolean =>
  region === 'EEA' ? EEA_COUNTRIES.includes(country) : region.slice(0, 2).toUpperCase() === country;
