import { z as strapiZod } from '@strapi/utils';
import { z } from 'zod';

/**
 * A schema as Strapi's own Zod knows it. OpenAPI is written by the version of Zod that Strapi brings, which cannot
 * read the insides of schemas that another version made; JSON Schema is the language both speak.
 */
export const forOpenApi = (schema: z.ZodType): z.ZodType => {
  const described = z.toJSONSchema(schema, { unrepresentable: 'any' });
  type Described = Parameters<typeof strapiZod.fromJSONSchema>[0];
  return strapiZod.fromJSONSchema(described as Described) as unknown as z.ZodType;
};

/** The same for each schema of a map. */
export const allForOpenApi = (schemas: Record<string, z.ZodType>): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, forOpenApi(schema)]));
