import type { Core } from '@strapi/strapi';
import { FINDING_TOOLS } from './finding-tools';
import { registerGuides } from './guides';
import { policiesOf } from './policies';
import { READING_TOOLS } from './reading-tools';
import { TEXT_TOOLS } from './text-tools';
import type { AssistantTool } from './tool';
import { TRACKER_TOOLS } from './tracker-tools';
import { enterCall, reasonOf } from './trail';

const TOOLS: readonly AssistantTool[] = [...READING_TOOLS, ...TRACKER_TOOLS, ...FINDING_TOOLS, ...TEXT_TOOLS];

type ToolDefinition = Parameters<Core.Strapi['ai']['mcp']['registerTool']>[0];

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
    (strapi, { userAbility }) =>
    async ({ args }) => {
      try {
        const user = await enterCall(strapi, tool.name, args);
        const result = await tool.run(strapi, args, { asker: { state: { userAbility, user } } });
        return { content: [asText(JSON.stringify(result, null, 1))], structuredContent: result };
      } catch (error) {
        return { content: [asText(reasonOf(strapi, `the tool ${tool.name}`, error))], isError: true };
      }
    },
});

const asText = (text: string) => ({ type: 'text' as const, text });
