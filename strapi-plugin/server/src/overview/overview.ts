import type { ConsentVersions } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { getEvidenceStore } from '../evidence';
import { sealingProblems } from '../evidence/sealing/problems';
import { keysOfEnvironment } from '../evidence/sealing/signers';
import { isOneOfSeveral } from '../http/limiting-instances';
import { getPluginOptions } from '../options';
import { readRegister } from '../processors/processor-register';
import { lostConfiguration, lostRelease } from '../releases/lost-configuration';
import { type FindingDay, findingDays, scanWarnings } from '../scan/warnings';
import { effectiveSettings } from '../settings/service';
import { lastProbe } from '../signals/job';
import type { SignalProbe } from '../signals/probe';
import { newestOf } from '../tcf/kept-lists';
import { tcfDatabase } from '../tcf/refresh';
import { CONFIGURATION_UID, UIDS } from '../uids';
import { getVersionsService } from '../versions/service';
import { assessmentWarnings } from './assessment-warnings';
import { catalogueWarnings } from './catalogue-warnings';
import type { LegalPageText } from './legal-page-warnings';
import { sealWarnings } from './seal-warnings';
import { signalWarnings } from './signal-warnings';
import { type ConsentStatistics, readStatistics, shownDays } from './statistics';
import { vendorListWarnings } from './vendor-list-warnings';
import { asWarning, type ConsentWarning, type WarningInParts } from './warning';
import { warningsOf } from './warnings';

/** The numbers and warnings of the dashboard (K). */
export interface ConsentOverview<Warning = ConsentWarning> extends ConsentStatistics {
  enabled: boolean;
  versions: ConsentVersions;
  /** When what is published now was first served, as ISO 8601; null before any visitor was. */
  changedAt: string | null;
  warnings: Warning[];
}

export interface OverviewOptions {
  now?: Date;
}

/** Everything that the dashboard shows. Numbers come from the daily counts and survive the purge. */
export async function getConsentOverview(
  strapi: Core.Strapi,
  options: OverviewOptions = {},
): Promise<ConsentOverview> {
  const {
    warnings,
    findings: _shownInTheAdmin,
    signal: _shownThereToo,
    ...overview
  } = await overviewInParts(strapi, options);
  return { ...overview, warnings: warnings.map(asWarning) };
}

/** The same as the admin shows it. */
export interface OverviewInParts extends ConsentOverview<WarningInParts> {
  /** The shown days on which scans found something new. */
  findings: FindingDay[];
  /** Whether the site honours Global Privacy Control; null where that was never tested. */
  signal: SignalProbe | null;
}

export async function overviewInParts(
  strapi: Core.Strapi,
  { now = new Date() }: OverviewOptions = {},
): Promise<OverviewInParts> {
  const { source, content, versions } = await getVersionsService(strapi).published();
  const options = getPluginOptions(strapi);
  const settings = await effectiveSettings(strapi);
  const register = options.processors ? await readRegister(strapi, source) : null;
  const signal = await lastProbe(strapi);
  const lost = await lostRelease(strapi);
  const warnings = warningsOf({
    ...content,
    effective: settings,
    processors: register?.processors ?? null,
    legalPages: options.legalPages ? await legalPages(strapi) : [],
    operation: {
      isPurgePlanned: options.jobs.purge !== false,
      isSealKeyKept: isSealKeyKept(strapi),
      isLimitPerInstance: await isOneOfSeveral(strapi),
    },
  });
  return {
    enabled: settings.enabled,
    versions,
    changedAt: await firstServed(strapi, versions.policyVersion),
    ...(await readStatistics(strapi, now)),
    warnings: [
      ...(lost === null ? [] : [lostWarning(lost)]),
      ...warnings,
      ...catalogueWarnings(content, now),
      ...assessmentWarnings(content, now),
      ...signalWarnings(signal, now),
      ...(options.seal.enabled
        ? sealWarnings(await getEvidenceStore(strapi).leaves.backlog(), await sealingProblems(strapi), now)
        : []),
      ...(options.tcf
        ? vendorListWarnings(await newestOf(tcfDatabase(strapi), 'list'), options.tcf.vendorListUrl, now)
        : []),
      ...(await scanWarnings(strapi, now)),
    ],
    findings: await findingDays(strapi, shownDays(now)),
    signal,
  };
}

const lostWarning = (number: number): WarningInParts => ({
  code: 'configuration-lost',
  message: lostConfiguration(number),
  subject: `Release ${number}`,
  uid: CONFIGURATION_UID,
});

/** In development nobody else can write where it stands. */
const isSealKeyKept = (strapi: Core.Strapi): boolean =>
  getPluginOptions(strapi).seal.enabled &&
  strapi.config.get('environment') === 'production' &&
  keysOfEnvironment(strapi) === null;

async function firstServed(strapi: Core.Strapi, policyVersion: string): Promise<string | null> {
  const served = await getEvidenceStore(strapi).snapshots.ofPolicy(policyVersion);
  return served.at(-1)?.firstServedAt.toISOString() ?? null;
}

/** The drafts, which an editor sees and can mend, before what visitors read until the draft is published. */
async function legalPages(strapi: Core.Strapi): Promise<LegalPageText[]> {
  const rows = (await strapi.db.query(UIDS.legalPage).findMany({
    select: ['documentId', 'title', 'kind', 'locale', 'content', 'publishedAt'],
    orderBy: { id: 'asc' },
  })) as LegalPageText[];
  return [...rows].sort((a, b) => Number(Boolean(a.publishedAt)) - Number(Boolean(b.publishedAt)));
}
