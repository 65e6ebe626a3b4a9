import { useTexts } from '../../texts';
import { ExportDialog } from '../list/export-dialog';
import { type Filter, queryOf } from './filter';

/** Exports the entries of a filter as CSV. */
export function ExportTrail({ filter }: { filter: Filter }) {
  const { t } = useTexts();
  return (
    <ExportDialog
      label={t('audit.export')}
      hint={t(Object.keys(filter).length > 0 ? 'audit.export.filtered' : 'audit.export.all')}
      route="/consent/audit/exports"
      wanted={Object.fromEntries(new URLSearchParams(queryOf(filter)))}
      progress={(n) => t('audit.export.progress', { n })}
    />
  );
}
