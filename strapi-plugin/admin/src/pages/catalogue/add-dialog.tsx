import { Button, Modal } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../texts';

interface Props {
  /** What is added, as the catalogue calls it. */
  name: string;
  children(close: () => void): ReactNode;
}

/** The button of an entry of a catalogue, and the dialog that it opens. */
export function AddDialog({ name, children }: Props) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <Modal.Root open={open} onOpenChange={setOpen}>
      <Modal.Trigger>
        <Button variant="secondary" startIcon={<Plus />} aria-label={t('catalogue.add.label', { name })}>
          {t('catalogue.add')}
        </Button>
      </Modal.Trigger>
      <Modal.Content>
        <Modal.Header closeLabel={t('cancel')}>
          <Modal.Title>{t('catalogue.add.label', { name })}</Modal.Title>
        </Modal.Header>
        {children(() => setOpen(false))}
      </Modal.Content>
    </Modal.Root>
  );
}
