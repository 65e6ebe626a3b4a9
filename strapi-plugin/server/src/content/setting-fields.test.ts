import { expect, it } from 'vitest';
import { resolveOptions } from '../options';
import { isOption, SETTING_TEXTS, SHARED_SETTINGS, settingIn } from './setting-fields';

const fields = Object.entries({ ...SHARED_SETTINGS, ...SETTING_TEXTS });

it.each(fields)('%s has a fallback that an editor could have set', (_, { schema, fallback }) => {
  const options = resolveOptions();
  const held = isOption(fallback) ? Reflect.get(options[fallback.option[0]], fallback.option[1]) : fallback;
  expect(schema.nullable().safeParse(held).error).toBeUndefined();
});

it.each(fields)('%s is stored in an attribute of its own', (_, { attribute }) => {
  expect(fields.filter(([, other]) => other.attribute === attribute)).toHaveLength(1);
});

it('is what is set, else what is built in, else nothing', () => {
  expect(settingIn({ noticeDays: 14 }, 'noticeDays')).toBe(14);
  expect(settingIn({ showRejectAll: false }, 'showRejectAll')).toBe(false);
  expect(settingIn({ noticeDays: null }, 'noticeDays')).toBe(30);
  expect(settingIn(undefined, 'retentionMonths')).toBeNull();
});
