import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import type { z } from 'zod';

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

/**
 * Refuses what the administrator's role may not fill in, as the content manager would.
 *
 * @throws {errors.ForbiddenError} that names the fields.
 */
export function checkFieldsAllowed(
  ctx: Context,
  [action, subject]: readonly [string, string],
  fields: readonly string[],
): void {
  const ability = ctx.state.userAbility as { can(action: string, subject: string, field: string): boolean };
  const refused = fields.filter((field) => !ability.can(action, subject, field));
  if (refused.length > 0) {
    throw new errors.ForbiddenError(`Your role may not fill in ${refused.join(', ')}`);
  }
}
