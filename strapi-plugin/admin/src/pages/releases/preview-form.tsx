import { Field, Flex, Grid, SingleSelect, SingleSelectOption, TextInput } from '@strapi/design-system';
import type { ReactNode } from 'react';
import type { PreviewChoices } from '../../api/contract';
import { useTexts } from '../../texts';
import { CountryField, RegionField } from '../place-fields';

/** How one wants to see the site. */
export interface PreviewWish {
  url: string;
  country: string;
  region: string;
  /** Empty: that of each page. */
  locale: string;
  gpc: boolean;
  /** Of the window, in CSS pixels; 0: that of the browser. */
  width: number;
  seconds: number;
}

/** A phone in a narrow and a usual form, a tablet, a laptop. */
const WIDTHS = [0, 320, 390, 768, 1280];

const HOUR = 3600;
const LIFETIMES = [HOUR, 8 * HOUR, 24 * HOUR, 3 * 24 * HOUR, 7 * 24 * HOUR];

interface Props {
  wish: PreviewWish;
  choices: PreviewChoices;
  change(changes: Partial<PreviewWish>): void;
}

export function PreviewForm({ wish, choices, change }: Props) {
  const { t } = useTexts();
  const selects = useSelects({ wish, choices, change });
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Field.Root hint={t('preview.url.hint')} required>
        <Field.Label>{t('preview.url')}</Field.Label>
        <TextInput
          type="url"
          value={wish.url}
          placeholder="https://www.example.com/"
          onChange={(event) => change({ url: event.target.value })}
        />
        <Field.Hint />
      </Field.Root>
      <Grid.Root gap={4}>
        <Cell>
          <CountryField
            value={wish.country}
            hint={t('preview.country.hint')}
            change={(country) => change({ country })}
          />
        </Cell>
        <Cell>
          <RegionField value={wish.region} change={(region) => change({ region })} />
        </Cell>
        {selects.map((select) => (
          <Cell key={select.label}>
            <Choice {...select} />
          </Cell>
        ))}
      </Grid.Root>
    </Flex>
  );
}

/** What is chosen from a list. */
function useSelects({ wish, choices, change }: Props): ChoiceProps[] {
  const { t, intl, language } = useTexts();
  const { shortest, longest } = choices.lifetime;
  const lifetimes = LIFETIMES.filter((seconds) => seconds >= shortest && seconds <= longest);
  const lasting = (seconds: number) =>
    seconds < 24 * HOUR
      ? t('preview.hours', { n: seconds / HOUR })
      : t('preview.days', { n: seconds / (24 * HOUR) });
  const wide = (width: number) =>
    width ? t('preview.pixels', { n: intl.formatNumber(width) }) : t('preview.width.browser');
  return [
    {
      label: t('preview.language'),
      value: wish.locale,
      options: [['', t('preview.language.page')], ...choices.locales.all.map(named(language))],
      change: (locale) => change({ locale }),
    },
    {
      label: t('preview.width'),
      value: String(wish.width),
      options: WIDTHS.map(named(wide)),
      change: (width) => change({ width: Number(width) }),
    },
    {
      label: t('preview.lifetime'),
      value: String(wish.seconds),
      options: lifetimes.map(named(lasting)),
      change: (seconds) => change({ seconds: Number(seconds) }),
    },
    {
      label: 'Global Privacy Control',
      value: String(wish.gpc),
      options: [
        ['false', t('preview.gpc.browser')],
        ['true', t('preview.gpc.on')],
      ],
      change: (gpc) => change({ gpc: gpc === 'true' }),
    },
  ];
}

/** A value as an option, with what it is called. */
const named =
  <Value extends string | number>(nameOf: (value: Value) => string) =>
  (value: Value): [string, string] => [String(value), nameOf(value)];

const Cell = ({ children }: { children: ReactNode }) => (
  <Grid.Item col={6} xs={12} direction="column" alignItems="stretch">
    {children}
  </Grid.Item>
);

interface ChoiceProps {
  label: string;
  value: string;
  options: [value: string, text: string][];
  change(value: string): void;
}

function Choice({ label, value, options, change }: ChoiceProps) {
  return (
    <Field.Root>
      <Field.Label>{label}</Field.Label>
      <SingleSelect value={value} onChange={(chosen) => change(String(chosen))}>
        {options.map(([key, text]) => (
          <SingleSelectOption key={key} value={key}>
            {text}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </Field.Root>
  );
}
