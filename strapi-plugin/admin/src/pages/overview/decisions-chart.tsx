import { Flex, Typography } from '@strapi/design-system';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { ConsentOverview } from '../../api/contract';
import { PAGES } from '../../plugin';
import { useTexts } from '../../texts';
import { NoDecisions } from './no-decisions';

const HEIGHT = 100;
const STEP = 20;

/** Decisions a day, as bars; below the days on which a scan found something new stands a mark. */
export function DecisionsChart({ days, findings }: Pick<ConsentOverview, 'days' | 'findings'>) {
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
      <FindingMarks days={days} findings={findings} label={label} />
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

interface MarksProps extends Pick<ConsentOverview, 'days' | 'findings'> {
  label(date: string): string;
}

/** Each leads to what was found. They stand where the bar of their day does, and in words for those who do not see that. */
function FindingMarks({ days, findings, label }: MarksProps) {
  const { t } = useTexts();
  if (findings.length === 0) return null;
  return (
    <Marks aria-label={t('overview.findings')}>
      {findings.map(({ date, found, messages }) => {
        const what = t('overview.findings.day', { date: label(date), n: found });
        const at = (days.findIndex((day) => day.date === date) + 0.5) / days.length;
        return (
          <li key={date} style={{ insetInlineStart: `${at * 100}%` }}>
            <Link to={`${PAGES}/scanner?state=any`} title={[what, ...messages].join('\n')} aria-label={what}>
              <span aria-hidden>▲</span>
            </Link>
          </li>
        );
      })}
    </Marks>
  );
}

const Marks = styled.ul`
  position: relative;
  height: 2.4rem;
  li {
    position: absolute;
    transform: translateX(-50%);
  }
  a {
    display: block;
    width: 2.4rem;
    text-align: center;
    line-height: 2.4rem;
    text-decoration: none;
    color: ${({ theme }) => theme.colors.danger600};
  }
`;

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
