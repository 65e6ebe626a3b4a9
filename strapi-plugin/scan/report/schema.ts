/** The report as it is written, and as others may read it: JSON that this schema describes. */
import { CONSENT_MODELS } from '@permesso/consent-core';
import { z } from 'zod';
import { LIMITS } from '../limits';
import { ENTRY_STORAGES } from '../observe/observations';
import { SEVERITIES } from '../rules/rule';

export const REPORT_TYPE = 'permesso/scan/v1';

const text = z.string().max(LIMITS.addressLength * 8);
const short = z.string().max(LIMITS.addressLength);
const moment = z.iso.datetime();

const knownSchema = z.strictObject({
  name: short.describe('What it is called.'),
  company: short.nullable(),
  category: z
    .enum(['necessary', 'functional', 'analytics', 'marketing'])
    .nullable()
    .describe('The default category that it would be filed under.'),
  preset: short.nullable().describe("Key of the tracker in the plugin's catalogue, to declare it by."),
  source: z.enum(['catalogue', 'third-party-web']),
});

const evidenceSchema = z.strictObject({
  visit: short.describe('Name of the visit.'),
  page: short.describe('Address of the page.'),
  seen: text.describe('What was seen, in a sentence.'),
  origin: text
    .optional()
    .describe('What brought it about: `script`, `response` or `parser`, and an address.'),
  stack: z.array(text).max(LIMITS.stackLines).optional().describe('Calls that led to it, innermost first.'),
  screenshot: short.optional().describe('Name of one of the `screenshots`.'),
});

export const findingSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[\da-f]{16}$/)
    .describe('The same in every report for the same rule and subject of the same site.'),
  rule: z.string().regex(/^C\d{3}$/),
  name: short.describe('Name of the rule.'),
  severity: z.enum(SEVERITIES),
  message: text,
  law: text,
  subject: z.strictObject({
    kind: z.enum([...ENTRY_STORAGES, 'host', 'tracker', 'banner', 'link', 'signal', 'record']),
    name: short,
    host: short.nullable(),
  }),
  known: knownSchema.nullable().describe('What the catalogue, or third-party-web, knows of the subject.'),
  declaredCategory: short.nullable().describe('Key of the category that the site declares it in.'),
  visits: z.array(short).min(1).max(200),
  pages: z.array(short).min(1).max(200),
  evidence: z.array(evidenceSchema).max(LIMITS.evidence),
  baseline: z.boolean().describe('An earlier report, given as baseline, has it already.'),
});
export type ReportFinding = z.infer<typeof findingSchema>;

const inventorySchema = z.strictObject({
  kind: z.enum([...ENTRY_STORAGES, 'host']),
  name: short,
  host: short,
  firstParty: z.boolean(),
  /** Under which decisions it was seen. */
  decisions: z.array(z.enum(['none', 'granted', 'partly', 'refused', 'withdrawn'])).max(5),
  lifetime: z
    .number()
    .nullable()
    .describe('Seconds that a cookie is kept; null until the browser is closed.'),
  declared: short.nullable().describe('Name of the declared tracker that it belongs to.'),
  known: knownSchema.nullable(),
});
export type InventoryItem = z.infer<typeof inventorySchema>;

export const reportSchema = z.strictObject({
  type: z.literal(REPORT_TYPE),
  id: z.uuid().describe('Of this scan; the same report sent twice is the same scan.'),
  scanner: z.strictObject({ name: short, version: short, browser: short }),
  site: short.describe('Address that the scan began at.'),
  startedAt: moment,
  endedAt: moment,
  declared: z
    .strictObject({
      from: z.enum(['page', 'file']),
      policyVersion: short.nullable(),
      model: z.enum(CONSENT_MODELS).nullable(),
      trackers: z.number().int(),
    })
    .nullable()
    .describe('What the site declares; null where nothing is known of it, and nothing was judged by it.'),
  banner: z
    .strictObject({ foundBy: z.enum(['permesso', 'selectors', 'autoconsent']), manager: short, text })
    .nullable(),
  visits: z
    .array(
      z.strictObject({
        name: short,
        model: z.enum(CONSENT_MODELS).describe('The law that was judged by.'),
        pages: z.array(short).max(LIMITS.links),
        requests: z.number().int(),
        complete: z.boolean(),
        notes: z.array(text).max(100),
      }),
    )
    .max(200),
  findings: z.array(findingSchema).max(LIMITS.findings),
  findingsLeftOut: z.number().int().min(0).describe('How many there are beside these.'),
  inventory: z.array(inventorySchema).max(LIMITS.entries).describe('Everything that was seen, each once.'),
  screenshots: z
    .array(
      z.strictObject({ name: short, mediaType: z.literal('image/jpeg'), data: z.base64().max(2_000_000) }),
    )
    .max(10),
  notes: z.array(text).max(100).describe('What the scan could not do.'),
});
export type ScanReport = z.infer<typeof reportSchema>;

/** The schema for whoever reads reports without this package. */
export const reportJsonSchema = (): object => ({
  title: 'Report of a scan',
  ...z.toJSONSchema(reportSchema, { target: 'draft-2020-12' }),
});
