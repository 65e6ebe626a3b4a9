import { CONSENT_MODELS, type ConsentBannerConfig, type ConsentModel } from '@permesso/consent-core';
import { Box, Field, Flex, Grid, SingleSelect, SingleSelectOption, Typography } from '@strapi/design-system';
import { lazy, Suspense, useState } from 'react';
import type { Screen } from '../../banner/preview';
import { useTexts } from '../../texts';
import { Loading } from '../loading';
import { LocalizedField, SettingField } from './field';
import { fieldsIn, type TextField, textsIn } from './fields';
import { EMPTY_TEXTS, effective, type SettingsForm, useForm } from './form';
import { Section, Sections } from './section';

/** Brings the words of all the site's languages along, so it is loaded when it is shown. */
const BannerPreview = lazy(() => import('../../banner/preview'));

const LOOK = fieldsIn('look');
const QUIET = fieldsIn('quiet');

/** The banner's form, beside what visitors will see of it. */
export function BannerTab() {
  const { view } = useForm();
  const [locale, setLocale] = useState(view.locales.default);
  return (
    <Grid.Root gap={6}>
      <Grid.Item col={5} m={12} xs={12} direction="column" alignItems="stretch">
        <BannerForm locale={locale} setLocale={setLocale} />
      </Grid.Item>
      <Grid.Item col={7} m={12} xs={12} direction="column" alignItems="stretch">
        <Preview locale={locale} />
      </Grid.Item>
    </Grid.Root>
  );
}

function BannerForm({ locale, setLocale }: { locale: string; setLocale(locale: string): void }) {
  const { t, intl } = useTexts();
  const { view } = useForm();
  return (
    <Sections>
      <Section title={t('settings.banner.look')} fields={LOOK}>
        <Flex direction="column" alignItems="stretch" gap={5}>
          {LOOK.map((name) => (
            <SettingField key={name} name={name} />
          ))}
        </Flex>
      </Section>
      <Box background="neutral0" hasRadius shadow="tableShadow" padding={6}>
        <Field.Root hint={t('settings.locale.hint')}>
          <Field.Label>{t('settings.locale')}</Field.Label>
          <SingleSelect value={locale} onChange={(next) => setLocale(String(next))}>
            {view.locales.all.map((code) => (
              <SingleSelectOption key={code} value={code}>
                {`${intl.formatDisplayName(code, { type: 'language', fallback: 'code' })} (${code})`}
              </SingleSelectOption>
            ))}
          </SingleSelect>
          <Field.Hint />
        </Field.Root>
      </Box>
      {(['texts', 'buttons', 'notes', 'links', 'dialog'] as const).map((section) => (
        <TextSection
          key={section}
          title={t(`settings.banner.${section}`)}
          names={textsIn(section)}
          locale={locale}
        />
      ))}
      <Section title={t('settings.banner.quiet')} fields={QUIET}>
        {QUIET.map((name) => (
          <SettingField key={name} name={name} />
        ))}
      </Section>
    </Sections>
  );
}

function TextSection(props: { title: string; names: readonly TextField[]; locale: string }) {
  const { title, names, locale } = props;
  const { draft, setText } = useForm();
  const set = names.filter((name) => draft.texts[locale]?.[name]);
  const reset = () => {
    for (const name of set) setText(locale, name, null);
  };
  return (
    <Section title={title} {...(set.length > 0 ? { reset } : {})}>
      <Flex direction="column" alignItems="stretch" gap={5}>
        {names.map((name) => (
          <LocalizedField key={`${locale}:${name}`} name={name} locale={locale} />
        ))}
      </Flex>
    </Section>
  );
}

/** The banner as the config will carry it: this locale's text, else the default locale's, else the built-in one. */
function bannerOf(form: SettingsForm, locale: string): ConsentBannerConfig {
  const { view, draft } = form;
  const own = draft.texts[locale] ?? EMPTY_TEXTS;
  const main = draft.texts[view.locales.default] ?? EMPTY_TEXTS;
  const say = (name: TextField) => own[name] || main[name] || view.builtInTexts[name] || '';
  const [privacy, cookies] = [say('linkPrivacy'), say('linkCookies')];
  const controller = effective(form, 'controllerName');
  return {
    ...(controller ? { controller } : {}),
    title: say('bannerTitle'),
    description: say('bannerDescription'),
    position: effective(form, 'bannerPosition') ?? 'bottom',
    showRejectAll: effective(form, 'showRejectAll') ?? true,
    labels: {
      acceptAll: say('labelAcceptAll'),
      rejectAll: say('labelRejectAll'),
      customize: say('labelCustomize'),
      save: say('labelSave'),
      close: say('labelClose'),
      manage: say('labelManage'),
      reloadNotice: say('labelReloadNotice'),
      requiredBadge: say('labelRequiredBadge'),
      gpcHonored: say('labelGpcHonored'),
    },
    notes: { optOut: say('noteOptOut'), notice: say('noteNotice'), changed: say('noteChanged') },
    links: { ...(privacy ? { privacy } : {}), ...(cookies ? { cookies } : {}) },
  };
}

/** Those under which there is a banner. */
const MODELS = CONSENT_MODELS.filter((model) => model !== 'none');
const SCREEN_NAMES: readonly Screen[] = ['desktop', 'phone'];
const SCHEMES: readonly ('light' | 'dark')[] = ['light', 'dark'];

function Preview({ locale }: { locale: string }) {
  const { t } = useTexts();
  const form = useForm();
  const [model, setModel] = useState<ConsentModel>('opt-in');
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const [screen, setScreen] = useState<Screen>('desktop');
  const banner = bannerOf(form, locale);
  const facts = form.view.facts[locale];
  return (
    <Box
      tag="section"
      background="neutral0"
      hasRadius
      shadow="tableShadow"
      padding={6}
      aria-label={t('settings.preview')}
      style={{ position: 'sticky', top: '1.6rem' }}
    >
      <Typography variant="delta" tag="h2">
        {t('settings.preview')}
      </Typography>
      <Typography textColor="neutral600" tag="p">
        {t('settings.preview.hint')}
      </Typography>
      <Grid.Root gap={3} paddingTop={4} paddingBottom={4}>
        <Choice
          label={t('settings.preview.screen')}
          value={screen}
          set={(next) => setScreen(next)}
          options={SCREEN_NAMES}
        />
        <Choice
          label={t('settings.preview.scheme')}
          value={scheme}
          set={(next) => setScheme(next)}
          options={SCHEMES}
        />
        <Choice
          label={t('settings.preview.model')}
          value={model}
          set={(next) => setModel(next)}
          options={MODELS}
        />
      </Grid.Root>
      <Suspense fallback={<Loading />}>
        <BannerPreview
          title={t('settings.preview')}
          banner={banner}
          facts={facts && { ...facts, controller: banner.controller ?? '' }}
          categories={form.view.categories}
          {...{ model, scheme, screen, locale }}
        />
      </Suspense>
    </Box>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly Value[];
  set: (value: NoInfer<Value>) => void;
}

function Choice<Value extends 'desktop' | 'phone' | 'light' | 'dark' | ConsentModel>(
  props: ChoiceProps<Value>,
) {
  const { label, value, options, set } = props;
  const { t } = useTexts();
  return (
    <Grid.Item col={4} xs={12} direction="column" alignItems="stretch">
      <Field.Root>
        <Field.Label>{label}</Field.Label>
        <SingleSelect value={value} onChange={(next) => set(next as Value)}>
          {options.map((option) => (
            <SingleSelectOption key={option} value={option}>
              {t(`settings.preview.${option}` as 'settings.preview.light')}
            </SingleSelectOption>
          ))}
        </SingleSelect>
      </Field.Root>
    </Grid.Item>
  );
}
