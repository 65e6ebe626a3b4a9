import { Button, EmptyStateLayout, Flex } from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';
import { EmptyDocuments } from '@strapi/icons/symbols';
import { type ReactNode, useState } from 'react';
import { SteadyButton } from '../../steady-button';
import { useTexts } from '../../texts';
import { Loading } from '../loading';

/** The pages of a list that the server gives one by one. */
interface Pages {
  /** What says in a query which page is looked at. */
  place: { cursor?: string };
  isFirst: boolean;
  turnTo(cursor: string): void;
  turnBack(): void;
}

/**
 * Where a list was turned to.
 *
 * @param list what tells it from others: another one begins at its first page
 */
export function usePages(list = ''): Pages {
  // The cursors of the pages that were turned, so that there is a way back.
  const [turned, setTurned] = useState<{ list: string; cursors: string[] }>({ list, cursors: [] });
  if (turned.list !== list) setTurned({ list, cursors: [] });
  const { cursors } = turned;
  const cursor = cursors.at(-1);
  return {
    place: cursor ? { cursor } : {},
    isFirst: cursors.length === 0,
    turnTo: (next) => setTurned({ list, cursors: [...cursors, next] }),
    turnBack: () => setTurned({ list, cursors: cursors.slice(0, -1) }),
  };
}

interface Props<Answer> {
  pages: Pages;
  /** What the query of the page that was turned to has come to. */
  answer: { currentData?: Answer | undefined; isError: boolean; refetch(): unknown };
  failed: string;
  /** What is said in the place of a list without entries. */
  none: string;
  children(page: Answer): ReactNode;
}

/** A page of a list, and the buttons that turn to others. */
export function PagedList<Answer extends { docs: readonly unknown[]; nextCursor: string | null }>(
  props: Props<Answer>,
) {
  const { pages, answer, failed, none, children } = props;
  const { t } = useTexts();
  // Not the page's own error: that would be a second `main`, and the filter may be what has to be mended.
  if (answer.isError) {
    return (
      <EmptyStateLayout
        icon={<WarningCircle width="16rem" />}
        content={failed}
        action={
          <Button variant="secondary" onClick={answer.refetch}>
            {t('error.retry')}
          </Button>
        }
      />
    );
  }
  const page = answer.currentData ?? null;
  const next = page?.nextCursor ?? null;
  return (
    <>
      {!page && <Loading />}
      {page?.docs.length === 0 && <Nothing said={none} />}
      {page && page.docs.length > 0 && children(page)}
      <Flex tag="nav" justifyContent="flex-end" gap={2} aria-label={t('records.pages')}>
        <SteadyButton variant="tertiary" idle={pages.isFirst} onClick={pages.turnBack}>
          {t('records.newer')}
        </SteadyButton>
        <SteadyButton variant="tertiary" idle={next === null} onClick={() => next && pages.turnTo(next)}>
          {t('records.older')}
        </SteadyButton>
      </Flex>
    </>
  );
}

/** In a table it would stand in the middle of its width, and so outside of a narrow screen. */
function Nothing({ said }: { said: string }) {
  return (
    <EmptyStateLayout hasRadius shadow="tableShadow" icon={<EmptyDocuments width="16rem" />} content={said} />
  );
}
