import { Typography } from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';
import type { CataloguePreset, TrackerCatalogue } from '../../api/contract';
import { useTexts } from '../../texts';
import { LoadError } from '../load-error';
import { Loading } from '../loading';
import { AddTracker } from './add-tracker';
import { useConsentTrackerCatalogueQuery } from './api';
import { Catalogue, PresetCard } from './catalogue';

/** Trackers of known vendors, to add with what they store and how they load. */
export function TrackerCataloguePage() {
  const { t, intl } = useTexts();
  const { data: catalogue, isError, error, refetch } = useConsentTrackerCatalogueQuery(intl.locale);
  if (isError) return <LoadError error={error} retry={refetch} />;
  return (
    <Page.Main aria-busy={!catalogue}>
      <Page.Title>{t('trackers.title')}</Page.Title>
      <Layouts.Header title={t('trackers.title')} subtitle={t('trackers.subtitle')} />
      <Layouts.Content>{catalogue ? <Presets catalogue={catalogue} /> : <Loading />}</Layouts.Content>
    </Page.Main>
  );
}

function Presets({ catalogue: { presets, categories } }: { catalogue: TrackerCatalogue }) {
  const { t } = useTexts();
  const labelOf = (key: string) => categories.find((category) => category.key === key)?.label ?? key;
  return (
    <Catalogue
      entries={presets}
      searchLabel={t('trackers.search')}
      textOf={(preset) =>
        [
          preset.name,
          preset.vendor,
          preset.key,
          preset.purpose,
          ...preset.cookies.map(({ name }) => name),
        ].join(' ')
      }
      narrowings={[
        { label: t('trackers.category'), valueIn: ({ category }) => category, nameOf: labelOf },
        {
          label: t('trackers.kind'),
          valueIn: ({ kind }) => kind,
          nameOf: (kind) => t(`kind.${kind as CataloguePreset['kind']}`),
        },
      ]}
    >
      {(preset) => (
        <PresetCard
          title={preset.name}
          detail={preset.vendor ?? t('trackers.ownSite')}
          marks={[labelOf(preset.category), t(`kind.${preset.kind}`)]}
          present={preset.present}
          action={<AddTracker preset={preset} categories={categories} />}
        >
          <Typography tag="p">{preset.purpose}</Typography>
          <Typography variant="pi" tag="p" textColor="neutral600">
            {t('trackers.sets', { n: preset.cookies.length })}
          </Typography>
          {requiredOf(preset).length > 0 && (
            <Typography variant="pi" tag="p" textColor="neutral600">
              {t('trackers.needs', {
                what: requiredOf(preset)
                  .map(({ label }) => label)
                  .join(', '),
              })}
            </Typography>
          )}
        </PresetCard>
      )}
    </Catalogue>
  );
}

/** The variables without which it cannot work. */
export const requiredOf = ({ variables }: CataloguePreset): CataloguePreset['variables'] =>
  variables.filter((variable) => variable.default === undefined);
