import type { Core } from '@strapi/strapi';
import { auditBefore } from '../audit/trail';
import { failure } from '../database/write-conflicts';
import type { Administrator, Asker } from '../http/admin';
import { errors } from '../http/errors';
import { CONFIGURATION_UID } from '../uids';
import { FINDING_TOOLS } from './finding-tools';
import { registerGuides } from './guides';
import { policiesOf } from './policies';
import { READING_TOOLS } from './reading-tools';
import { TEXT_TOOLS } from './text-tools';
import { type AssistantTool, ToolRefusal } from './tool';
import { TRACKER_TOOLS } from './tracker-tools';

const TOOLS: readonly AssistantTool[] = [...READING_TOOLS, ...TRACKER_TOOLS, ...FINDING_TOOLS, ...TEXT_TOOLS];

type ToolDefinition = Parameters<Core.Strapi['ai']['mcp']['registerTool']>[0];
type Context = Parameters<ToolDefinition['createHandler']>[1];

/** Offers the plugin's tools to assistants by Strapi's own MCP server. In register(); Strapi before 5.47 has none. */
export function registerAssistantTools(strapi: Core.Strapi): void {
  const mcp = strapi.ai?.mcp;
  if (!mcp?.isEnabled()) return;
  for (const tool of TOOLS) mcp.registerTool(definitionOf(tool));
  registerGuides(mcp);
}

const definitionOf = (tool: AssistantTool): ToolDefinition => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  auth: { policies: policiesOf(tool.allowedTo) },
  resolveInputSchema: () => tool.input,
  resolveOutputSchema: () => tool.output,
  createHandler:
    (strapi, context) =>
    async ({ args }) => {
      try {
        const asker = await askerOf(strapi, context);
        await enterInTrail(strapi, tool, args);
        const result = await tool.run(strapi, args, { asker });
        return { content: [asText(JSON.stringify(result, null, 1))], structuredContent: result };
      } catch (error) {
        return { content: [asText(reasonOf(strapi, tool, error))], isError: true };
      }
    },
});

const asText = (text: string) => ({ type: 'text' as const, text });

/** What went wrong, where the assistant can do something about it. */
function reasonOf(strapi: Core.Strapi, { name }: AssistantTool, error: unknown): string {
  if (error instanceof ToolRefusal || error instanceof errors.ApplicationError) return error.message;
  strapi.log.error(`consent: the tool ${name} failed: ${failure(error)}`);
  return 'It failed; the log of the server says why.';
}

/** All that is read of the owner of a token. */
const NAMES = ['id', 'documentId', 'firstname', 'lastname', 'username', 'email'] as const;

/** The owner of the token. The request is theirs from here on, so that the trail knows who did what follows. */
async function askerOf(strapi: Core.Strapi, { userAbility, user }: Context): Promise<Asker> {
  const owner: Administrator | null = await strapi.db
    .query('admin::user')
    .findOne({ where: { id: user.id }, select: [...NAMES] });
  if (!owner) throw new ToolRefusal('The owner of the token is gone.');
  const state = strapi.requestContext.get()?.state;
  if (state) Object.assign(state, { user: owner, auth: { strategy: { name: 'admin' } } });
  return { state: { userAbility, user: owner } };
}

/** Each call, before it is done: where the trail cannot have it nothing is done. */
const enterInTrail = (strapi: Core.Strapi, { name }: AssistantTool, args: unknown): Promise<void> =>
  auditBefore(strapi, {
    action: 'assist',
    subject: { uid: CONFIGURATION_UID, id: null, title: name, locale: null },
    changes: Object.entries(args ?? {}).map(([path, after]) => ({ path, before: null, after })),
  });
