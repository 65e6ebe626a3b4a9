import type { ProcessorChange, ProcessorEntry } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { adminBody, administrator, fieldsAllowed, nameOf } from '../http/admin';
import { allowedTo, contentAction } from '../http/admin-route';
import { errors } from '../http/errors';
import { askedLocale } from '../http/query';
import { getPluginOptions } from '../options';
import { UIDS } from '../schema';
import { createProcessor } from '../seeds/processors';
import { service } from '../service';
import {
  isProcessorPresetKey,
  PROCESSOR_PRESETS,
  type ProcessorContent,
  type ProcessorPresetKey,
  processorFromPreset,
} from './presets';
import { readRegister } from './register';
import type { SubprocessorList } from './service';
import { readVerification, setVerification } from './verification';

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

const CREATE = contentAction('create', UIDS.processor);
const READ = contentAction('read', UIDS.processor);
const UPDATE = contentAction('update', UIDS.processor);

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
      ctx.body = {
        presets: (Object.keys(PROCESSOR_PRESETS) as ProcessorPresetKey[])
          .map((key) => ({ ...processorFromPreset(key, {}, locale), key, present: false }))
          .map((preset) => ({ ...preset, present: present.has(preset.name) }))
          .sort((a, b) => a.name.localeCompare(b.name, locale)),
      } satisfies ProcessorCatalogue;
    },

    async add(ctx: Context): Promise<void> {
      checkRegisterIsOn();
      const { preset, ...facts } = adminBody(additionSchema, ctx);
      if (!fieldsAllowed(ctx, CREATE, FIELDS)) return;
      const documentId = await strapi.db.transaction(() =>
        addProcessor(strapi, preset, facts, administrator(ctx).id),
      );
      ctx.status = 201;
      ctx.body = { documentId };
    },

    async publicList(ctx: Context): Promise<void> {
      const register = service(strapi, 'processors');
      const answer = await register.list(askedLocale(ctx));
      if (!answer) return checkRegisterIsOn();
      const { content } = await service(strapi, 'versions').published();
      const { processors: _listed, changes, ...notice } = answer.list;
      ctx.body = {
        locale: askedLocale(ctx) ?? content.locales.default,
        locales: content.locales.all,
        processors: await register.entries(askedLocale(ctx)),
        processorChanges: changes,
        notice,
      } satisfies PublicRegister;
    },

    async verification(ctx: Context): Promise<void> {
      ctx.body = await readVerification(strapi, ctx.params.documentId);
    },

    async verify(ctx: Context): Promise<void> {
      ctx.body = await setVerification(strapi, ctx.params.documentId, nameOf(administrator(ctx)));
    },

    async withdraw(ctx: Context): Promise<void> {
      ctx.body = await setVerification(strapi, ctx.params.documentId, null);
    },
  };
};

type Facts = Omit<z.output<typeof additionSchema>, 'preset'>;

/** Creates it in the default locale, and its texts in each other one in which the catalogue speaks. */
async function addProcessor(strapi: Core.Strapi, preset: string, facts: Facts, by: number): Promise<string> {
  const { locales } = await readRegister(strapi);
  const { addedAt, ...shown } = facts;
  const overrides = { ...shown, ...(addedAt ? { addedAt } : {}) };
  const documentId = await createProcessor(
    strapi,
    processorFromPreset(preset, overrides, locales.default),
    locales.default,
    by,
  );
  const others = locales.all.filter((locale) => locale !== locales.default && /^(en|de)\b/i.test(locale));
  for (const locale of others) {
    const { purpose, dataCategories } = processorFromPreset(preset, {}, locale);
    const data: Record<string, unknown> = { purpose, dataCategories };
    await strapi.documents(UIDS.processor).update({ documentId, locale, data });
  }
  return documentId;
}

const VERIFICATION = '/processors/:documentId/verification';

export const registerRoutes = [
  {
    method: 'GET',
    path: '/catalogue/processors',
    handler: 'register.find',
    config: allowedTo(CREATE),
  },
  {
    method: 'POST',
    path: '/catalogue/processors',
    handler: 'register.add',
    config: allowedTo(CREATE),
  },
  {
    method: 'GET',
    path: '/processors/public-list',
    handler: 'register.publicList',
    config: allowedTo(READ),
  },
  { method: 'GET', path: VERIFICATION, handler: 'register.verification', config: allowedTo(READ) },
  { method: 'POST', path: VERIFICATION, handler: 'register.verify', config: allowedTo(UPDATE) },
  { method: 'DELETE', path: VERIFICATION, handler: 'register.withdraw', config: allowedTo(UPDATE) },
];
