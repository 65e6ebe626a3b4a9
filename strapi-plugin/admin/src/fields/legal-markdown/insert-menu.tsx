import { Menu } from '@strapi/design-system';
import { useRef } from 'react';

interface Props {
  label: string;
  disabled: boolean;
  items: { label: string; text: string }[];
  insert(text: string): void;
}

/** A menu of blocks to insert. After a choice the focus belongs to the text, not to the menu's button. */
export function InsertMenu({ label, disabled, items, insert }: Props) {
  const inserted = useRef(false);
  return (
    <Menu.Root>
      <Menu.Trigger variant="tertiary" disabled={disabled}>
        {label}
      </Menu.Trigger>
      <Menu.Content
        popoverPlacement="bottom-start"
        onCloseAutoFocus={(event) => {
          if (inserted.current) event.preventDefault();
          inserted.current = false;
        }}
      >
        {items.map(({ label: name, text }) => (
          <Menu.Item
            key={text}
            onSelect={() => {
              inserted.current = true;
              insert(text);
            }}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Content>
    </Menu.Root>
  );
}
