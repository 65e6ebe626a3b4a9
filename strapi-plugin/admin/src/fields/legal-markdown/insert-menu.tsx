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
  const chosen = useRef<string | null>(null);
  return (
    <Menu.Root>
      <Menu.Trigger variant="tertiary" disabled={disabled}>
        {label}
      </Menu.Trigger>
      <Menu.Content
        popoverPlacement="bottom-start"
        onCloseAutoFocus={(event) => {
          if (chosen.current === null) return;
          event.preventDefault();
          // Only now: an open menu does not let go of the focus, and what is typed goes where that is.
          insert(chosen.current);
          chosen.current = null;
        }}
      >
        {items.map(({ label: name, text }) => (
          <Menu.Item
            key={text}
            onSelect={() => {
              chosen.current = text;
            }}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Content>
    </Menu.Root>
  );
}
