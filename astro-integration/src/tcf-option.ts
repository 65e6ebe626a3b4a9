import type { TcfSiteOptions } from '@permesso/consent-core/site';
import { z } from 'astro/zod';
import type { TcfTerms } from './tcf/options.ts';

const number = z.int({ error: 'use the number that the list has' }).min(1).max(65_535);

const categoryForm =
  'use the key of the category whose trackers read the consent string, such as "advertising"';

export const restrictionSchema = z.strictObject({
  purpose: z.int().min(1).max(11),
  type: z.enum(['not-allowed', 'require-consent', 'require-legitimate-interest']),
  vendors: z.array(number).min(1).optional(),
});

/** The option `tcf`. */
export const tcfOptionSchema = z
  .strictObject({
    cmpId: z
      .int({ error: 'use the number under which IAB Europe has registered your consent manager' })
      .min(2)
      .max(4095),
    cmpVersion: z.int().min(0).max(4095).default(1),
    publisherCountryCode: z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'use the code of the country where you are established, such as "DE"')
      .transform((code) => code.toUpperCase()),
    category: z.string({ error: categoryForm }).min(1, categoryForm),
    vendors: z.array(number).min(1).optional(),
    additionalConsentProviders: z.array(z.int().min(1)).min(1).optional(),
    purposeOneTreatment: z.boolean().default(false),
    publisherRestrictions: z.array(restrictionSchema).default([]),
  })
  // Nobody may rely on a legitimate interest for them: such a restriction would say what no vendor may do.
  .refine(
    ({ publisherRestrictions }) =>
      !publisherRestrictions.some(
        ({ purpose, type }) => type === 'require-legitimate-interest' && [1, 3, 4, 5, 6].includes(purpose),
      ),
    {
      path: ['publisherRestrictions'],
      error:
        'for the purposes 1, 3, 4, 5 and 6 the framework allows consent alone; use "require-consent" or "not-allowed"',
    },
  );

export interface TcfOptions {
  /** The id under which IAB Europe has registered the site's consent manager; it is the owner's to obtain. */
  cmpId: number;
  /** Raise it whenever what the dialogue says or does changes. Default `1`. */
  cmpVersion?: number;
  /** Where the publisher is established, ISO 3166-1 alpha-2. */
  publisherCountryCode: string;
  /** Key of the category whose trackers read the consent string: best one that holds nothing else. */
  category: string;
  /** Numbers of the vendors that the site works with; left out, all of the list. */
  vendors?: number[];
  /** Numbers of Google's providers that are not on the list (Additional Consent). Default: none. */
  additionalConsentProviders?: number[];
  /** Purpose 1 is not asked for, since the law of the publisher's country asks for no consent to it. Default `false`. */
  purposeOneTreatment?: boolean;
  /** Purposes that are forbidden, or allowed on one basis alone, for some vendors or all. */
  publisherRestrictions?: NonNullable<z.input<typeof tcfOptionSchema>['publisherRestrictions']>;
}

type ResolvedTcf = z.output<typeof tcfOptionSchema>;

/** What a page goes by. */
export const tcfTerms = ({ vendors, additionalConsentProviders: _, ...terms }: ResolvedTcf): TcfTerms => ({
  ...terms,
  hasNamedVendors: vendors !== undefined,
});

/** What the site's server asks the CMS for. */
export const tcfSiteOptions = (options: ResolvedTcf | undefined): TcfSiteOptions | null =>
  options ? { vendors: options.vendors, providers: options.additionalConsentProviders } : null;
