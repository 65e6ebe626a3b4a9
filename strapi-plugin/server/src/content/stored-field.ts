import { z } from 'zod';
import { localized } from '../content-type-options';
import { moment } from '../database/moment';
import { type CustomFieldName, customField } from '../uids';
import { MOST_OF_ADDRESS, webUrl } from './field-checks';
import type { Picture } from './picture';

/** A field of a content type: how Strapi stores it, and what its attribute cannot say of the value. */
export interface StoredField<Value> {
  /** An object of its own for each field: Strapi writes the column's name into it. */
  attribute: object;
  check?: z.ZodType;
  /** Never there: the type of the value in a row. */
  value?: Value;
}

export const field = <Value>(attribute: object, check?: z.ZodType): StoredField<Value> => ({
  attribute,
  ...(check ? { check } : {}),
});

/** The same with a value in each language. */
export const inEachLanguage = <Value>({ attribute, ...rest }: StoredField<Value>): StoredField<Value> => ({
  ...rest,
  attribute: { ...attribute, ...localized },
});

/** The same where no entry is without it. */
export const required = <Value>({
  attribute,
  check,
}: StoredField<Value | null>): StoredField<NonNullable<Value>> =>
  field({ ...attribute, required: true }, check);

export const line = (maxLength: number, check?: z.ZodType): StoredField<string | null> =>
  field({ type: 'string', maxLength, ...(maxLength > 255 && { columnType: longColumn() }) }, check);

/** Strapi makes columns of 255 characters for lines, and sees whether one has become of another type, not of another length. */
const longColumn = (): object => ({ type: 'text', args: ['longtext'] });

/** A line that no entry may be without. */
export const requiredLine = (attribute: object): StoredField<string> =>
  field({ type: 'string', required: true, ...attribute });

/** By which an editor knows an entry. */
export const entryName = (): StoredField<string> => requiredLine({ maxLength: 255 });

/** What a key of letters, digits, - and _ must be. */
export const KEY = '^[a-z0-9][a-z0-9_-]*$';

/** The whole address of a page. */
export const webAddress = (): StoredField<string | null> => line(MOST_OF_ADDRESS, webUrl);

/** `YYYY-MM-DD`. */
export const day = (): StoredField<string | null> => field({ type: 'date' });

/** A time of a day. */
export const instant = (): StoredField<Date | null> => field({ type: 'datetime' });

export const wholeNumber = (): StoredField<number | null> => field({ type: 'integer' });

export const yesOrNo = (): StoredField<boolean | null> => field({ type: 'boolean' });

/** Something with parts, which Strapi stores as it is. */
export const structure = <Value>(): StoredField<Value | null> => field({ type: 'json' });

export const longText = (): StoredField<string | null> => field({ type: 'text' });

export const flag = (held: boolean): StoredField<boolean | null> =>
  field({ type: 'boolean', default: held, required: true });

export const choice = <const Values extends readonly string[]>(
  values: Values,
): StoredField<Values[number] | null> => field({ type: 'enumeration', enum: values });

/** A choice that every entry has made. */
export const decidedChoice = <const Values extends readonly string[]>(
  values: Values,
  held: Values[number],
): StoredField<Values[number]> => field({ type: 'enumeration', enum: values, default: held, required: true });

/** A text of some length that each language has for itself. */
export const translatedText = (): StoredField<string | null> => inEachLanguage(longText());

/** A picture of Strapi's media library. */
export const picture = (): StoredField<Picture | null> =>
  field({ type: 'media', multiple: false, allowedTypes: ['images'] });

/** One of the plugin's own fields. */
export const custom = <Value>(name: CustomFieldName, check?: z.ZodType): StoredField<Value | null> =>
  field({ type: 'customField', customField: customField(name) }, check);

/** A row's values, by their names. */
export type RowOf<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends StoredField<infer Value> ? Value : never;
};

type Fields = Readonly<Record<string, StoredField<unknown>>>;

/** A row under the id by which it is known. */
export type DocumentOf<Fields> = { documentId: string } & RowOf<Fields>;

/** The names of what is read of a row. */
export const namesIn = (fields: Fields): string[] => ['documentId', ...Object.keys(fields)];

/** A row as its fields say, whichever database gives it. */
export function documentOf<Table extends Fields>(
  fields: Table,
  row: Record<string, unknown>,
): DocumentOf<Table> {
  const values = Object.entries(fields).map(([name, { attribute }]) => {
    const value = row[name] ?? null;
    const isMoment = 'type' in attribute && attribute.type === 'datetime';
    return [name, isMoment && value !== null ? moment(value) : value];
  });
  return { documentId: row.documentId, ...Object.fromEntries(values) } as DocumentOf<Table>;
}

/** As a content type has them. */
export const attributesOf = (fields: Fields): Record<string, object> =>
  Object.fromEntries(Object.entries(fields).map(([name, { attribute }]) => [name, attribute]));

/** What a write is checked by; it may leave any field as it is. */
export const checksOf = (fields: Fields): z.ZodType =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, { check }]) => (check ? [[name, check.nullish()]] : [])),
    ),
  );
