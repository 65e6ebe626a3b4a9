import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Box, Flex, Typography } from '@strapi/design-system';
import { CheckCircle, WarningCircle } from '@strapi/icons';
import { useForm } from '@strapi/strapi/admin';
import { isOwnType } from '../../../server/src/uids';
import type { EmbeddedService, EntryEmbeds } from '../api/contract';
import { useRequest } from '../api/request';
import { Remedy } from '../embeds/remedy';
import { nameOf, sayingOf } from '../embeds/saying';
import { useAllowedOf } from '../permissions';
import { useTexts } from '../texts';

/** Beside an entry: whom its rich text loads from, as it is saved. Nothing where that is nobody. */
export const EmbedsPanel: PanelComponent = ({ activeTab, document, documentId, model }) => {
  const { t } = useTexts();
  const path = usePath({ activeTab, document, documentId, model });
  const { answer, reload } = useRequest<EntryEmbeds>(path);
  const services = answer.state === 'loaded' ? answer.value.services : [];
  if (services.length === 0) return null;
  return { title: t('embeds.title'), content: <Services services={services} changed={reload} /> };
};

/** Asked again when the entry is saved, as its moment is another one then. */
function usePath({
  activeTab,
  document,
  documentId,
  model,
}: Pick<Parameters<PanelComponent>[0], 'activeTab' | 'document' | 'documentId' | 'model'>): string | null {
  const { intl } = useTexts();
  const mayAsk = useAllowedOf(['embeds']);
  const id = documentId ?? document?.documentId;
  if (!document || !id || isOwnType(model) || !mayAsk('embeds')) return null;
  const query = new URLSearchParams({
    locale: intl.locale,
    status: activeTab === 'published' ? 'published' : 'draft',
    saved: String(document.updatedAt ?? ''),
  });
  if (document.locale) query.set('entryLocale', String(document.locale));
  return `/consent/embeds/entries/${model}/${id}?${query}`;
}

function Services({ services, changed }: { services: EmbeddedService[]; changed(): void }) {
  const { t } = useTexts();
  const modified = useForm('Embeds', (form) => form.modified);
  return (
    <Flex
      tag="section"
      direction="column"
      alignItems="stretch"
      gap={4}
      width="100%"
      aria-label={t('embeds.title')}
    >
      <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
        {services.map((service) => (
          <One
            key={`${service.state} ${service.tracker} ${service.name}`}
            service={service}
            changed={changed}
          />
        ))}
      </Flex>
      {modified && (
        <Typography variant="pi" tag="p" textColor="neutral600">
          {t('embeds.modified')}
        </Typography>
      )}
    </Flex>
  );
}

function One({ service, changed }: { service: EmbeddedService; changed(): void }) {
  const { t, intl } = useTexts();
  const { state, vendor, hosts, fields } = service;
  const Mark = state === 'declared' ? CheckCircle : WarningCircle;
  const name = nameOf(service, t);
  const about = [vendor !== name && vendor, ...hosts.filter((host) => host !== name)].filter(Boolean);
  return (
    <Flex tag="li" gap={2} alignItems="flex-start">
      <Box paddingTop={1}>
        <Mark fill={state === 'declared' ? 'success600' : 'warning600'} aria-hidden />
      </Box>
      {/* Hosts are long, and the panel is narrow. */}
      <Flex direction="column" alignItems="stretch" gap={1} minWidth={0} style={{ overflowWrap: 'anywhere' }}>
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
        <Remedy service={service} changed={changed} />
      </Flex>
    </Flex>
  );
}
