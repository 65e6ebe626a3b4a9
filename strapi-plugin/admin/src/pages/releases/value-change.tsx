import { Typography } from '@strapi/design-system';
import { Fragment } from 'react';
import { styled } from 'styled-components';
import type { ConfigurationDifference } from '../../api/contract';
import { type Texts, useTexts } from '../../texts';
import { useFieldName } from '../field-text';
import { textDifference } from './text-difference';
import { uidOf } from './words';

interface Props {
  kind: ConfigurationDifference['kind'];
  before: unknown;
  after: unknown;
}

type Plain = Record<string, unknown>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** What a value was and became, as people say it: texts word by word, lists by what came and went. */
export function ValueChange({ kind, before, after }: Props) {
  const { t, intl } = useTexts();
  const name = useFieldName();
  const say = (value: unknown) => said(value, t, intl, (field) => name(uidOf(kind), field));
  if (Array.isArray(before ?? after) && Array.isArray(after ?? before)) {
    return <ListChange before={listOf(before).map(say)} after={listOf(after).map(say)} />;
  }
  if (typeof before === 'string' && typeof after === 'string' && before && after) {
    const [old, own] = [say(before), say(after)];
    if (isShort(old) && isShort(own)) return <Replaced before={old} after={own} />;
    return <TextChange before={old} after={own} />;
  }
  if (isNothing(before)) return <Added>{say(after)}</Added>;
  if (isNothing(after)) return <Removed>{say(before)}</Removed>;
  return <Replaced before={say(before)} after={say(after)} />;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** What is told whole rather than word by word. */
const isShort = (text: string): boolean => !text.includes('\n') && text.split(/\s+/).length <= 3;

function said(
  value: unknown,
  t: Texts['t'],
  intl: Texts['intl'],
  fieldName: (field: string) => string,
): string {
  if (isNothing(value)) return '–';
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'number') return intl.formatNumber(value);
  if (Array.isArray(value)) {
    return value.map((one) => said(one, t, intl, fieldName)).join(', ');
  }
  if (isPlain(value)) return rowText(value, (one) => said(one, t, intl, fieldName), fieldName);
  // Values of a list are called as the content manager calls them.
  const known = /^[A-Za-z-]+$/.test(String(value)) ? intl.messages[String(value)] : undefined;
  return typeof known === 'string' ? known : String(value);
}

/** A cookie or a row of a table: what it is called, and what else it says. A whole page in a language: its fields. */
function rowText(row: Plain, say: (value: unknown) => string, fieldName: (field: string) => string): string {
  const { name, region, ...rest } = row;
  const called = name ?? region;
  const told = Object.entries(rest).filter(([, value]) => !isNothing(value));
  if (typeof called === 'string') {
    return [called, told.map(([, value]) => say(value)).join(', ')].filter(Boolean).join(': ');
  }
  return told.map(([field, value]) => `${fieldName(field)}: ${say(value)}`).join('\n');
}

function ListChange({ before, after }: { before: string[]; after: string[] }) {
  const { t } = useTexts();
  const gone = before.filter((one) => !after.includes(one));
  const come = after.filter((one) => !before.includes(one));
  if (gone.length + come.length === 0) return <Typography>{t('releases.order')}</Typography>;
  return (
    <ul>
      {gone.map((one) => (
        <li key={`- ${one}`}>
          <Removed>{one}</Removed>
        </li>
      ))}
      {come.map((one) => (
        <li key={`+ ${one}`}>
          <Added>{one}</Added>
        </li>
      ))}
    </ul>
  );
}

const Replaced = ({ before, after }: { before: string; after: string }) => (
  <>
    <Removed>{before}</Removed> <span aria-hidden>→</span> <Added>{after}</Added>
  </>
);

function TextChange({ before, after }: { before: string; after: string }) {
  const runs = textDifference(before, after);
  if (runs.every(({ kind }) => kind !== 'same')) return <Replaced before={before} after={after} />;
  return (
    <Whole>
      {runs.map(({ kind, text }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: runs have nothing else that tells them apart.
        if (kind === 'same') return <Fragment key={index}>{text}</Fragment>;
        const Part = kind === 'added' ? 'ins' : 'del';
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        return <Part key={index}>{text}</Part>;
      })}
    </Whole>
  );
}

const Added = ({ children }: { children: string }) => (
  <Whole>
    <ins>{children}</ins>
  </Whole>
);

const Removed = ({ children }: { children: string }) => (
  <Whole>
    <del>{children}</del>
  </Whole>
);

/** A whole legal page may be one value: it scrolls. */
const Whole = styled.span`
  display: inline-block;
  max-width: 100%;
  max-height: 40rem;
  overflow: auto;
  white-space: pre-wrap;

  del + ins {
    margin-inline-start: 0.4rem;
  }
`;
