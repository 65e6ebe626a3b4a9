import { Folder } from '@strapi/icons';
import { useTexts } from '../../texts';
import { SaveButton } from '../list/save-button';

/** Whose evidence it is, by the names that the server's route takes. */
export type BundleSubject = { record: string } | { consentId: string } | { account: string };

/** Saves everything that shows what somebody consented to as one ZIP: it is sealed, and stands alone. */
export function BundleButton({ subject }: { subject: BundleSubject }) {
  const { t } = useTexts();
  return (
    <SaveButton
      path={`/consent/records/bundle?${new URLSearchParams(subject)}`}
      fileName={`consent-evidence-${new Date().toISOString().slice(0, 10)}.zip`}
      icon={<Folder />}
      label={t('records.bundle')}
      failed={(reason) => t('records.bundle.failed', { reason })}
    />
  );
}
