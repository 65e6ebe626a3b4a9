import { Flex, Typography } from '@strapi/design-system';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { CurveMark } from './marks';

/** In units of the drawing, which is stretched to its place; strokes are not. */
const WIDTH = 1000;
const HEIGHT = 100;
const LINES = [0, 0.25, 0.5, 0.75, 1];

interface Props {
  title: string;
  description: string;
  /** Null where there is nothing to show. */
  values: (number | null)[];
  compared: (number | null)[] | null;
  /** What the top of the drawing stands for. */
  most: number;
  labels: { top: string; bottom: string; dates: string[]; marks: string };
  marks: CurveMark[];
}

/** One or two curves over time. What they say stands in the table below; they are told apart by their strokes. */
export function Curve({ title, description, values, compared, most, labels, marks }: Props) {
  return (
    <Flex direction="column" alignItems="stretch" gap={1}>
      <Typography variant="pi" textColor="neutral600" aria-hidden>
        {labels.top}
      </Typography>
      <Drawing viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={title}>
        <desc>{description}</desc>
        {LINES.map((part) => (
          <line key={part} className="grid" x1={0} x2={WIDTH} y1={part * HEIGHT} y2={part * HEIGHT} />
        ))}
        {marks.map(({ key, kind, at }) => (
          <line key={key} className={kind} x1={xOf(at, values)} x2={xOf(at, values)} y1={0} y2={HEIGHT} />
        ))}
        {compared && <path className="compared" d={pathOf(compared, most)} />}
        <path className="line" d={pathOf(values, most)} />
        <path className="points" d={pointsOf(values, most)} />
      </Drawing>
      <Typography variant="pi" textColor="neutral600" aria-hidden>
        {labels.bottom}
      </Typography>
      <Flex justifyContent="space-between" aria-hidden>
        {labels.dates.map((date) => (
          <Typography key={date} variant="pi" textColor="neutral600">
            {date}
          </Typography>
        ))}
      </Flex>
      {marks.length > 0 && (
        <Marks aria-label={labels.marks}>
          {marks.map(({ key, kind, text, to }) => (
            <li key={key} className={kind}>
              <svg viewBox="0 0 12 12" aria-hidden>
                <line x1={6} x2={6} y1={0} y2={12} />
              </svg>
              <Link to={to}>{text}</Link>
            </li>
          ))}
        </Marks>
      )}
    </Flex>
  );
}

/** Each period has a place of the same width, in whose middle its value stands. */
const xOf = (index: number, { length }: readonly unknown[]): number => ((index + 0.5) / length) * WIDTH;

const pointOf = (value: number, index: number, all: readonly unknown[], most: number): string =>
  `${xOf(index, all).toFixed(1)} ${((1 - value / most) * HEIGHT).toFixed(1)}`;

/** Lines between neighbours only, so that a gap looks like one. */
const pathOf = (values: (number | null)[], most: number): string =>
  values
    .flatMap((value, index) =>
      value === null
        ? []
        : [`${(values[index - 1] ?? null) === null ? 'M' : 'L'}${pointOf(value, index, values, most)}`],
    )
    .join(' ');

/** Strokes without a length, which their round ends make points of: so that no stretching makes them ovals. */
const pointsOf = (values: (number | null)[], most: number): string =>
  values
    .flatMap((value, index) => (value === null ? [] : [`M${pointOf(value, index, values, most)}h0.01`]))
    .join(' ');

const Drawing = styled.svg`
  display: block;
  width: 100%;
  height: 20rem;
  overflow: visible;
  * {
    vector-effect: non-scaling-stroke;
    fill: none;
  }
  .grid {
    stroke: ${({ theme }) => theme.colors.neutral200};
  }
  .release {
    stroke: ${({ theme }) => theme.colors.neutral500};
    stroke-dasharray: 2 3;
    stroke-width: 1.5;
  }
  .finding {
    stroke: ${({ theme }) => theme.colors.danger600};
    stroke-dasharray: 5 3;
    stroke-width: 1.5;
  }
  .line {
    stroke: ${({ theme }) => theme.colors.primary600};
    stroke-width: 2.5;
  }
  .points {
    stroke: ${({ theme }) => theme.colors.primary600};
    stroke-width: 7;
    stroke-linecap: round;
  }
  .compared {
    stroke: ${({ theme }) => theme.colors.neutral600};
    stroke-width: 2;
    stroke-dasharray: 7 5;
  }
`;

const Marks = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${({ theme }) => `${theme.spaces[1]} ${theme.spaces[5]}`};
  padding-top: ${({ theme }) => theme.spaces[2]};
  li {
    display: flex;
    align-items: center;
    gap: ${({ theme }) => theme.spaces[1]};
    color: ${({ theme }) => theme.colors.neutral800};
    font-size: ${({ theme }) => theme.fontSizes[1]};
  }
  a {
    color: ${({ theme }) => theme.colors.primary600};
  }
  svg {
    width: 1.2rem;
    height: 1.2rem;
    stroke-width: 1.5;
  }
  .release svg {
    stroke: ${({ theme }) => theme.colors.neutral500};
    stroke-dasharray: 2 3;
  }
  .finding svg {
    stroke: ${({ theme }) => theme.colors.danger600};
    stroke-dasharray: 5 3;
  }
`;
