import { z as strapiZod } from '@strapi/utils';
import { z } from 'zod';

/** By what they were made from: a schema is as large as the configuration, and Strapi asks for all at each start. */
const made = new WeakMap<z.ZodType, Map<string, z.ZodType>>();

/**
 * A schema as Strapi's own Zod knows it. OpenAPI is written by the version of Zod that Strapi brings, which cannot
 * read the insides of schemas that another version made; JSON Schema is the language both speak.
 *
 * @param description what is said of it, in place of what it says itself
 */
export function forOpenApi(schema: z.ZodType, description = ''): z.ZodType {
  const known = made.get(schema) ?? new Map<string, z.ZodType>();
  made.set(schema, known);
  const before = known.get(description);
  if (before) return before;
  const described = z.toJSONSchema(description ? schema.meta({ description }) : schema, {
    unrepresentable: 'any',
  });
  type Described = Parameters<typeof strapiZod.fromJSONSchema>[0];
  const own = strapiZod.fromJSONSchema(described as Described) as unknown as z.ZodType;
  known.set(description, own);
  return own;
}

/** The same for each schema of a map. */
export const allForOpenApi = (schemas: Record<string, z.ZodType>): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, forOpenApi(schema)]));
