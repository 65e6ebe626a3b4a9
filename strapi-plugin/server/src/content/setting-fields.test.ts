import { expect, it } from 'vitest';
import { resolveOptions } from '../options';
import { CATEGORY_FIELDS, TRACKER_FIELDS } from './catalogue-fields';
import { LEGAL_PAGE_FIELDS } from './legal-page-fields';
import { PROCESSOR_FIELDS } from './processor-fields';
import { isOption, SETTING_TEXTS, SHARED_SETTINGS, settingIn } from './setting-fields';
import { attributesOf } from './stored-field';

const fields = Object.entries({ ...SHARED_SETTINGS, ...SETTING_TEXTS });

it.each(fields)('%s has a fallback that an editor could have set', (_, { schema, fallback }) => {
  const options = resolveOptions();
  const held = isOption(fallback) ? Reflect.get(options[fallback.option[0]], fallback.option[1]) : fallback;
  expect(schema.nullable().safeParse(held).error).toBeUndefined();
});

it('is stored in an attribute of its own, as every field of the catalogue, the register and the legal pages is', () => {
  const tables = [
    SHARED_SETTINGS,
    SETTING_TEXTS,
    CATEGORY_FIELDS,
    TRACKER_FIELDS,
    PROCESSOR_FIELDS,
    LEGAL_PAGE_FIELDS,
  ];
  const attributes = tables.flatMap((table) => Object.values(attributesOf(table)));
  expect(new Set(attributes).size).toBe(attributes.length);
});

it('is what is set, else what is built in, else nothing', () => {
  expect(settingIn({ noticeDays: 14 }, 'noticeDays')).toBe(14);
  expect(settingIn({ showRejectAll: false }, 'showRejectAll')).toBe(false);
  expect(settingIn({ noticeDays: null }, 'noticeDays')).toBe(30);
  expect(settingIn(undefined, 'retentionMonths')).toBeNull();
});
