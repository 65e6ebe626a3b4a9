import type { Core } from '@strapi/strapi';
import type { z } from '@strapi/utils';
import type { Asker } from '../http/admin';
import { type AdminAction, roleHolds } from '../http/admin-route';

type Shape = z.ZodObject<z.ZodRawShape>;

/** The owner of the token: an assistant may do what that administrator may, and less. */
export interface Caller {
  asker: Asker;
}

/** A tool for assistants. Nothing that one does is seen by a visitor, and none reaches a record, an account or a secret. */
export interface AssistantTool {
  name: `consent_${string}`;
  title: string;
  /** What an assistant reads to choose it. */
  description: string;
  /** It is offered to whoever may do any of this. */
  allowedTo: readonly [AdminAction, ...AdminAction[]];
  input: Shape;
  output: Shape;
  /** @throws {ToolRefusal} with a reason that the assistant is told. */
  run(strapi: Core.Strapi, args: unknown, caller: Caller): Promise<Record<string, unknown>>;
}

/** Why a tool does not do what it was asked for, as the assistant is told. */
export class ToolRefusal extends Error {
  override name = 'ToolRefusal';
}

/** A tool whose arguments are typed by its schema. */
export function defineTool<Input extends Shape, Output extends Shape>(
  tool: Omit<AssistantTool, 'input' | 'output' | 'run'> & {
    input: Input;
    output: Output;
    run(strapi: Core.Strapi, args: z.output<Input>, caller: Caller): Promise<z.input<Output>>;
  },
): AssistantTool {
  return {
    ...tool,
    // Strapi's MCP server has parsed the arguments by the schema before; defaults are filled in here.
    run: (strapi, args, caller) => tool.run(strapi, tool.input.parse(args ?? {}), caller),
  };
}

/** @throws {ToolRefusal} where the role does not hold this. */
export function requireAction({ asker }: Caller, action: AdminAction): void {
  if (roleHolds(asker, action)) return;
  throw new ToolRefusal(`The owner of the token may not do this: ${[action].flat().join(' on ')}.`);
}
