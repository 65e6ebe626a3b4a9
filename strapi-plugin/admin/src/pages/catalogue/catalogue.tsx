import {
  Box,
  Field,
  Flex,
  Grid,
  Searchbar,
  SingleSelect,
  SingleSelectOption,
  Typography,
} from '@strapi/design-system';
import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../texts';

/** What every entry of a catalogue has. */
interface Entry {
  key: string;
}

/** A property by which a catalogue can be narrowed. */
export interface Narrowing<T> {
  label: string;
  valueIn(entry: T): string;
  /** The name of a value, for people. */
  nameOf(value: string): string;
}

interface Props<T extends Entry> {
  entries: T[];
  /** What the search looks through. */
  textOf(entry: T): string;
  narrowings: Narrowing<T>[];
  searchLabel: string;
  children(entry: T): ReactNode;
}

/** Cards of presets, with a search and selects that narrow them. */
export function Catalogue<T extends Entry>({ entries, textOf, narrowings, searchLabel, children }: Props<T>) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(
    (entry) =>
      narrowings.every(({ label, valueIn }) => !chosen[label] || valueIn(entry) === chosen[label]) &&
      words.every((word) => textOf(entry).toLowerCase().includes(word)),
  );
  return (
    <Flex direction="column" alignItems="stretch" gap={4} paddingBottom={8}>
      <Grid.Root gap={4} role="search" aria-label={searchLabel}>
        <Grid.Item col={12 - 3 * narrowings.length} s={12} xs={12} direction="column" alignItems="stretch">
          <Box paddingTop={5}>
            <Searchbar
              name="search"
              value={search}
              placeholder={searchLabel}
              clearLabel={t('catalogue.search.clear')}
              onChange={(event) => setSearch(event.target.value)}
              onClear={() => setSearch('')}
            >
              {searchLabel}
            </Searchbar>
          </Box>
        </Grid.Item>
        {narrowings.map((narrowing) => (
          <Grid.Item key={narrowing.label} col={3} s={6} xs={12} direction="column" alignItems="stretch">
            <Narrow
              narrowing={narrowing}
              values={[...new Set(entries.map(narrowing.valueIn))]}
              value={chosen[narrowing.label] ?? ''}
              choose={(value) => setChosen({ ...chosen, [narrowing.label]: value })}
            />
          </Grid.Item>
        ))}
      </Grid.Root>
      <Typography variant="pi" textColor="neutral600" aria-live="polite">
        {t('catalogue.found', { n: found.length })}
      </Typography>
      <Grid.Root tag="ul" gap={4}>
        {found.map((entry) => (
          <Grid.Item key={entry.key} tag="li" col={4} s={6} xs={12} direction="column" alignItems="stretch">
            {children(entry)}
          </Grid.Item>
        ))}
      </Grid.Root>
    </Flex>
  );
}

interface NarrowProps<T> {
  narrowing: Narrowing<T>;
  values: string[];
  value: string;
  choose(value: string): void;
}

function Narrow<T>({ narrowing: { label, nameOf }, values, value, choose }: NarrowProps<T>) {
  const { t, intl } = useTexts();
  const named = values
    .map((one) => [one, nameOf(one)] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, intl.locale));
  return (
    <Field.Root>
      <Field.Label>{label}</Field.Label>
      <SingleSelect
        value={value}
        placeholder={t('catalogue.all')}
        clearLabel={t('catalogue.search.clear')}
        onChange={(next) => choose(String(next ?? ''))}
        onClear={() => choose('')}
      >
        {named.map(([one, name]) => (
          <SingleSelectOption key={one} value={one}>
            {name}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </Field.Root>
  );
}

interface CardProps {
  title: string;
  detail: string;
  /** What it is, in words on small grounds. */
  marks: string[];
  present: boolean;
  action: ReactNode;
  children: ReactNode;
}

/** One preset of a catalogue. */
export function PresetCard({ title, detail, marks, present, action, children }: CardProps) {
  const { t } = useTexts();
  const heading = useId();
  return (
    <Flex
      tag="article"
      aria-labelledby={heading}
      direction="column"
      alignItems="stretch"
      gap={3}
      height="100%"
      background="neutral0"
      hasRadius
      shadow="tableShadow"
      padding={5}
    >
      <Box>
        <Typography id={heading} variant="delta" tag="h2">
          {title}
        </Typography>
        <Typography variant="pi" tag="p" textColor="neutral600">
          {detail}
        </Typography>
      </Box>
      <Flex gap={2} wrap="wrap">
        {marks.map((mark) => (
          <Mark key={mark} text={mark} color="neutral" />
        ))}
        {present && <Mark text={t('catalogue.present')} color="success" />}
      </Flex>
      <Box grow={1}>{children}</Box>
      <Flex>{action}</Flex>
    </Flex>
  );
}

function Mark({ text, color }: { text: string; color: 'neutral' | 'success' }) {
  return (
    <Box
      background={`${color}100`}
      hasRadius
      paddingLeft={2}
      paddingRight={2}
      paddingTop={1}
      paddingBottom={1}
    >
      <Typography variant="pi" fontWeight="semiBold" textColor={`${color}700`}>
        {text}
      </Typography>
    </Box>
  );
}
