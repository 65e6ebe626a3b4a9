import { Box, Button, Dialog, Flex, Modal } from '@strapi/design-system';
import { ConfirmDialog } from '@strapi/strapi/admin';
import { type ComponentProps, type ReactElement, type ReactNode, type RefObject, useState } from 'react';
import { useTexts } from './texts';

interface DialogProps {
  button: ReactElement;
  title: string;
  /** What stands below the title: a body, and perhaps a footer. Made anew each time the dialog opens. */
  children(close: () => void): ReactNode;
}

/** A button, and the dialog that it opens. */
export function DialogButton({ button, title, children }: DialogProps) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <Modal.Root open={open} onOpenChange={setOpen}>
      <Modal.Trigger>{button}</Modal.Trigger>
      <Modal.Content>
        <Modal.Header closeLabel={t('close')}>
          <Modal.Title>{title}</Modal.Title>
        </Modal.Header>
        {children(() => setOpen(false))}
      </Modal.Content>
    </Modal.Root>
  );
}

/** The end of a dialog: the way out, and the button that does what the dialog is for. */
export function DialogFooter({ close, children }: { close(): void; children: ReactNode }) {
  const { t } = useTexts();
  return (
    <Modal.Footer gap={2}>
      <Button variant="tertiary" onClick={close}>
        {t('cancel')}
      </Button>
      {children}
    </Modal.Footer>
  );
}

interface FormProps {
  /** What the button says that sends it. */
  label: string;
  /** Whether something is still missing. */
  incomplete?: boolean;
  /** Whether it is on its way. */
  busy?: boolean;
  form?: RefObject<HTMLFormElement>;
  send(): unknown;
  close(): void;
  children: ReactNode;
}

/** The form of a dialog. */
export function DialogForm({
  label,
  incomplete = false,
  busy = false,
  form,
  send,
  close,
  children,
}: FormProps) {
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!incomplete) void send();
      }}
    >
      <Modal.Body>
        <Flex direction="column" alignItems="stretch" gap={5}>
          {children}
        </Flex>
      </Modal.Body>
      <DialogFooter close={close}>
        <Button type="submit" disabled={incomplete} loading={busy}>
          {label}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Asks before something is done. Strapi's own dialog is as high as what it says: on a low screen its buttons would lie outside. */
export function Confirmation({ children, ...props }: ComponentProps<typeof ConfirmDialog>) {
  return (
    <ConfirmDialog {...props}>
      <Box maxHeight="50vh" overflow="auto" width="100%">
        {typeof children === 'string' ? <Dialog.Description>{children}</Dialog.Description> : children}
      </Box>
    </ConfirmDialog>
  );
}
