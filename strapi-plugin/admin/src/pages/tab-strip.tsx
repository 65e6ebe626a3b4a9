import { Tabs } from '@strapi/design-system';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';

interface Props<Name extends string> {
  label: string;
  names: readonly Name[];
  text(name: Name): string;
  /** Of them the one that is open when the page is. */
  open: Name;
}

/** Tabs that a phone has no room for side by side: the strip scrolls, and begins at the one that is open. */
export function TabStrip<Name extends string>({ label, names, text, open }: Props<Name>) {
  const strip = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: which tab is selected is read off the strip.
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (tab) strip.current?.scrollTo({ left: tab.offsetLeft + tab.offsetWidth - strip.current.clientWidth });
  }, [open]);
  return (
    <Strip ref={strip}>
      <Tabs.List aria-label={label}>
        {names.map((name) => (
          <Tabs.Trigger key={name} value={name}>
            {text(name)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
    </Strip>
  );
}

const Strip = styled.div`
  position: relative;
  overflow-x: auto;
  white-space: nowrap;

  [role='tab'] {
    flex-shrink: 0;
  }
`;
