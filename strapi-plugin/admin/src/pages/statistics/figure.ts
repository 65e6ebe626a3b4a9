import type { Figures } from '../../api/contract';

/** What the curve may show: a share between 0 and 1, or a number. */
export const FIGURES = [
  'answered',
  'accepted',
  'refused',
  'partial',
  'ignored',
  'shown',
  'decisions',
] as const;
export type FigureName =
  | (typeof FIGURES)[number]
  | `category:${string}`
  | `objections:${string}`
  | `service:${string}`;

const COUNTS: readonly string[] = ['shown', 'decisions'];

/** Whether it is a share. Of how many leave on what is on without consent nobody knows. */
export const isShare = (name: FigureName): boolean =>
  !COUNTS.includes(name) && !name.startsWith('objections:');

const share = (part: number, of: number): number | null => (of > 0 ? Math.min(1, part / of) : null);

/** Null where there is nothing that it could be a share of. */
export function figureOf(name: FigureName, figures: Figures): number | null {
  const { shown, answered, decisions, accepted, refused, partial, categories, services } = figures;
  const [kind, key] = name.split(':', 2);
  if (key !== undefined) {
    if (kind === 'objections') return (Object.hasOwn(categories, key) && categories[key]?.objected) || 0;
    const all = kind === 'service' ? services : categories;
    const of = Object.hasOwn(all, key) ? all[key] : undefined;
    return of ? share(of.granted, of.granted + of.refused) : null;
  }
  const chosen = accepted + refused + partial;
  if (name === 'shown') return shown;
  if (name === 'decisions') return decisions;
  if (name === 'answered') return share(answered, shown);
  if (name === 'ignored') return share(Math.max(0, shown - answered), shown);
  return share({ accepted, refused, partial }[name as 'accepted'], chosen);
}
