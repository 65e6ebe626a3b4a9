import { Download } from '@strapi/icons';
import { useTexts } from '../../texts';
import { SaveButton } from '../list/save-button';
import { type Filter, queryOf } from './filter';

/** Saves the entries of a filter as CSV. */
export function ExportTrail({ filter }: { filter: Filter }) {
  const { t } = useTexts();
  return (
    <SaveButton
      path={`/consent/audit/export?${queryOf(filter)}`}
      fileName={`consent-audit-trail-${new Date().toISOString().slice(0, 10)}.csv`}
      icon={<Download />}
      label={t('audit.export')}
      failed={(reason) => t('records.export.failed', { reason })}
    />
  );
}
