import { Typography } from '@strapi/design-system';
import type { LogView } from '../../api/contract';
import { useTexts } from '../../texts';
import { useConsentLogQuery } from './api';
import { Facts } from './facts';
import { Section } from './section';

/** Where the sealed log stands, by which key it is verified, and how far it has come. */
export function SealedLog() {
  const { t } = useTexts();
  const { data } = useConsentLogQuery();
  if (!data) return null;
  return (
    <Section title={t('settings.log')} hint={t('settings.log.hint')}>
      {data.enabled ? <State view={data} /> : <Typography>{t('settings.log.off')}</Typography>}
    </Section>
  );
}

function State({ view: { log, waiting, problems } }: { view: LogView }) {
  const { t, intl } = useTexts();
  const moment = (at: string) => intl.formatDate(at, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <>
      {problems.map(({ about, message }) => (
        <Typography key={message} tag="p" textColor="danger600" style={{ overflowWrap: 'anywhere' }}>
          {about === 'name' ? t('warning.seal-without-name') : message}
        </Typography>
      ))}
      <Facts
        facts={[
          ...(log
            ? ([
                [t('settings.log.address'), `${log.origin} (${t(`settings.log.open.${log.open}`)})`],
                [t('settings.log.key'), log.key],
                [t('settings.log.size'), intl.formatNumber(log.size)],
                [
                  t('settings.log.until'),
                  log.sealedUntil ? moment(log.sealedUntil) : t('settings.log.never'),
                ],
              ] as const)
            : []),
          [
            t('settings.log.waiting'),
            waiting
              ? t(waiting.more ? 'settings.log.waiting.more' : 'settings.log.waiting.since', {
                  n: waiting.items,
                  date: moment(waiting.since),
                })
              : t('settings.log.waiting.none'),
          ],
        ]}
      />
    </>
  );
}
