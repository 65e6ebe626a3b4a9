import { z } from '@strapi/utils';
import { getEvidenceStore } from '../evidence';
import { overviewInParts } from '../overview/overview';
import { asWarning } from '../overview/warning';
import { assessmentChanges } from '../releases/assessment-changes';
import type { ReleasedConfiguration } from '../releases/configuration';
import { configurationOf, differencesBetween } from '../releases/service';
import { KIND_NAMES } from '../transfer/kinds';
import { pluginAction } from '../uids';
import { changesFollowed } from '../versions/changes';
import { lawOf } from './law';
import { itemNamed, readActionOf, readableItems } from './readable-items';
import { type AssistantTool, defineTool, requireAction, ToolRefusal } from './tool';

const anything = z.record(z.string(), z.unknown());

const overview = defineTool({
  name: 'consent_overview',
  title: 'Consent: overview and warnings',
  description:
    'What is published, how visitors have decided in the last 30 days (sums only), and what an editor should look at.',
  allowedTo: [pluginAction('overview.read')],
  input: z.object({}),
  output: z.object({
    enabled: z.boolean(),
    versions: anything,
    changedAt: z.string().nullable(),
    warnings: z.array(anything),
    totals: anything,
    grants: z.array(anything),
    models: z.array(anything),
    countries: z.array(anything),
  }),
  async run(strapi) {
    const { enabled, versions, changedAt, warnings, totals, grants, models, countries } =
      await overviewInParts(strapi);
    const told = warnings.map((warning) => ({ ...asWarning(warning) }));
    return {
      enabled,
      versions: { ...versions },
      changedAt,
      warnings: told,
      totals,
      grants,
      models,
      countries,
    };
  },
});

const law = defineTool({
  name: 'consent_explain_law',
  title: 'Consent: which law applies in a place',
  description:
    'Which consent model (opt-in, opt-out, notice or none) visitors in a country or region get, by which law, and since when; which purposes of categories rest on an objection or an exemption there and not on consent (an exemption only with a valid assessment of the category); when who refused is asked again; which rules are only proposed, and whether this site applies them. No legal advice.',
  allowedTo: [pluginAction('settings.read'), pluginAction('overview.read')],
  input: z.object({
    country: z.string().length(2).describe('ISO 3166-1 alpha-2, as DE'),
    region: z.string().max(6).optional().describe('ISO 3166-2, as US-CA or CA'),
  }),
  output: z.object({
    model: z.string(),
    reason: z.string(),
    row: anything.nullable(),
    laterRows: z.array(anything),
    fallback: z.string(),
    bases: z.array(anything),
    refusal: z.object({
      askedAgainAfterMonths: z.number(),
      changeMayAskEarlier: z.boolean(),
      row: anything.nullable(),
    }),
    proposals: z.array(z.object({ proposal: z.string(), isApplied: z.boolean(), rows: z.array(anything) })),
  }),
  run: lawOf,
});

const configuration = defineTool({
  name: 'consent_read_configuration',
  title: 'Consent: read the configuration',
  description:
    'Settings, categories, trackers, processors or legal pages as editors have saved them, drafts included, page by page.',
  allowedTo: [
    readActionOf('settings'),
    readActionOf('categories'),
    readActionOf('trackers'),
    readActionOf('processors'),
    readActionOf('legalPages'),
  ],
  input: z.object({
    part: z.enum(KIND_NAMES as [(typeof KIND_NAMES)[number], ...typeof KIND_NAMES]),
    name: z.string().optional().describe('Document id, key, name or slug of one entry'),
    offset: z.number().int().min(0).default(0),
    limit: z.number().int().min(1).max(100).default(25),
  }),
  output: z.object({ total: z.number(), items: z.array(anything) }),
  async run(strapi, { part, name, offset, limit }, caller) {
    requireAction(caller, readActionOf(part));
    const all = await readableItems(strapi, part, caller);
    if (name === undefined) {
      return { total: all.length, items: all.slice(offset, offset + limit).map((item) => ({ ...item })) };
    }
    const item = itemNamed(all, part, name);
    if (!item) throw new ToolRefusal(`There is no entry "${name}" among the ${part}.`);
    return { total: 1, items: [{ ...item }] };
  },
});

const releases = defineTool({
  name: 'consent_compare_releases',
  title: 'Consent: what a release changed',
  description:
    'The last releases, or what one of them changed against the one before it or another, field by field, which exemptions from consent began or ended with it, and whether it asked visitors again.',
  allowedTo: [pluginAction('releases.read')],
  input: z.object({
    number: z.number().int().min(1).optional().describe('Left out: a list of the last releases'),
    against: z.number().int().min(1).optional(),
  }),
  output: z.object({
    releases: z.array(anything),
    differences: z.array(anything),
    assessments: z.array(anything),
  }),
  async run(strapi, { number, against }) {
    // Whoever has just saved finds the release of it.
    await changesFollowed(strapi);
    const store = getEvidenceStore(strapi).releases;
    if (number === undefined) {
      const last = await store.page({ before: null, limit: 25 });
      return { releases: last.map(told), differences: [], assessments: [] };
    }
    const release = await store.byNumber(number);
    if (!release) throw new ToolRefusal(`There is no release ${number}.`);
    const other = await store.byNumber(against ?? number - 1);
    if (!other) {
      if (against === undefined) return { releases: [told(release)], differences: [], assessments: [] };
      throw new ToolRefusal(`There is no release ${against}.`);
    }
    const [before, after] = [await configurationOf(strapi, other), await configurationOf(strapi, release)];
    const differences = differencesBetween(withoutPeople(before), withoutPeople(after)).map((difference) => ({
      ...difference,
    }));
    const changes = await assessmentChanges(
      strapi,
      { release: other, configuration: before },
      { release, configuration: after },
    );
    // Who assessed is a person, too.
    const assessments = changes.map(({ by: _, ...change }) => change);
    return { releases: [told(release), told(other)], differences, assessments };
  },
});

/** A release keeps who compared a processor with its contract; that is a person, and stays out. */
const withoutPeople = (configuration: ReleasedConfiguration): ReleasedConfiguration => ({
  ...configuration,
  processors: configuration.processors.map(({ shared: { verifiedBy: _, ...shared }, ...processor }) => ({
    ...processor,
    shared,
  })),
});

/** Who published it is a person, and stays out. */
const told = ({
  number,
  at,
  versions,
  note,
  restores,
  asks,
  touched,
}: {
  number: number;
  at: Date;
  versions: object;
  note: string | null;
  restores: number | null;
  asks: readonly string[];
  touched: number;
}) => ({
  number,
  at: at.toISOString(),
  versions,
  note,
  restores,
  asksAgainBecauseOf: asks,
  decisionsTouched: touched,
});

export const READING_TOOLS: readonly AssistantTool[] = [overview, law, configuration, releases];
