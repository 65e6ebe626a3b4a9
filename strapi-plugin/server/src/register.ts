import type { Core } from '@strapi/strapi';
import { auditContent } from './audit/content-changes';
import { answerAfterTrail } from './audit/trail';
import { guardFields } from './catalogue/field-rules';
import { guardDocuments } from './catalogue/rules';
import { keepKeysUnique } from './catalogue/unique-key';
import { lockStart } from './database/start-lock';
import { followEmbeds } from './embeds/job';
import { registerEvidence } from './evidence';
import { keepOutOfGraphql } from './http/graphql';
import { completeOpenApi } from './http/openapi-answers';
import { originGuard } from './http/origin';
import { registerAssistantTools } from './mcp';
import { keepFromContentManager } from './permissions';
import { publishListAfter } from './processors';
import { leaveClonesUnverified } from './processors/verification';
import { noteRetentionAfterWrite, registerRecords } from './records';
import { noteReleaseAfterWrite } from './releases/noting';
import { refuseStaleSaves } from './releases/stale-saves';
import { keepTimeOfUnchanged } from './releases/unchanged-saves';
import { publicRoutes } from './routes';
import { gatePublishing } from './scan/gate';
import { registerImpressions } from './statistics/controller';
import { type CustomFieldName, PLUGIN } from './uids';
import { listenForChanges } from './versions/changes';

/** The admin's half of them stands in `admin/src/fields`. */
const CUSTOM_FIELDS: { name: CustomFieldName; type: 'richtext' | 'json' }[] = [
  { name: 'legal-markdown', type: 'richtext' },
  { name: 'cookie-table', type: 'json' },
  { name: 'list', type: 'json' },
  { name: 'attributes', type: 'json' },
];

/** Before the database is ready: what has to stand around everything that follows. */
export async function register({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  strapi.server.use(answerAfterTrail);
  strapi.server.use(originGuard(strapi));
  const openApi = completeOpenApi(strapi, publicRoutes(strapi));
  if (openApi) strapi.server.use(openApi);
  strapi.customFields.register(CUSTOM_FIELDS.map((field) => ({ ...field, plugin: PLUGIN })));
  keepOutOfGraphql(strapi);
  keepFromContentManager(strapi);
  // The listener comes first, so it hears of a write only after the rules have let it pass and it is committed.
  listenForChanges(strapi, async (uids) => {
    await publishListAfter(strapi, uids);
    await noteReleaseAfterWrite(strapi);
    await noteRetentionAfterWrite(strapi, uids);
  });
  followEmbeds(strapi);
  auditContent(strapi);
  refuseStaleSaves(strapi);
  keepTimeOfUnchanged(strapi);
  guardDocuments(strapi);
  guardFields(strapi);
  gatePublishing(strapi);
  leaveClonesUnverified(strapi);
  registerRecords(strapi);
  registerImpressions(strapi);
  keepKeysUnique(strapi);
  registerAssistantTools(strapi);
  await lockStart(strapi);
  await registerEvidence(strapi);
}
