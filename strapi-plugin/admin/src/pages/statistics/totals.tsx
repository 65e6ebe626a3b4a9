import { Box, Grid, Typography } from '@strapi/design-system';
import type { Figures } from '../../api/contract';
import { useTexts } from '../../texts';
import { type FIGURES, figureOf, isShare } from './figure';

const TOLD: (typeof FIGURES)[number][] = [
  'shown',
  'answered',
  'ignored',
  'decisions',
  'accepted',
  'refused',
  'partial',
];

/** What the whole span comes to, and how far it is from what it is compared with. */
export function Totals({ totals, compared }: { totals: Figures; compared: Figures | null }) {
  const { t, intl } = useTexts();
  const told = (value: number | null, share: boolean) =>
    value === null
      ? '–'
      : intl.formatNumber(value, share ? { style: 'percent', maximumFractionDigits: 1 } : {});
  return (
    <Grid.Root gap={4}>
      {TOLD.map((name) => {
        const other = compared && figureOf(name, compared);
        return (
          <Grid.Item key={name} col={3} s={6} xs={12} direction="column" alignItems="stretch">
            <Box background="neutral0" hasRadius shadow="tableShadow" padding={4} height="100%">
              <Typography variant="sigma" tag="h2" textColor="neutral600">
                {t(`statistics.figure.${name}`)}
              </Typography>
              <Typography variant="alpha" tag="p">
                {told(figureOf(name, totals), isShare(name))}
              </Typography>
              {compared && (
                <Typography variant="pi" tag="p" textColor="neutral600">
                  {t('statistics.comparedWith', { value: told(other, isShare(name)) })}
                </Typography>
              )}
            </Box>
          </Grid.Item>
        );
      })}
    </Grid.Root>
  );
}
