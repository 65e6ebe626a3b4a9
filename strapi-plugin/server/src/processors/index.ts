import type { ProcessorChange, ProcessorEntry } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import type { ResolvedConsentPluginOptions } from '../options';
import { UIDS } from '../uids';
import { getProcessorsService, type SubprocessorList } from './service';

interface InLocale {
  /** The default locale when omitted or unknown. */
  locale?: string | null;
}

/** The register, sorted by name; empty when it is turned off. */
export const getProcessors = async (
  strapi: Core.Strapi,
  options: Pick<ResolvedConsentPluginOptions, 'processors'>,
  { locale }: InLocale = {},
): Promise<ProcessorEntry[]> => (options.processors ? getProcessorsService(strapi).entries(locale) : []);

/**
 * The published list, its version, the notice settings and the change log.
 *
 * @throws Error when the register is turned off.
 */
export async function getSubprocessors(
  strapi: Core.Strapi,
  options: Pick<ResolvedConsentPluginOptions, 'processors'>,
  { locale }: InLocale = {},
): Promise<SubprocessorList> {
  const answer = options.processors ? await getProcessorsService(strapi).list(locale) : null;
  if (!answer) throw new Error('consent: the register of processors is turned off; set processors: true');
  return answer.list;
}

/** What the processor tables show. Both are undefined when the register is off, and the tables render nothing. */
export async function getProcessorTableData(
  strapi: Core.Strapi,
  { locale }: InLocale = {},
): Promise<{ processors?: ProcessorEntry[]; processorChanges?: ProcessorChange[] }> {
  const register = getProcessorsService(strapi);
  const answer = await register.list(locale);
  if (!answer) return {};
  return { processors: await register.entries(locale), processorChanges: answer.list.changes };
}

/** Whether some table of a legal page lists an entry: the others are not public. */
export const isListed = ({ status, showInPrivacyPolicy, subprocessor }: ProcessorEntry): boolean =>
  status === 'active' && (showInPrivacyPolicy || subprocessor);

/** The hash of the public list as the database holds it. */
export const computeSubprocessorsVersion = (strapi: Core.Strapi): Promise<string> =>
  getProcessorsService(strapi).listVersion();

/** Publishes the list as the database holds it, and answers with its hash. */
export async function recomputeSubprocessorsVersion(strapi: Core.Strapi): Promise<string> {
  const register = getProcessorsService(strapi);
  await register.publishList();
  return register.listVersion();
}

/** These never show in the public list. */
const NOT_LISTED: readonly string[] = [
  UIDS.category,
  UIDS.tracker,
  UIDS.legalPage,
  UIDS.reconsent,
  UIDS.assessment,
];

/** After writes to these types: publishes the list anew where one of them may show in it. */
export async function publishListAfter(strapi: Core.Strapi, uids: readonly string[]): Promise<void> {
  if (uids.some((uid) => !NOT_LISTED.includes(uid))) await getProcessorsService(strapi).publishList();
}
