import { Button, Flex } from '@strapi/design-system';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../texts';

/** So many entries are read at once; what stands below a longer list would be out of reach. */
const AT_ONCE = 25;

/** Shows the first entries of a list, and more of them to whoever asks. */
export function InParts<Entry>({
  entries,
  children,
}: {
  entries: readonly Entry[];
  children(shown: readonly Entry[]): ReactNode;
}) {
  const { t } = useTexts();
  const [most, setMost] = useState(AT_ONCE);
  const hidden = entries.length - most;
  return (
    <>
      {children(entries.slice(0, most))}
      {hidden > 0 && (
        <Flex paddingTop={4}>
          <Button variant="tertiary" onClick={() => setMost(most + 4 * AT_ONCE)}>
            {t('list.more', { n: Math.min(hidden, 4 * AT_ONCE), hidden })}
          </Button>
        </Flex>
      )}
    </>
  );
}
