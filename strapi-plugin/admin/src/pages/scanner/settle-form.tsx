import { Button, Field, Flex, Modal, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts';

/** Asks the server to settle a finding; false where it refused, which has been said. */
export type Tell = (what: string, body?: object) => Promise<boolean>;

interface Props {
  /** What the button says that sends it. */
  label: string;
  /** Whether something is still missing. */
  incomplete: boolean;
  send(): Promise<unknown>;
  close(): void;
  children: ReactNode;
}

/** The form of a dialog. */
export function SettleForm({ label, incomplete, send, close, children }: Props) {
  const { t } = useTexts();
  return (
    <form
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
      <Modal.Footer>
        <Button variant="tertiary" onClick={close}>
          {t('cancel')}
        </Button>
        <Button type="submit" disabled={incomplete}>
          {label}
        </Button>
      </Modal.Footer>
    </form>
  );
}

interface ChoiceProps {
  categories: readonly { key: string; label: string }[];
  value: string;
  change(key: string): void;
}

export function CategoryChoice({ categories, value, change }: ChoiceProps) {
  const { t } = useTexts();
  return (
    <Field.Root required>
      <Field.Label>{t('trackers.category')}</Field.Label>
      <SingleSelect value={value} onChange={(key) => change(String(key))}>
        {categories.map(({ key, label }) => (
          <SingleSelectOption key={key} value={key}>
            {label}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </Field.Root>
  );
}
