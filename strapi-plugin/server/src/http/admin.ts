import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import type { z } from 'zod';
import type { ContentAction } from './admin-route';
import { answerError } from './answer-error';
import { parseInput } from './invalid-input';

/** The administrator who asks. */
export interface Administrator {
  id: number;
  documentId: string;
  firstname?: string | null;
  lastname?: string | null;
  username?: string | null;
  email: string;
}

export const administrator = ({ state }: Asker): Administrator => state.user as Administrator;

/** Whoever asks: the request of an administrator, or what stands for one. */
export type Asker = Pick<Context, 'state'>;

/** How colleagues know an administrator. */
export function nameOf({ firstname, lastname, username, email }: Administrator): string {
  return [firstname, lastname].filter(Boolean).join(' ') || username || email;
}

/**
 * The body of an admin's request.
 *
 * @throws {errors.ValidationError} that names each wrong value.
 */
export const adminBody = <Schema extends z.ZodType>(schema: Schema, ctx: Context): z.output<Schema> =>
  parseInput(schema, Reflect.get(ctx.request, 'body') ?? {});

/** Answers 403 with its reason: Strapi drops the message of a ForbiddenError that a controller throws. */
export function forbid(ctx: Context, message: string): false {
  answerError(ctx, 403, 'ForbiddenError', message);
  return false;
}

/** Strapi's own judgement of what a role may do to the entries of one type. */
export interface ContentChecker {
  /**
   * Without a row any rule of the role suffices, whatever it is limited to; with one, the languages and conditions of
   * the rule must hold for it, so a condition on what the row does not tell fails.
   */
  can: Record<ContentAction, (row?: object, field?: string) => boolean>;
  /** The query with the conditions of the role in it. */
  sanitizedQuery: Record<ContentAction, (query: object) => Promise<{ filters?: object }>>;
}

/** The checker that the content manager itself asks: what an administrator may not do there, no route may do. */
export const contentChecker = (strapi: Core.Strapi, { state }: Asker, uid: string): ContentChecker =>
  strapi
    .plugin('content-manager')
    .service('permission-checker')
    .create({ userAbility: state.userAbility, model: uid });

interface Creation {
  uid: string;
  locales: readonly string[];
  fields: readonly string[];
}

/**
 * Whether the administrator's role may create an entry with these fields in all of these languages; else the 403 that
 * names what it lacks is answered. Who creates it is its creator, so a condition on that stops nobody.
 */
export function mayCreate(strapi: Core.Strapi, ctx: Context, creation: Creation): boolean {
  const reason = whyNotCreate(strapi, ctx, creation);
  return reason === null || forbid(ctx, reason);
}

/** Why the role may not create such an entry; null where it may. */
export function whyNotCreate(
  strapi: Core.Strapi,
  asker: Asker,
  { uid, locales, fields }: Creation,
): string | null {
  const { can } = contentChecker(strapi, asker, uid);
  const rows = locales.map((locale) => ({ locale, createdBy: administrator(asker) }));
  const closed = rows.filter((row) => !can.create(row)).map(({ locale }) => locale);
  if (closed.length > 0) return `Your role may not create this in ${closed.join(', ')}`;
  const refused = fields.filter((field) => !rows.every((row) => can.create(row, field)));
  return refused.length > 0 ? `Your role may not fill in ${refused.join(', ')}` : null;
}

/** Compares as readers of a language expect; as English ones where the locale is no language tag, such as `en_US`. */
export function collation(locale: string): (a: string, b: string) => number {
  try {
    return new Intl.Collator(locale).compare;
  } catch {
    return new Intl.Collator('en').compare;
  }
}
