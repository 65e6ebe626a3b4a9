import type { ConsentConfig } from '@permesso/consent-core';
import { bannerFacts } from '@permesso/consent-core/banner';
import { cookieTableHtml } from '@permesso/consent-core/legal';
import { legalTexts } from '@permesso/consent-core/texts';
import { Box, Flex, Typography } from '@strapi/design-system';
import type { ConsentRecord, Evidence } from '../../api/contract';
import BannerPreview from '../../banner/preview';
import { PublishedHtml } from '../../published-html';
import { useTexts } from '../../texts';
import { Mark } from '../mark';
import { LegalTexts } from './legal-texts';
import { Presented } from './presented';

/** A snapshot as the server stores it: the config without the visitor's own jurisdiction. */
type SnapshotContent = Omit<ConsentConfig, 'jurisdiction'>;

interface Props {
  recordId: string;
  shown: NonNullable<Evidence['shown']>;
  presentation: Evidence['presentation'];
  decisions: ConsentRecord['decisions'];
  services: ConsentRecord['services'];
  model: ConsentRecord['model'];
}

/** The banner's words and the trackers of the version that the visitor saw, in the visitor's language. */
export default function Shown({ recordId, shown, presentation, decisions, services, model }: Props) {
  const { t, intl, language } = useTexts();
  const content = shown.content as SnapshotContent;
  const variant = shown.intact ? 'success' : 'danger';
  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      <Flex gap={3} wrap="wrap">
        <Mark variant={variant}>{t(shown.intact ? 'records.shown.intact' : 'records.shown.changed')}</Mark>
        <Typography variant="pi" textColor="neutral600">
          {t('records.shown.since', {
            version: shown.policyVersion,
            locale: language(shown.locale),
            date: intl.formatDate(shown.since, { dateStyle: 'medium', timeStyle: 'short' }),
          })}
        </Typography>
      </Flex>
      {presentation && <Presented presentation={presentation} />}
      {/* Where the law asks for no notice, there is no banner. */}
      {!presentation && model !== 'none' && (
        <>
          <Typography variant="pi" textColor="neutral600">
            {t('records.presented.reconstructed')}
          </Typography>
          <BannerPreview
            title={t('records.shown.rendered')}
            banner={content.banner}
            facts={bannerFacts(content)}
            categories={content.categories}
            model={model}
            locale={content.locale}
            scheme="light"
            screen="desktop"
          />
        </>
      )}
      <Banner content={content} decisions={decisions} services={services} bases={shown.bases} />
      <PublishedHtml
        title={t('records.shown.cookies')}
        lang={content.locale}
        html={cookieTableHtml(content, {
          locale: content.locale,
          labels: legalTexts(content.locale).cookieTable,
        })}
      />
      <LegalTexts recordId={recordId} texts={shown.legalTexts} />
    </Flex>
  );
}

interface BannerProps {
  content: SnapshotContent;
  decisions: ConsentRecord['decisions'];
  /** What was said of single services. */
  services: ConsentRecord['services'];
  /** What each category rested on. */
  bases: NonNullable<Evidence['shown']>['bases'];
}

function Banner({ content, decisions, services = {}, bases }: BannerProps) {
  const { t } = useTexts();
  const { banner, categories, trackers } = content;
  const { labels } = banner;
  // What was not asked was neither granted nor refused; nor was what is on without consent, by being left on.
  const chosen = (key: string) => {
    if (!Object.hasOwn(decisions, key)) {
      return (bases[key] ?? 'consent') === 'consent' ? '–' : t('records.leftAsItWas');
    }
    if (decisions[key]) return t('records.granted');
    return t(['objection', 'exempt'].includes(bases[key] ?? '') ? 'records.objected' : 'records.refused');
  };
  const buttons = [labels.acceptAll, ...(banner.showRejectAll ? [labels.rejectAll] : []), labels.customize];
  return (
    <Box
      tag="figure"
      lang={content.locale}
      background="neutral100"
      hasRadius
      borderColor="neutral200"
      padding={5}
      aria-label={t('records.shown.banner')}
    >
      <Typography variant="delta" tag="p">
        {banner.title}
      </Typography>
      <Typography tag="p">{banner.description}</Typography>
      <Flex gap={2} paddingTop={3} paddingBottom={3} wrap="wrap">
        {buttons.map((label) => (
          <Box key={label} background="neutral0" borderColor="neutral300" hasRadius padding={2}>
            <Typography fontWeight="semiBold">{label}</Typography>
          </Box>
        ))}
      </Flex>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
        {categories.map((category) => (
          <Box key={category.key} tag="li">
            <Typography fontWeight="bold">{category.label}</Typography>
            <Typography textColor="neutral600">{` – ${category.description} `}</Typography>
            <Typography fontWeight="semiBold">
              {category.required ? labels.requiredBadge : chosen(category.key)}
            </Typography>
            <Typography textColor="neutral600">
              {` · ${t('records.basis', { basis: t(`basis.${bases[category.key] ?? 'consent'}`) })}`}
            </Typography>
            <Services
              trackers={trackers.filter(({ categoryKey }) => categoryKey === category.key)}
              services={services}
            />
          </Box>
        ))}
      </Flex>
    </Box>
  );
}

interface ServicesProps {
  /** Those of one category. */
  trackers: SnapshotContent['trackers'];
  services: NonNullable<ConsentRecord['services']>;
}

/** What was said of single services; of those that follow their category nothing. */
function Services({ trackers, services }: ServicesProps) {
  const { t } = useTexts();
  const said = trackers.flatMap(({ key, name }) =>
    key !== undefined && Object.hasOwn(services, key) ? [{ key, name, granted: services[key] }] : [],
  );
  if (said.length === 0) return null;
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" paddingLeft={5}>
      {said.map(({ key, name, granted }) => (
        <li key={key}>
          <Typography textColor="neutral600">{`${name} – `}</Typography>
          <Typography fontWeight="semiBold">{t(granted ? 'records.granted' : 'records.refused')}</Typography>
        </li>
      ))}
    </Flex>
  );
}
