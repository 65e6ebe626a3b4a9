import { Typography } from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';
import type { ProcessorCatalogue, RegisterPreset } from '../../api/contract';
import { useRequest } from '../../api/request';
import { useTexts } from '../../texts';
import { LoadError } from '../load-error';
import { Loading } from '../loading';
import { AddProcessor } from './add-processor';
import { Catalogue, PresetCard } from './catalogue';

/** Known processors, to add to the register. */
export function ProcessorCataloguePage() {
  const { t, intl } = useTexts();
  const { answer, reload } = useRequest<ProcessorCatalogue>(
    `/consent/catalogue/processors?locale=${intl.locale}`,
  );
  if (answer.state === 'failed') {
    return <LoadError error={answer.error} notFound={t('processors.off')} retry={reload} />;
  }
  return (
    <Page.Main aria-busy={answer.state === 'loading'}>
      <Page.Title>{t('processors.title')}</Page.Title>
      <Layouts.Header title={t('processors.title')} subtitle={t('processors.subtitle')} />
      <Layouts.Content>
        {answer.state === 'loading' && <Loading />}
        {answer.state === 'loaded' && <Presets presets={answer.value.presets} />}
      </Layouts.Content>
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
