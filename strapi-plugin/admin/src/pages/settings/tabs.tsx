import { Flex, Typography } from '@strapi/design-system';
import { useTexts } from '../../texts';
import { Mark } from '../mark';
import { RoleOffers } from '../overview/role-offers';
import { Facts } from './facts';
import { fieldsIn } from './fields';
import { useForm } from './form';
import { SealedLog } from './sealed-log';
import { FieldGrid, Section, Sections } from './section';
import { ShorterRetention } from './shorter-retention';

export function GeneralTab() {
  const { t } = useTexts();
  const { view } = useForm();
  const { fixed } = view;
  const general = fieldsIn('general');
  const recording = fieldsIn('recording');
  return (
    <Sections>
      <Section title={t('settings.general')} fields={general}>
        <FieldGrid names={general} />
      </Section>
      <Section title={t('settings.recording')} hint={t('settings.recording.hint')} fields={recording}>
        <FieldGrid names={recording} />
        <ShorterRetention />
      </Section>
      <Section title={t('settings.fixed')} hint={t('settings.fixed.hint')}>
        <Facts
          facts={[
            [t('settings.fixed.basePath'), `/api${fixed.basePath}`],
            [t('settings.fixed.cookie'), t('settings.fixed.cookie.value', { ...fixed.cookie })],
            [
              t('settings.fixed.origins'),
              fixed.allowedOrigins.join(', ') || t('settings.fixed.origins.none'),
            ],
            [t('settings.fixed.trustProxy'), t(fixed.trustProxy ? 'yes' : 'no')],
          ]}
        />
      </Section>
      <SealedLog />
      <RoleOffers />
    </Sections>
  );
}

export function ConsentModeTab() {
  const { t } = useTexts();
  const fields = fieldsIn('consentMode');
  return (
    <Section title={t('settings.consent-mode')} hint={t('settings.consentMode.hint')} fields={fields}>
      <FieldGrid names={fields} />
    </Section>
  );
}

export function ProcessorsTab() {
  const { t } = useTexts();
  const { processors } = useForm().view.fixed;
  const fields = fieldsIn('notice');
  const variant = processors ? 'success' : 'secondary';
  return (
    <Sections>
      <Section title={t('settings.register')} hint={t('settings.register.hint')}>
        <Flex gap={3} wrap="wrap">
          <Mark variant={variant}>{t(processors ? 'settings.on' : 'settings.off')}</Mark>
          <Typography>{t(processors ? 'settings.register.on' : 'settings.register.off')}</Typography>
        </Flex>
      </Section>
      <Section title={t('settings.notice')} hint={t('settings.notice.hint')} fields={fields}>
        <FieldGrid names={fields} />
      </Section>
    </Sections>
  );
}
