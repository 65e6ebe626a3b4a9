import { Box, Flex, Typography } from '@strapi/design-system';
import { useTexts } from '../../texts';
import { NoDecisions } from './no-decisions';

/** How many rows are shown before the rest is summed up. */
const SHOWN = 10;

interface Row {
  key: string;
  label: string;
  n: number;
}

/** Shares of a whole, the largest first, each with its number. */
export function Breakdown({ rows }: { rows: Row[] }) {
  const { t, intl } = useTexts();
  const all = rows.reduce((sum, { n }) => sum + n, 0);
  if (all === 0) return <NoDecisions />;
  const rest = rows.slice(SHOWN).reduce((sum, { n }) => sum + n, 0);
  const shown = [
    ...rows.slice(0, SHOWN),
    ...(rest > 0 ? [{ key: '', label: t('overview.others'), n: rest }] : []),
  ];
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
      {shown.map(({ key, label, n }) => (
        <Box tag="li" key={key}>
          <Flex justifyContent="space-between" gap={2}>
            <Typography>{label}</Typography>
            <Typography textColor="neutral600">
              {`${intl.formatNumber(n)} (${intl.formatNumber(n / all, { style: 'percent' })})`}
            </Typography>
          </Flex>
          <Box background="neutral150" hasRadius height="0.6rem" marginTop={1} aria-hidden>
            <Box background="primary500" hasRadius height="100%" width={`${(n / all) * 100}%`} />
          </Box>
        </Box>
      ))}
    </Flex>
  );
}
