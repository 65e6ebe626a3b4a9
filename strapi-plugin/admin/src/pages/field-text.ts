import { useCallback } from 'react';
import { isTextKey, useTexts } from '../texts';

/** A field of a type as the content manager calls it, or the plugin; as the server calls it where neither has a name for it. */
export function useFieldName(): (uid: string, field: string) => string {
  const { t, intl } = useTexts();
  return useCallback(
    (uid, field) => {
      const name = intl.messages[`content-manager.content-types.${uid}.${field}`];
      if (typeof name === 'string') return name;
      const key = [`settings.f.${field}`, `audit.f.${field}`, `records.${field}`].find(isTextKey);
      return key ? t(key) : field;
    },
    [t, intl],
  );
}

/** A path by the names of what it leads to: the field, its language, and whether it is the published one. */
export function useFieldText(): (uid: string, path: string) => string {
  const { t, language } = useTexts();
  const fieldName = useFieldName();
  return useCallback(
    (uid, path) => {
      const [, published, locale, field] =
        /^(published(?:\.|$))?(?:shared(?:\.|$)|locales\.([^.]+)(?:\.|$))?(.*)$/.exec(path) ?? [];
      const isAbout = published ? t('audit.published') : undefined;
      const where = [locale && language(locale), isAbout].filter(Boolean).join(', ');
      if (!field) return where || path;
      return where ? `${fieldName(uid, field)} (${where})` : fieldName(uid, field);
    },
    [t, language, fieldName],
  );
}
