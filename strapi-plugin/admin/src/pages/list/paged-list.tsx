import { Button, EmptyStateLayout, Flex } from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';
import { type ReactNode, useEffect, useState } from 'react';
import { useRequest } from '../../api/request';
import { SteadyButton } from '../../steady-button';
import { useTexts } from '../../texts';

interface Props<Answer> {
  /** The address of a page, with what says which one. */
  addressOf(place: { cursor?: string }): string;
  /** Tells what was found to those who do not see it; nothing while it is looked for. */
  say(result: string): void;
  resultOf(answer: Answer): string;
  failed: string;
  /** Hears each page that has come. */
  loaded?(answer: Answer): void;
  /** The page that was turned to; null while it is looked for. */
  children(answer: Answer | null): ReactNode;
}

/** A list that the server gives page by page. Another filter is another list: give it another `key`. */
export function PagedList<Answer extends { nextCursor: string | null }>(props: Props<Answer>) {
  const { addressOf, say, resultOf, failed, loaded, children } = props;
  const { t } = useTexts();
  // The cursors of the pages that were turned, so that there is a way back.
  const [cursors, setCursors] = useState<string[]>([]);
  const cursor = cursors.at(-1);
  const { answer, reload } = useRequest<Answer>(addressOf(cursor ? { cursor } : {}));
  const result = answer.state === 'loaded' ? resultOf(answer.value) : '';
  useEffect(() => say(result), [say, result]);
  const page = answer.state === 'loaded' ? answer.value : null;
  useEffect(() => {
    if (page) loaded?.(page);
  }, [page, loaded]);
  // Not the page's own error: that would be a second `main`, and the filter may be what has to be mended.
  if (answer.state === 'failed') {
    return (
      <EmptyStateLayout
        icon={<WarningCircle width="16rem" />}
        content={failed}
        action={
          <Button variant="secondary" onClick={reload}>
            {t('error.retry')}
          </Button>
        }
      />
    );
  }
  const next = page?.nextCursor ?? null;
  return (
    <>
      {children(page)}
      <Flex tag="nav" justifyContent="flex-end" gap={2} aria-label={t('records.pages')}>
        <SteadyButton
          variant="tertiary"
          idle={cursors.length === 0}
          onClick={() => setCursors((turned) => turned.slice(0, -1))}
        >
          {t('records.newer')}
        </SteadyButton>
        <SteadyButton
          variant="tertiary"
          idle={next === null}
          onClick={() => next && setCursors((turned) => [...turned, next])}
        >
          {t('records.older')}
        </SteadyButton>
      </Flex>
    </>
  );
}
