import { type CountSum, decisionsOf, outcomeOf, SHOWN, serviceOf } from '../evidence/decision-counts';

/** How visitors decided, of whatever the figures are of. */
export interface Figures {
  /** First visits whose page had a banner to answer. Zero where no site has told. */
  shown: number;
  /** Decisions in the banner or in the preferences that it leads to. */
  answered: number;
  /** All decisions, those included that no banner has asked for: signals, withdrawals, gates. */
  decisions: number;
  accepted: number;
  refused: number;
  partial: number;
  categories: Record<string, CategoryFigures>;
  /** Services that were decided on by themselves. */
  services: Record<string, ServiceFigures>;
}

/** How often a service was granted, and refused, otherwise than with its whole category. */
export interface ServiceFigures {
  granted: number;
  refused: number;
}

/** What was decided of a category. Who leaves one on that is on without consent decides nothing. */
export interface CategoryFigures {
  granted: number;
  refused: number;
  /** Where it was on without consent; left out where there were none. */
  objected?: number;
}

/** What somebody decides who is asked. */
const ANSWERS: readonly string[] = ['banner', 'preferences'];

export const NO_FIGURES: Readonly<Figures> = {
  ...{ shown: 0, answered: 0, decisions: 0, accepted: 0, refused: 0, partial: 0 },
  categories: {},
  services: {},
};

/** The figures of sums that stand for one thing. While records are set apart a sum may be less than nothing: it counts as that. */
export function figuresOf(sums: readonly CountSum[]): Figures {
  const figures = { ...NO_FIGURES };
  // A category may be called like something that every object has.
  const categories = new Map<string, CategoryFigures>();
  const services = new Map<string, ServiceFigures>();
  for (const { source, choice, total } of sums) {
    const n = Math.max(0, total);
    if (source === SHOWN) {
      figures.shown += n;
      continue;
    }
    const service = serviceOf(choice);
    if (service) {
      const [name, said] = service;
      const of = services.get(name) ?? { granted: 0, refused: 0 };
      services.set(name, { ...of, [said]: of[said] + n });
      continue;
    }
    figures.decisions += n;
    if (ANSWERS.includes(source)) figures.answered += n;
    const outcome = outcomeOf(choice);
    if (outcome) figures[outcome] += n;
    for (const [key, said] of decisionsOf(choice)) {
      const category = categories.get(key) ?? { granted: 0, refused: 0 };
      category[said] = (category[said] ?? 0) + n;
      categories.set(key, category);
    }
  }
  return { ...figures, categories: sorted(categories), services: sorted(services) };
}

const sorted = <Value>(byKey: ReadonlyMap<string, Value>): Record<string, Value> =>
  Object.fromEntries([...byKey].sort(([a], [b]) => (a < b ? -1 : 1)));

/** The figures of each key. */
export function figuresByKey(sums: readonly CountSum[]): Map<string, Figures> {
  const byKey = Map.groupBy(sums, ({ key }) => key);
  return new Map([...byKey].map(([key, own]) => [key, figuresOf(own)]));
}
