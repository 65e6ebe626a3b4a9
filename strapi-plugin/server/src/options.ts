import type { ConsentModel, LegalProposal, RegionRow } from '@permesso/consent-core';
import { DEFAULT_COUNTRY_HEADERS, DEFAULT_REGION_HEADERS } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import type { z } from 'zod';
import type { Severity } from '../../scan/rules/rule';
import { CONSENT_COOKIE } from './catalogue/presets/services';
import type { EvidenceStoreFactory } from './evidence/store';
import { optionErrors } from './options.errors';
import type { PublishMode } from './options.releases';
import {
  type inlineProcessor,
  type inlineTracker,
  optionsSchema,
  processorSeed,
  trackerSeed,
  USERS,
} from './options.schema';
import { type TcfOptions, tcfDefaults } from './options.tcf';
import { PLUGIN_UID } from './uids';
import type { RecordingMode } from './value-lists';

/** What `consentPlugin(...)` takes. Every field has a default; the README lists them. */
export type ConsentPluginOptions = z.input<typeof optionsSchema>;

type ParsedOptions = z.output<typeof optionsSchema>;

/** Content to create once, on the first start, in types that are still empty. */
export type SeedOptions = Exclude<ParsedOptions['seed'], false | undefined>;
/** The company's facts, as the seeded legal documents name them. */
export type CompanyInfo = NonNullable<SeedOptions['company']>;
/** A preset's key, a preset with its variables, or a tracker of your own. */
export type TrackerSeed = z.input<typeof trackerSeed>;
export type ResolvedTrackerSeed = z.output<typeof trackerSeed>;
/** A preset's key, a preset with overrides, or a processor of your own. */
export type ProcessorSeed = z.input<typeof processorSeed>;
export type ResolvedProcessorSeed = z.output<typeof processorSeed>;
export type InlineTracker = z.output<typeof inlineTracker>;
export type InlineProcessor = z.output<typeof inlineProcessor>;

/** The options with every default filled in. */
export interface ResolvedConsentPluginOptions {
  basePath: string;
  usersSlug: typeof USERS | false;
  legalPages: boolean;
  processors: boolean;
  allowedOrigins: string[];
  cookie: { name: string; maxAgeDays: number; domain?: string; sameSite: 'lax' | 'strict' };
  jurisdiction: {
    headers: string[];
    regionHeaders: string[];
    overrides: RegionRow[];
    fallback: ConsentModel;
    trustProxy: boolean;
    /** Rules that are proposed and no law yet, and applied all the same. */
    proposals: LegalProposal[];
  };
  config: { cacheControl: 'public' | 'private' };
  site: {
    /** What sites may sign with; empty: nobody is believed more than others. */
    secrets: string[];
    /** Hosts that are its own, beside those of its origins, of the CMS and of the site that is scanned. */
    hosts: string[];
  };
  recording: {
    mode: RecordingMode;
    retentionMonths: number;
    /** Of one IPv4 address or IPv6 /64; wider networks have a multiple. */
    rateLimitPerMinute: number;
    /** Of all callers together. */
    ceilingPerMinute: number;
    implicit: boolean;
    /** Whether Global Privacy Control of one device holds on the others of the same account. */
    accountSignal: boolean;
    /** Whether records go on to name an account that is deleted. */
    onUserDelete: 'keep' | 'unlink';
    userAgent: boolean;
    /** Whether it is kept for some days from which networks a record came, as keyed hashes. */
    networks: boolean;
    redis?: string;
    /** Where evidence is kept in place of the plugin's own tables. */
    store?: EvidenceStoreFactory;
  };
  seal: {
    enabled: boolean;
    /** The log's name: its address without a scheme. */
    origin?: string;
    /** Whether everybody may read the log's files. */
    public: boolean;
    /** Whoever has it may read them, too. */
    token?: string;
    /** Where they are written to, beside the database. */
    folder?: string;
    /** Address of an authority for time stamps (RFC 3161). */
    tsa?: string;
  };
  releases: {
    /** Whether a save is published at once, or waits until somebody publishes all that waits. */
    publish: PublishMode;
    /** Whether a second person has to approve what is published. */
    approval: boolean;
  };
  scan: {
    /** The site that this CMS scans by itself; undefined: none. */
    url?: string;
    schedule: { cron: string; tz?: string } | false;
    maxPages: number;
    /** Path of a Chromium; one is looked for where it is left out. */
    browser?: string;
    /** After so many minutes a scan is ended. */
    minutes: number;
    /** A scan that uses more, its browser included, is ended. In MiB. */
    memoryMb: number;
    /** While a finding as severe as this is open, nothing is published. */
    gate: Severity | false;
  };
  /** Null: the site does not speak IAB's Transparency and Consent Framework. */
  tcf: TcfOptions | null;
  seed: SeedOptions | false;
  jobs: {
    purge: { cron: string; tz?: string } | false;
    seal: { everySeconds: number } | false;
    /** Whether it is followed what published content loads from third parties. */
    embeds: boolean;
    /** The daily test of Global Privacy Control; `url` where the site's route is not below `scan.url`. */
    signal: { url?: string; cron: string; tz?: string } | false;
  };
  admin: { widget: boolean };
}

/** A decision in three seconds: far more than a visitor makes, and room for the people behind one address. */
const DEFAULT_RATE_LIMIT = 20;

/**
 * The ceiling is so many times the limit of one client: 100 records a second by default, 25 times the peak of a website with
 * ten million visits a month, and a sixth of what one instance was measured to take in (docs/scale.md).
 */
const CLIENTS_AT_ONCE = 300;

/**
 * Applies the defaults without installing the plugin.
 *
 * @throws Error that names each wrong option, what was found and what is allowed.
 */
export function resolveOptions(options: ConsentPluginOptions = {}): ResolvedConsentPluginOptions {
  const parsed = optionsSchema.safeParse(options, { reportInput: true });
  if (!parsed.success) throw new Error(optionErrors(parsed.error, options));
  const { cookie, jurisdiction, config, site, recording, seal, releases, scan, jobs, admin, ...rest } =
    parsed.data;
  const purge = jobs?.purge ?? {};
  const sealing = jobs?.seal ?? {};
  return {
    basePath: rest.basePath ?? '/consent',
    usersSlug: rest.usersSlug ?? USERS,
    legalPages: rest.legalPages ?? true,
    processors: rest.processors ?? true,
    allowedOrigins: [...new Set(rest.allowedOrigins ?? [])],
    cookie: {
      name: cookie?.name ?? CONSENT_COOKIE,
      maxAgeDays: cookie?.maxAgeDays ?? 365,
      ...(cookie?.domain ? { domain: cookie.domain } : {}),
      sameSite: cookie?.sameSite ?? 'lax',
    },
    jurisdiction: {
      headers: (jurisdiction?.headers ?? [...DEFAULT_COUNTRY_HEADERS]).map((name) => name.toLowerCase()),
      regionHeaders: (jurisdiction?.regionHeaders ?? [...DEFAULT_REGION_HEADERS]).map((name) =>
        name.toLowerCase(),
      ),
      overrides: jurisdiction?.overrides ?? [],
      fallback: jurisdiction?.fallback ?? 'opt-in',
      trustProxy: jurisdiction?.trustProxy ?? true,
      proposals: jurisdiction?.proposals ?? [],
    },
    config: { cacheControl: config?.cacheControl ?? 'public' },
    site: { secrets: site?.secret ?? [], hosts: site?.hosts ?? [] },
    recording: {
      mode: recording?.mode ?? 'anonymous',
      retentionMonths: recording?.retentionMonths ?? 36,
      rateLimitPerMinute: recording?.rateLimitPerMinute ?? DEFAULT_RATE_LIMIT,
      ceilingPerMinute:
        recording?.ceilingPerMinute ??
        (recording?.rateLimitPerMinute ?? DEFAULT_RATE_LIMIT) * CLIENTS_AT_ONCE,
      implicit: recording?.implicit ?? false,
      accountSignal: recording?.accountSignal ?? false,
      onUserDelete: recording?.onUserDelete ?? 'keep',
      userAgent: recording?.userAgent ?? false,
      networks: recording?.networks ?? false,
      ...(recording?.redis ? { redis: recording.redis } : {}),
      ...(recording?.store ? { store: recording.store } : {}),
    },
    seal: {
      enabled: seal?.enabled ?? true,
      public: seal?.public ?? !seal?.token,
      ...(seal?.origin ? { origin: seal.origin } : {}),
      ...(seal?.token ? { token: seal.token } : {}),
      ...(seal?.folder ? { folder: seal.folder } : {}),
      ...(seal?.tsa ? { tsa: seal.tsa } : {}),
    },
    releases: { publish: releases?.publish ?? 'on-save', approval: releases?.approval ?? false },
    scan: scanDefaults(scan),
    tcf: tcfDefaults(rest.tcf),
    seed: rest.seed ?? {},
    jobs: {
      purge:
        purge === false ? false : { cron: purge.cron ?? '17 3 * * *', ...(purge.tz ? { tz: purge.tz } : {}) },
      seal: sealing === false ? false : { everySeconds: sealing.everySeconds ?? 5 },
      embeds: jobs?.embeds ?? true,
      signal: signalDefaults(jobs?.signal),
    },
    admin: { widget: admin?.widget ?? true },
  };
}

function signalDefaults(
  signal: NonNullable<ParsedOptions['jobs']>['signal'] = {},
): ResolvedConsentPluginOptions['jobs']['signal'] {
  if (signal === false) return false;
  const { url, cron = '23 4 * * *', tz } = signal;
  return { ...(url ? { url } : {}), cron, ...(tz ? { tz } : {}) };
}

/** At night, and not at the full hour, when every other job begins. */
const NIGHTLY = '41 2 * * *';

function scanDefaults(scan: ParsedOptions['scan'] = {}): ResolvedConsentPluginOptions['scan'] {
  const { url, schedule = url ? NIGHTLY : false, tz, browser } = scan;
  return {
    ...(url ? { url } : {}),
    schedule: schedule === false ? false : { cron: schedule, ...(tz ? { tz } : {}) },
    maxPages: scan.maxPages ?? 50,
    ...(browser ? { browser } : {}),
    minutes: scan.minutes ?? 30,
    memoryMb: scan.memoryMb ?? 3072,
    gate: scan.gate ?? false,
  };
}

/**
 * Checks entries for the catalogue as the options' seeds are checked.
 *
 * @throws Error that names each wrong entry.
 */
export const resolveTrackerSeeds = (entries: readonly TrackerSeed[]): ResolvedTrackerSeed[] =>
  checked(trackerSeed, entries);

/** The same for entries of the register. */
export const resolveProcessorSeeds = (entries: readonly ProcessorSeed[]): ResolvedProcessorSeed[] =>
  checked(processorSeed, entries);

function checked<Schema extends z.ZodType>(schema: Schema, entries: readonly unknown[]): z.output<Schema>[] {
  const parsed = schema.array().safeParse(entries);
  if (!parsed.success) throw new Error(optionErrors(parsed.error, entries));
  return parsed.data;
}

/** The secret of sites comes from `CONSENT_SITE_SECRET` where no option names one. */
function withEnvironment(options: ConsentPluginOptions): ConsentPluginOptions {
  const secret = options.site?.secret ?? process.env.CONSENT_SITE_SECRET;
  return secret ? { ...options, site: { ...options.site, secret } } : options;
}

const resolvedByApp = new WeakMap<object, ResolvedConsentPluginOptions>();

/**
 * The resolved options of a running app.
 *
 * @param app the Strapi instance; the running one when omitted.
 */
export function getPluginOptions(app?: Core.Strapi): ResolvedConsentPluginOptions {
  const strapi = app ?? (globalThis as { strapi?: Core.Strapi }).strapi;
  if (!strapi) throw new Error('consent: getPluginOptions() needs a running Strapi; pass the instance');
  let resolved = resolvedByApp.get(strapi);
  if (!resolved) {
    resolved = resolveOptions(withEnvironment(strapi.config.get(PLUGIN_UID, {}) as ConsentPluginOptions));
    resolvedByApp.set(strapi, resolved);
  }
  return resolved;
}
