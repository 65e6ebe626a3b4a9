import { Box, Grid, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { useTexts } from '../../texts';
import { CountryField, RegionField } from '../place-fields';
import { jurisdictionRules, useForm } from './form';
import { explain } from './jurisdiction-table';
import { useRegionName } from './region-name';
import { Section } from './section';

/** "Which model would a visitor from … get, and why": answered by the function that decides for visitors. */
export function PlaceCheck() {
  const { t } = useTexts();
  const [country, setCountry] = useState('');
  const [region, setRegion] = useState('');
  return (
    <Section title={t('settings.check')} hint={t('settings.check.hint')}>
      <Grid.Root gap={4}>
        <Grid.Item col={3} s={6} xs={12} direction="column" alignItems="stretch">
          <CountryField value={country} hint={t('settings.check.country.hint')} change={setCountry} />
        </Grid.Item>
        <Grid.Item col={3} s={6} xs={12} direction="column" alignItems="stretch">
          <RegionField value={region} change={setRegion} />
        </Grid.Item>
        <Grid.Item col={6} s={12} xs={12} direction="column" alignItems="stretch">
          <Answer country={country} region={region} />
        </Grid.Item>
      </Grid.Root>
    </Section>
  );
}

function Answer({ country, region }: { country: string; region: string }) {
  const { t, country: countryName } = useTexts();
  const form = useForm();
  const regionName = useRegionName();
  const { model, row, reason, source } = explain(
    jurisdictionRules(form),
    { country, ...(region ? { region } : {}) },
    new Date(),
  );
  const known = /^[A-Z]{2}$/.test(country);
  const why = row
    ? t(reason === 'eea' ? 'settings.check.eea' : 'settings.check.row', {
        row: regionName(row.region),
        country: known ? countryName(country) : country,
        law: row.law || t('settings.check.noLaw'),
      })
    : t(known ? 'settings.check.fallback' : 'settings.check.unknown');
  return (
    <Box background="primary100" hasRadius padding={4} aria-live="polite">
      <Typography variant="delta" tag="p">
        {t(`model.${model}`)}
      </Typography>
      <Typography tag="p">{why}</Typography>
      {source && (
        <Typography variant="pi" textColor="neutral600" tag="p">
          {t(`settings.source.${source}`)}
        </Typography>
      )}
      {!form.view.fixed.trustProxy && <Typography tag="p">{t('settings.check.noHeaders')}</Typography>}
    </Box>
  );
}
