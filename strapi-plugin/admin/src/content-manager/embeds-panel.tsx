import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Flex, Typography } from '@strapi/design-system';
import { useForm } from '@strapi/strapi/admin';
import { isOwnType } from '../../../server/src/uids';
import type { EmbeddedService } from '../api/contract';
import { type Entry, useConsentEntryEmbedsQuery } from '../embeds/api';
import { Remedy } from '../embeds/remedy';
import { nameOf, sayingOf } from '../embeds/saying';
import { useTexts } from '../texts';
import { Marked, PanelSection } from './panel-parts';

/** Beside an entry: whom its rich text loads from, as it is saved. Nothing where that is nobody. */
export const EmbedsPanel: PanelComponent = ({ activeTab, document, documentId, model }) => {
  const { t } = useTexts();
  const entry = useEntry({ activeTab, document, documentId, model });
  const { currentData } = useConsentEntryEmbedsQuery(entry ?? NOWHERE, { skip: entry === null });
  const services = currentData?.services ?? [];
  if (services.length === 0) return null;
  return { title: t('embeds.title'), content: <Services services={services} /> };
};

const NOWHERE: Entry = { model: '', documentId: '', query: {} };

/** The entry whose text is read; null where there is none yet, or it is one of the plugin's own. */
function useEntry({
  activeTab,
  document,
  documentId,
  model,
}: Pick<Parameters<PanelComponent>[0], 'activeTab' | 'document' | 'documentId' | 'model'>): Entry | null {
  const { intl } = useTexts();
  const id = documentId ?? document?.documentId;
  if (!document || !id || isOwnType(model)) return null;
  const query = {
    locale: intl.locale,
    status: activeTab === 'published' ? 'published' : 'draft',
    ...(document.locale ? { entryLocale: String(document.locale) } : {}),
  };
  return { model, documentId: id, query };
}

function Services({ services }: { services: EmbeddedService[] }) {
  const { t } = useTexts();
  const modified = useForm('Embeds', (form) => form.modified);
  return (
    <PanelSection label={t('embeds.title')}>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
        {services.map((service) => (
          <One key={`${service.state} ${service.tracker} ${service.name}`} service={service} />
        ))}
      </Flex>
      {modified && (
        <Typography variant="pi" tag="p" textColor="neutral600">
          {t('embeds.modified')}
        </Typography>
      )}
    </PanelSection>
  );
}

function One({ service }: { service: EmbeddedService }) {
  const { t, intl } = useTexts();
  const { state, vendor, hosts, fields } = service;
  const name = nameOf(service, t);
  const about = [vendor !== name && vendor, ...hosts.filter((host) => host !== name)].filter(Boolean);
  return (
    <Marked tag="li" isWell={state === 'declared'}>
      <Flex direction="column" alignItems="stretch" gap={1}>
        <Typography variant="pi" tag="p" fontWeight="bold">
          {name}
        </Typography>
        {about.length > 0 && (
          <Typography variant="pi" tag="p" textColor="neutral600">
            {about.join(' · ')}
          </Typography>
        )}
        <Typography variant="pi" tag="p" textColor="neutral800">
          {sayingOf(service, t)}
        </Typography>
        <Typography variant="pi" tag="p" textColor="neutral600">
          {t('embeds.fields', { fields: intl.formatList(fields, { type: 'conjunction' }) })}
        </Typography>
        <Remedy service={service} />
      </Flex>
    </Marked>
  );
}
