import { Radio } from '@strapi/design-system';
import { useState } from 'react';
import { useTexts } from '../../texts';
import { ExportDialog } from '../list/export-dialog';
import { type Filter, queryOf } from './filter';

type Format = 'csv' | 'json';

/** Exports the records of a filter. */
export function ExportButton({ filter }: { filter: Filter }) {
  const { t } = useTexts();
  const [format, setFormat] = useState<Format>('csv');
  return (
    <ExportDialog
      label={t('records.export')}
      hint={t(Object.keys(filter).length > 0 ? 'records.export.filtered' : 'records.export.all')}
      route="/consent/records/exports"
      wanted={Object.fromEntries(new URLSearchParams(queryOf(filter, { format })))}
      progress={(n) => t('records.export.progress', { n })}
      choices={(busy) => (
        <Radio.Group
          value={format}
          disabled={busy}
          aria-label={t('records.export.format')}
          onValueChange={(value: string) => setFormat(value === 'json' ? 'json' : 'csv')}
        >
          <Radio.Item value="csv">{t('records.export.csv')}</Radio.Item>
          <Radio.Item value="json">{t('records.export.json')}</Radio.Item>
        </Radio.Group>
      )}
    />
  );
}
