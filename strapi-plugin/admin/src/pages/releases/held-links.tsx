import { Button, Flex, Typography } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { useRef } from 'react';
import { useAct } from '../../api/act';
import type { HeldLink } from '../../api/contract';
import { useTexts } from '../../texts';
import { InParts } from '../list/in-parts';
import {
  useConsentPreviewLinksQuery,
  useEndConsentPreviewMutation,
  useEndConsentPreviewsMutation,
} from './api';

/**
 * The links that hold, also those of others, each with the button that ends it.
 *
 * @param ended is called with the links that are left once some were ended
 */
export function HeldLinks({ ended }: { ended(left: HeldLink[]): void }) {
  const { t } = useTexts();
  const act = useAct();
  const section = useRef<HTMLElement>(null);
  const { toggleNotification } = useNotification();
  const { data: { links } = { links: [] }, isError } = useConsentPreviewLinksQuery();
  const [endOne] = useEndConsentPreviewMutation();
  const [endAll, { isLoading }] = useEndConsentPreviewsMutation();
  // Where nobody knows which ones hold, they can still be ended.
  if (links.length === 0 && !isError) return null;
  const end = async (id: string | null) => {
    const left = await act(id === null ? endAll() : endOne(id));
    if (!left) return;
    ended(left.links);
    // The button that was pressed goes; whoever uses the keyboard stays among the links.
    section.current?.focus({ preventScroll: true });
    toggleNotification({ type: 'success', message: t(id === null ? 'preview.ended' : 'preview.ended.one') });
  };
  return (
    <Flex
      ref={section}
      tabIndex={-1}
      tag="section"
      direction="column"
      alignItems="stretch"
      gap={3}
      aria-labelledby="preview-held"
    >
      <Flex justifyContent="space-between" gap={2} wrap="wrap">
        <Typography id="preview-held" variant="delta" tag="h3">
          {isError ? t('preview.held.unknown') : t('preview.held', { n: links.length })}
        </Typography>
        <Button variant="danger-light" size="S" onClick={() => end(null)} loading={isLoading}>
          {t('preview.end')}
        </Button>
      </Flex>
      {isError ? (
        <Typography textColor="danger600">{t('error.load')}</Typography>
      ) : (
        <InParts entries={links}>
          {(shown) => (
            <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
              {shown.map((link) => (
                <Held key={link.id} link={link} end={() => end(link.id)} />
              ))}
            </Flex>
          )}
        </InParts>
      )}
    </Flex>
  );
}

function Held({ link, end }: { link: HeldLink; end(): void }) {
  const { t, intl, language } = useTexts();
  const { page, by, until, shows, place, locale, gpc } = link;
  const endsAt = (timeStyle: 'short' | 'medium') =>
    intl.formatDate(until, { dateStyle: 'medium', timeStyle });
  const seen = [place, locale && language(locale), gpc && 'Global Privacy Control'].filter(Boolean);
  return (
    <Flex tag="li" justifyContent="space-between" alignItems="flex-start" gap={4}>
      <Flex direction="column" alignItems="stretch" minWidth={0}>
        <Typography style={{ overflowWrap: 'anywhere' }}>{page}</Typography>
        <Typography variant="pi" textColor="neutral600">
          {[shownText(t, shows), ...seen].join(', ')}
        </Typography>
        <Typography variant="pi" textColor="neutral600">
          {t('preview.held.by', { who: by, moment: endsAt('short') })}
        </Typography>
      </Flex>
      <Button
        variant="tertiary"
        size="S"
        onClick={end}
        // To the second: somebody may have made several links to one page.
        aria-label={t('preview.end.one.label', { page, who: by, moment: endsAt('medium') })}
      >
        {t('preview.end.one')}
      </Button>
    </Flex>
  );
}

/** What a link shows, in a word or two. */
function shownText(t: ReturnType<typeof useTexts>['t'], shows: HeldLink['shows']): string {
  if (shows === 'draft') return t('preview.shows.draft');
  return 'release' in shows ? t('releases.release', { number: shows.release }) : t('preview.shows.plan');
}
