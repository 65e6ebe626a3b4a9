import { Typography } from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';
import type { RegisterPreset } from '../../api/contract';
import { useTexts } from '../../texts';
import { LoadError } from '../load-error';
import { Loading } from '../loading';
import { AddProcessor } from './add-processor';
import { useConsentProcessorCatalogueQuery } from './api';
import { Catalogue, PresetCard } from './catalogue';

/** Known processors, to add to the register. */
export function ProcessorCataloguePage() {
  const { t, intl } = useTexts();
  const { data: catalogue, isError, error, refetch } = useConsentProcessorCatalogueQuery(intl.locale);
  if (isError) return <LoadError error={error} notFound={t('processors.off')} retry={refetch} />;
  return (
    <Page.Main aria-busy={!catalogue}>
      <Page.Title>{t('processors.title')}</Page.Title>
      <Layouts.Header title={t('processors.title')} subtitle={t('processors.subtitle')} />
      <Layouts.Content>{catalogue ? <Presets presets={catalogue.presets} /> : <Loading />}</Layouts.Content>
    </Page.Main>
  );
}

function Presets({ presets }: { presets: RegisterPreset[] }) {
  const { t, country } = useTexts();
  return (
    <Catalogue
      entries={presets}
      searchLabel={t('processors.search')}
      textOf={({ key, name, legalName, purpose, country: code }) =>
        [key, name, legalName, purpose, country(code)].join(' ')
      }
      narrowings={[
        { label: t('processors.purpose'), valueIn: ({ purpose }) => purpose, nameOf: (purpose) => purpose },
        {
          label: t('processors.country'),
          valueIn: ({ country: code }) => code,
          nameOf: country,
        },
      ]}
    >
      {(preset) => (
        <PresetCard
          title={preset.name}
          detail={preset.legalName ?? preset.name}
          marks={[country(preset.country), t(`mechanism.${preset.transfer.mechanism}`)]}
          present={preset.present}
          action={<AddProcessor preset={preset} />}
        >
          <Typography tag="p">{preset.purpose}</Typography>
          <Typography variant="pi" tag="p" textColor="neutral600">
            {preset.dataCategories.join(', ')}
          </Typography>
        </PresetCard>
      )}
    </Catalogue>
  );
}
