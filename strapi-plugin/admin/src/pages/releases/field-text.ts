import { useCallback } from 'react';
import { PLUGIN_UID } from '../../../../server/src/uids';
import type { ConfigurationDifference } from '../../api/contract';
import { useTexts } from '../../texts';

type Kind = ConfigurationDifference['kind'];

const MODELS: Record<Kind, string> = {
  settings: 'setting',
  categories: 'category',
  trackers: 'tracker',
  processors: 'processor',
  legalPages: 'legal-page',
};

/** A field as the content manager calls it; as the server calls it where that has no name for it. */
export function useFieldName(): (kind: Kind, field: string) => string {
  const { intl } = useTexts();
  return useCallback(
    (kind, field) => {
      const name = intl.messages[`content-manager.content-types.${PLUGIN_UID}.${MODELS[kind]}.${field}`];
      return typeof name === 'string' ? name : field;
    },
    [intl],
  );
}

/** A path by the names of what it leads to: the field, its language, and whether it is the published one. */
export function useFieldText(): (kind: Kind, path: string) => string {
  const { t, language } = useTexts();
  const fieldName = useFieldName();
  return useCallback(
    (kind, path) => {
      const [, published, locale, field] =
        /^(published(?:\.|$))?(?:shared(?:\.|$)|locales\.([^.]+)(?:\.|$))?(.*)$/.exec(path) ?? [];
      const isAbout = published ? t('audit.published') : undefined;
      if (!field) return [locale && language(locale), isAbout].filter(Boolean).join(', ') || path;
      const where = [locale && language(locale), isAbout].filter(Boolean).join(', ');
      return where ? `${fieldName(kind, field)} (${where})` : fieldName(kind, field);
    },
    [t, language, fieldName],
  );
}
