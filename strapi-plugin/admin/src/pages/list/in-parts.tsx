import { Box, Button, Flex } from '@strapi/design-system';
import { type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../../texts';

/** So many entries are read at once; what stands below a longer list would be out of reach. */
const AT_ONCE = 25;

/**
 * Shows the first entries of a list, and more of them to whoever asks.
 *
 * @param children the entries that are shown, as a list: `ul`.
 */
export function InParts<Entry>({
  entries,
  children,
}: {
  entries: readonly Entry[];
  children(shown: readonly Entry[]): ReactNode;
}) {
  const { t } = useTexts();
  const [most, setMost] = useState(AT_ONCE);
  const list = useRef<HTMLDivElement>(null);
  const hidden = entries.length - most;
  const showMore = () => {
    setMost(most + 4 * AT_ONCE);
    // The button may go with that; whoever uses the keyboard goes on with what has come.
    requestAnimationFrame(() => focus(list.current?.querySelector('ul')?.children[most]));
  };
  return (
    <>
      <Box ref={list}>{children(entries.slice(0, most))}</Box>
      {hidden > 0 && (
        <Flex paddingTop={4}>
          <Button variant="tertiary" onClick={showMore}>
            {t('list.more', { n: Math.min(hidden, 4 * AT_ONCE), hidden })}
          </Button>
        </Flex>
      )}
    </>
  );
}

function focus(entry: Element | undefined): void {
  if (!(entry instanceof HTMLElement)) return;
  entry.tabIndex = -1;
  entry.focus();
}
