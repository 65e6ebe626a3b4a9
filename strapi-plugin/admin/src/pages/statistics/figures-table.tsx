import { Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import type { Figures } from '../../api/contract';
import { useTexts } from '../../texts';
import { type FigureName, figureOf, isShare } from './figure';

interface Props {
  label: string;
  /** Of the first column. */
  of: string;
  rows: { key: string; label: string; figures: Figures; compared?: Figures | null }[];
  /** What is shown beside the numbers that every table has. */
  figure: FigureOf;
  /** There is something that it is compared with. */
  isCompared?: boolean;
}

/** A figure and what it is called. */
export interface FigureOf {
  name: FigureName;
  label: string;
}

const COLUMNS = ['shown', 'answered', 'decisions', 'accepted', 'refused', 'partial'] as const;

/** The figures as they are. It scrolls by itself, and by keyboard. */
export function FiguresTable({ label, of, rows, figure, isCompared = false }: Props) {
  const { t, intl } = useTexts();
  // Other numbers have a column already.
  const isTold = isShare(figure.name) || figure.name.startsWith('objections:');
  const told = (value: number | null) =>
    value === null
      ? '–'
      : intl.formatNumber(value, isShare(figure.name) ? { style: 'percent', maximumFractionDigits: 1 } : {});
  return (
    <Scroll role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {isTold && (
              <th scope="col">
                {isShare(figure.name) ? t('statistics.share', { figure: figure.label }) : figure.label}
              </th>
            )}
            {isCompared && <th scope="col">{t('statistics.compared', { figure: figure.label })}</th>}
            {COLUMNS.map((name) => (
              <th key={name} scope="col">
                {t(`statistics.column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label: name, figures, compared }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {isTold && <td>{told(figureOf(figure.name, figures))}</td>}
              {isCompared && <td>{told(compared ? figureOf(figure.name, compared) : null)}</td>}
              {COLUMNS.map((column) => (
                <td key={column}>{intl.formatNumber(figures[column])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <Typography textColor="neutral600">{t('statistics.none')}</Typography>}
    </Scroll>
  );
}

const Scroll = styled.div`
  max-height: 36rem;
  overflow: auto;
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: ${({ theme }) => theme.fontSizes[2]};
  &:focus-visible {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
    outline-offset: 2px;
  }
  table {
    width: 100%;
    border-collapse: collapse;
  }
  th,
  td {
    padding: ${({ theme }) => `${theme.spaces[2]} ${theme.spaces[3]}`};
    text-align: end;
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
    border-bottom: 1px solid ${({ theme }) => theme.colors.neutral150};
  }
  th:first-child {
    text-align: start;
  }
  thead th {
    position: sticky;
    top: 0;
    background: ${({ theme }) => theme.colors.neutral0};
    color: ${({ theme }) => theme.colors.neutral600};
    font-weight: ${({ theme }) => theme.fontWeights.semiBold};
    white-space: normal;
    vertical-align: bottom;
  }
`;
