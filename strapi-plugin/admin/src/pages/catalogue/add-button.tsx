import { Button } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import type { ReactNode } from 'react';
import { DialogButton } from '../../dialog';
import { useTexts } from '../../texts';

interface Props {
  /** What is added, as the catalogue calls it. */
  name: string;
  children(close: () => void): ReactNode;
}

/** The button of an entry of a catalogue, and the dialog that it opens. */
export function AddButton({ name, children }: Props) {
  const { t } = useTexts();
  const title = t('catalogue.add.label', { name });
  return (
    <DialogButton
      title={title}
      button={
        <Button variant="secondary" startIcon={<Plus />} aria-label={title}>
          {t('catalogue.add')}
        </Button>
      }
    >
      {children}
    </DialogButton>
  );
}
