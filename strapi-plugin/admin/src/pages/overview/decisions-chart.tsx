import { Flex, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import type { ConsentOverview } from '../../api/contract';
import { useTexts } from '../../texts';
import { NoDecisions } from './no-decisions';

const HEIGHT = 100;
const STEP = 20;

/** Decisions a day, as bars. */
export function DecisionsChart({ days }: { days: ConsentOverview['days'] }) {
  const { t, intl } = useTexts();
  const most = Math.max(...days.map(({ decisions }) => decisions));
  if (most === 0) return <NoDecisions />;
  const label = (date: string) => intl.formatDate(date, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return (
    <>
      <Typography variant="pi" textColor="neutral600" tag="p">
        {t('overview.most', { n: intl.formatNumber(most) })}
      </Typography>
      <Bars
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT + 1}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={days.map(({ date, decisions }) => `${label(date)}: ${decisions}`).join(', ')}
      >
        {days.map(({ date, decisions }, index) => {
          const height = decisions === 0 ? 0 : Math.max(2, (decisions / most) * HEIGHT);
          return (
            <rect key={date} x={index * STEP + 2} y={HEIGHT - height} width={STEP - 4} height={height}>
              <title>{`${label(date)}: ${intl.formatNumber(decisions)}`}</title>
            </rect>
          );
        })}
        <line x1={0} x2={days.length * STEP} y1={HEIGHT} y2={HEIGHT} />
      </Bars>
      <Flex justifyContent="space-between" aria-hidden>
        {[days[0], days[Math.floor(days.length / 2)], days.at(-1)].map(
          (day) =>
            day && (
              <Typography key={day.date} variant="pi" textColor="neutral600">
                {label(day.date)}
              </Typography>
            ),
        )}
      </Flex>
    </>
  );
}

const Bars = styled.svg`
  display: block;
  width: 100%;
  height: 12rem;
  rect {
    fill: ${({ theme }) => theme.colors.primary500};
  }
  line {
    stroke: ${({ theme }) => theme.colors.neutral300};
  }
`;
