import type { Context } from 'koa';
import type { z } from 'zod';
import { errors } from './errors';

/** The administrator who asks. */
export interface Administrator {
  id: number;
  documentId: string;
  firstname?: string | null;
  lastname?: string | null;
  username?: string | null;
  email: string;
}

export const administrator = (ctx: Context): Administrator => ctx.state.user as Administrator;

/** How colleagues know an administrator. */
export function nameOf({ firstname, lastname, username, email }: Administrator): string {
  return [firstname, lastname].filter(Boolean).join(' ') || username || email;
}

/**
 * The body of an admin's request.
 *
 * @throws {errors.ValidationError} that names each wrong value.
 */
export function adminBody<Schema extends z.ZodType>(schema: Schema, ctx: Context): z.output<Schema> {
  const parsed = schema.safeParse(Reflect.get(ctx.request, 'body') ?? {});
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String), message }));
  throw new errors.ValidationError(
    problems.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
    { errors: problems },
  );
}

/** Answers 403 with its reason: Strapi drops the message of a ForbiddenError that a controller throws. */
export function forbid(ctx: Context, message: string): false {
  ctx.status = 403;
  ctx.body = { data: null, error: { status: 403, name: 'ForbiddenError', message, details: {} } };
  return false;
}

/** Whether the administrator's role may fill in all of these; else the 403 that names the others is answered. */
export function fieldsAllowed(
  ctx: Context,
  [action, subject]: readonly [string, string],
  fields: readonly string[],
): boolean {
  const ability = ctx.state.userAbility as { can(action: string, subject: string, field: string): boolean };
  const refused = fields.filter((field) => !ability.can(action, subject, field));
  return refused.length === 0 || forbid(ctx, `Your role may not fill in ${refused.join(', ')}`);
}
