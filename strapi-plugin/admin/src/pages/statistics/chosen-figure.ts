import type { Statistics } from '../../api/contract';
import { useCategoryLabel } from '../../published-state';
import { useTexts } from '../../texts';
import { FIGURES, type FigureName } from './figure';
import type { FigureOf } from './figures-table';
import type { Filter } from './filter';

/** What the curve may show, and which of it the address names; else what says most of what there is. */
export function useChosenFigure(
  { totals }: Statistics,
  { figure: wanted }: Filter,
): { figure: FigureOf; figures: FigureOf[] } {
  const { t } = useTexts();
  const labelOf = useCategoryLabel();
  const figures: FigureOf[] = [
    ...FIGURES.map((name) => ({ name, label: t(`statistics.figure.${name}`) })),
    ...Object.keys(totals.categories).map((key) => ({
      name: `category:${key}` as const,
      label: t('statistics.figure.category', { category: labelOf(key) }),
    })),
    ...Object.entries(totals.categories).flatMap(([key, { objected }]) =>
      objected === undefined
        ? []
        : [
            {
              name: `objections:${key}` as const,
              label: t('statistics.figure.objections', { category: labelOf(key) }),
            },
          ],
    ),
    ...Object.keys(totals.services).map((name) => ({
      name: `service:${name}` as const,
      label: t('statistics.figure.service', { service: labelOf(name) }),
    })),
  ];
  // Nobody can answer what nobody was shown.
  const usual: FigureName = totals.shown > 0 ? 'answered' : 'accepted';
  const named = (name: string | undefined) => figures.find((one) => one.name === name);
  return { figure: named(wanted) ?? named(usual) ?? { name: usual, label: '' }, figures };
}
