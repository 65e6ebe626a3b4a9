import type { ProcessorChange, ProcessorEntry } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { readLocales } from '../content/locales';
import { otherWrittenLocales } from '../content/written-locales';
import { adminBody, administrator, collation, mayCreate, nameOf } from '../http/admin';
import { errors } from '../http/errors';
import { askedLocale } from '../http/query';
import { getPluginOptions } from '../options';
import { UIDS } from '../uids';
import { getVersionsService } from '../versions/service';
import { getProcessorTableData, isListed } from '.';
import { createProcessor } from './new-processor';
import {
  isProcessorPresetKey,
  PROCESSOR_PRESETS,
  type ProcessorContent,
  type ProcessorPresetKey,
  processorFromPreset,
} from './presets';
import { readRegister } from './processor-register';
import { getProcessorsService, type SubprocessorList } from './service';
import { readVerification, setVerification } from './verification';
import { checkVerification } from './verification-permission';

/** A preset of the register as the admin shows it, in the administrator's language. */
export interface RegisterPreset extends ProcessorContent {
  key: string;
  /** A processor of this name is there already. */
  present: boolean;
}

export interface ProcessorCatalogue {
  presets: RegisterPreset[];
}

/** What visitors and customers are shown of the register, in one locale. */
export interface PublicRegister {
  locale: string;
  locales: string[];
  processors: ProcessorEntry[];
  processorChanges: ProcessorChange[];
  notice: Pick<SubprocessorList, 'version' | 'changedAt' | 'noticeDays' | 'noticeEmail' | 'subscribeUrl'>;
}

const FIELDS = [
  ...['name', 'legalName', 'role', 'purpose', 'dataCategories', 'country', 'transferMechanism'],
  ...['transferFallback', 'transferNotes', 'privacyUrl', 'dpaUrl', 'subprocessorsUrl', 'subprocessor'],
  ...['showInPrivacyPolicy', 'state', 'addedAt'],
];

const additionSchema = z.strictObject({
  preset: z.string().refine(isProcessorPresetKey, 'there is no such preset'),
  subprocessor: z.boolean(),
  showInPrivacyPolicy: z.boolean(),
  /** `YYYY-MM-DD` */
  addedAt: z.iso.date('must be a date as YYYY-MM-DD').optional(),
});

/** The register as pages of the admin: its catalogue, verification, and what of it is public. */
export const registerController = ({ strapi }: { strapi: Core.Strapi }) => {
  const checkRegisterIsOn = () => {
    if (getPluginOptions(strapi).processors) return;
    throw new errors.NotFoundError('The register of processors is turned off (option "processors")');
  };
  return {
    async find(ctx: Context): Promise<void> {
      checkRegisterIsOn();
      const locale = askedLocale(ctx) ?? 'en';
      const { processors } = await readRegister(strapi);
      const present = new Set(processors.map(({ shared }) => shared.name));
      const order = collation(locale);
      ctx.body = {
        presets: (Object.keys(PROCESSOR_PRESETS) as ProcessorPresetKey[])
          .map((key) => ({ ...processorFromPreset(key, {}, locale), key, present: false }))
          .map((preset) => ({ ...preset, present: present.has(preset.name) }))
          .sort((a, b) => order(a.name, b.name)),
      } satisfies ProcessorCatalogue;
    },

    async add(ctx: Context): Promise<void> {
      checkRegisterIsOn();
      const { preset, ...facts } = adminBody(additionSchema, ctx);
      const { default: locale } = await readLocales(strapi);
      const others = await otherWrittenLocales(strapi, locale);
      const creation = { uid: UIDS.processor, locales: [locale, ...others], fields: FIELDS };
      if (!mayCreate(strapi, ctx, creation)) return;
      const documentId = await strapi.db.transaction(() =>
        addProcessor(strapi, preset, facts, { locale, others, by: administrator(ctx).id }),
      );
      ctx.status = 201;
      ctx.body = { documentId };
    },

    async publicList(ctx: Context): Promise<void> {
      const answer = await getProcessorsService(strapi).list(askedLocale(ctx));
      if (!answer) return checkRegisterIsOn();
      const { content } = await getVersionsService(strapi).published();
      const { processors: _listed, changes, ...notice } = answer.list;
      const locale = askedLocale(ctx) ?? content.locales.default;
      const { processors = [] } = await getProcessorTableData(strapi, { locale });
      ctx.body = {
        locale,
        locales: content.locales.all,
        processors: processors.filter(isListed),
        processorChanges: changes,
        notice,
      } satisfies PublicRegister;
    },

    async verification(ctx: Context): Promise<void> {
      await checkVerification(strapi, ctx, 'read');
      ctx.body = await readVerification(strapi, ctx.params.documentId);
    },

    async verify(ctx: Context): Promise<void> {
      await checkVerification(strapi, ctx, 'update');
      ctx.body = await setVerification(strapi, ctx.params.documentId, nameOf(administrator(ctx)));
    },

    async withdraw(ctx: Context): Promise<void> {
      await checkVerification(strapi, ctx, 'update');
      ctx.body = await setVerification(strapi, ctx.params.documentId, null);
    },
  };
};

type Facts = Omit<z.output<typeof additionSchema>, 'preset'>;

/** Creates it in the default locale, and its texts in each other one in which the catalogue speaks. */
async function addProcessor(
  strapi: Core.Strapi,
  preset: string,
  { addedAt, ...shown }: Facts,
  { locale, others, by }: { locale: string; others: readonly string[]; by: number },
): Promise<string> {
  const overrides = { ...shown, ...(addedAt ? { addedAt } : {}) };
  const content = processorFromPreset(preset, overrides, locale);
  const documentId = await createProcessor(strapi, content, locale, by);
  for (const other of others) {
    const { purpose, dataCategories } = processorFromPreset(preset, {}, other);
    const data: Record<string, unknown> = { purpose, dataCategories, createdBy: by, updatedBy: by };
    await strapi.documents(UIDS.processor).update({ documentId, locale: other, data });
  }
  return documentId;
}
