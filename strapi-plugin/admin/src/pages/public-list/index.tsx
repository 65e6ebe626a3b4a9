import { PROCESSOR_TABLE_MODES, processorTableHtml } from '@permesso/consent-core/legal';
import { legalTexts } from '@permesso/consent-core/texts';
import {
  Box,
  Field,
  Flex,
  Grid,
  SingleSelect,
  SingleSelectOption,
  Tabs,
  Typography,
} from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';
import { useState } from 'react';
import type { PublicRegister } from '../../api/contract';
import { PublishedHtml } from '../../published-html';
import { useTexts } from '../../texts';
import { LoadError } from '../load-error';
import { Loading } from '../loading';
import { TabStrip } from '../tab-strip';
import { useConsentPublicListQuery } from './api';

/** The register as visitors and customers read it: every table that a legal page can show, by the site's own code. */
export function PublicListPage() {
  const { t } = useTexts();
  const [locale, setLocale] = useState('');
  const { currentData: register, isError, error, refetch } = useConsentPublicListQuery(locale);
  if (isError) return <LoadError error={error} notFound={t('processors.off')} retry={refetch} />;
  return (
    <Page.Main aria-busy={!register}>
      <Page.Title>{t('publicList.title')}</Page.Title>
      <Layouts.Header title={t('publicList.title')} subtitle={t('publicList.subtitle')} />
      <Layouts.Content>
        {register ? <PublicList register={register} chooseLocale={setLocale} /> : <Loading />}
      </Layouts.Content>
    </Page.Main>
  );
}

/** The list that is most asked for. */
const FIRST = 'subprocessors';

interface Props {
  register: PublicRegister;
  chooseLocale(locale: string): void;
}

function PublicList({ register, chooseLocale }: Props) {
  const { t, language } = useTexts();
  const { locale, locales } = register;
  return (
    <Flex direction="column" alignItems="stretch" gap={6} paddingBottom={8}>
      <Grid.Root gap={4}>
        <Grid.Item col={9} s={12} xs={12} direction="column" alignItems="stretch">
          <Notice register={register} />
        </Grid.Item>
        <Grid.Item col={3} s={12} xs={12} direction="column" alignItems="stretch">
          <Field.Root>
            <Field.Label>{t('records.locale')}</Field.Label>
            <SingleSelect value={locale} onChange={(value) => chooseLocale(String(value))}>
              {locales.map((one) => (
                <SingleSelectOption key={one} value={one}>
                  {language(one)}
                </SingleSelectOption>
              ))}
            </SingleSelect>
          </Field.Root>
        </Grid.Item>
      </Grid.Root>
      <Box background="neutral0" hasRadius shadow="tableShadow" padding={6}>
        <Tabs.Root defaultValue={FIRST}>
          <TabStrip
            label={t('publicList.tables')}
            names={PROCESSOR_TABLE_MODES}
            text={(mode) => t(`publicList.tab.${mode}`)}
            open={FIRST}
          />
          {PROCESSOR_TABLE_MODES.map((mode) => (
            <Tabs.Content key={mode} value={mode}>
              <Box paddingTop={5}>
                <Typography variant="pi" tag="p" textColor="neutral600">
                  {t(`publicList.mode.${mode}`)} <code>{`{{processor-table:${mode}}}`}</code>
                </Typography>
                <Box paddingTop={4}>
                  <PublishedHtml
                    title={t(`publicList.tab.${mode}`)}
                    lang={locale}
                    html={processorTableHtml(register, mode, {
                      locale,
                      labels: legalTexts(locale).processorTable,
                    })}
                  />
                </Box>
              </Box>
            </Tabs.Content>
          ))}
        </Tabs.Root>
      </Box>
    </Flex>
  );
}

function Notice({ register: { notice } }: { register: PublicRegister }) {
  const { t, intl } = useTexts();
  const day = notice.changedAt
    ? intl.formatDate(notice.changedAt, { dateStyle: 'medium', timeZone: 'UTC' })
    : null;
  return (
    <Box background="neutral0" hasRadius shadow="tableShadow" padding={5}>
      <Typography tag="p">
        {t('publicList.version', { version: notice.version })}{' '}
        {day ? t('publicList.changed', { date: day }) : t('publicList.unchanged')}
      </Typography>
      <Typography tag="p" textColor="neutral600">
        {t('publicList.notice', { days: notice.noticeDays })}{' '}
        {notice.noticeEmail ? t('publicList.email', { email: notice.noticeEmail }) : t('publicList.noEmail')}
      </Typography>
    </Box>
  );
}
