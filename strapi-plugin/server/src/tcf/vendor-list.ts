/**
 * What IAB Europe and Google publish for the Transparency and Consent Framework, as it is checked before it is kept. (IAB Tech Lab,
 * Consent string and vendor list formats v2, Global Vendor List specification 3.)
 */
import { z } from 'zod';

const id = z.number().int().min(1).max(65_535);
const ids = z.array(id).default([]);
/** A map by number, as all of the list's are. */
const byId = <Item extends z.ZodType>(item: Item) => z.record(z.string().regex(/^[1-9]\d{0,4}$/), item);

const purpose = z.object({
  id,
  name: z.string(),
  description: z.string(),
  illustrations: z.array(z.string()).default([]),
});

const texts = {
  purposes: byId(purpose),
  specialPurposes: byId(purpose),
  features: byId(purpose),
  specialFeatures: byId(purpose),
  dataCategories: byId(z.object({ id, name: z.string(), description: z.string() })).default({}),
};

const days = z.number().nonnegative();

const vendor = z.object({
  id,
  name: z.string(),
  purposes: ids,
  legIntPurposes: ids,
  flexiblePurposes: ids,
  specialPurposes: ids,
  features: ids,
  specialFeatures: ids,
  dataDeclaration: ids,
  cookieMaxAgeSeconds: z.number().nullish(),
  usesCookies: z.boolean(),
  cookieRefresh: z.boolean().default(false),
  usesNonCookieAccess: z.boolean().default(false),
  dataRetention: z
    .object({
      stdRetention: days.optional(),
      purposes: byId(days).default({}),
      specialPurposes: byId(days).default({}),
    })
    .optional(),
  urls: z
    .array(z.object({ langId: z.string(), privacy: z.string(), legIntClaim: z.string().optional() }))
    .default([]),
  deviceStorageDisclosureUrl: z.string().optional(),
  deletedDate: z.string().optional(),
});

/** The only specification that this release can read. */
const SPECIFICATION = 3;

export const vendorListSchema = z.object({
  gvlSpecificationVersion: z.literal(SPECIFICATION),
  vendorListVersion: z.number().int().min(1).max(4095),
  tcfPolicyVersion: z.number().int().min(1).max(63),
  lastUpdated: z.string(),
  ...texts,
  stacks: z.record(z.string(), z.unknown()).default({}),
  vendors: byId(vendor),
});

export type VendorList = z.output<typeof vendorListSchema>;

/** The texts of a list in another language. */
export const translationSchema = z.object(texts);

export type Translation = z.output<typeof translationSchema>;

/** One of Google's ad technology providers that is not on IAB's list. */
export const providerSchema = z.object({
  id: z.number().int().min(1),
  name: z.string(),
  policyUrl: z.string(),
});

export type Provider = z.output<typeof providerSchema>;

/**
 * Google's list, a CSV of "Provider ID,Provider Name,Policy URL,Domains".
 *
 * @throws where a line names no provider, or there is none
 */
export function readProviders(text: string): Provider[] {
  const [, ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const providers = lines.map((line) => {
    const [number, name = '', policyUrl = ''] = fieldsOf(line);
    return providerSchema.parse({ id: Number(number), name, policyUrl });
  });
  if (providers.length === 0) throw new Error('it names no provider');
  return providers;
}

/** The fields of a line of CSV, each quoted or not (RFC 4180). */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  );
