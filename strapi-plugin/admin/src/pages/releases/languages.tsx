import { Typography } from '@strapi/design-system';
import type { LanguageChange } from '../../api/contract';
import { useTexts } from '../../texts';

/** That the site has other languages, or another default one; nothing where it has not. */
export function Languages({ change }: { change: LanguageChange | null }) {
  const { t, intl, language } = useTexts();
  if (!change) return null;
  const list = (tags: string[]) => intl.formatList(tags.map(language), { type: 'conjunction' });
  return (
    <Typography>
      {t('releases.languages', { before: list(change.before), after: list(change.after) })}
    </Typography>
  );
}
