/** Values of a form, by the names of its fields. */
export type Values = Readonly<Record<string, unknown>>;

/** What a form says of a relation: not what there is, only what was chosen. */
interface Relation {
  connect: { label?: string }[];
}

export const isRelation = (value: unknown): value is Relation =>
  typeof value === 'object' && value !== null && 'connect' in value && Array.isArray(value.connect);
