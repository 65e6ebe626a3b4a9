import { Box, Button, Dialog, Flex, Tabs, Typography } from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';
import { Layouts, Page } from '@strapi/strapi/admin';
import { type RefObject, useRef, useState } from 'react';
import { useBlocker, useNavigate, useParams } from 'react-router-dom';
import { styled } from 'styled-components';
import type { SettingsView } from '../../api/contract';
import { useAllowed, useAllowedAll } from '../../permissions';
import { PAGES } from '../../plugin';
import { useTexts } from '../../texts';
import { LoadError } from '../load-error';
import { Loading } from '../loading';
import { TabStrip } from '../tab-strip';
import { useConsentSettingsQuery } from './api';
import { BannerTab } from './banner';
import { TABS, type Tab, tabOf } from './fields';
import { FormContext, useForm, useSettingsForm } from './form';
import { JurisdictionsTab } from './jurisdictions';
import { ConsentModeTab, GeneralTab, ProcessorsTab } from './tabs';
import { ExportConfiguration, ImportConfiguration } from './transfer';
import { VersionsTab } from './versions';

const SETTINGS = `${PAGES}/settings`;

/** Everything that an editor may set, explained; what is not set comes from the options or is built in. */
export function SettingsPage() {
  const { t } = useTexts();
  const { data: view, isError, error, refetch } = useConsentSettingsQuery();
  const [turn, setTurn] = useState(0);
  if (isError) return <LoadError error={error} retry={refetch} />;
  const beginAnew = async () => {
    await refetch();
    setTurn((count) => count + 1);
  };
  return (
    <Page.Main aria-busy={!view}>
      <Page.Title>{t('settings.title')}</Page.Title>
      {view ? <Loaded key={turn} view={view} imported={beginAnew} /> : <Loading />}
    </Page.Main>
  );
}

function Loaded({ view, imported }: { view: SettingsView; imported(): void }) {
  const { t } = useTexts();
  const editable = useAllowed('updateSettings');
  const exportable = useAllowedAll('exportConfiguration');
  const importable = useAllowedAll('importConfiguration');
  const form = useSettingsForm(view, editable);
  const panel = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  return (
    <FormContext.Provider value={form}>
      <Layouts.Header
        title={t('settings.title')}
        subtitle={t(editable ? 'settings.subtitle' : 'settings.readOnly')}
        primaryAction={
          <Flex gap={2} wrap="wrap">
            {exportable && <ExportConfiguration />}
            {editable && importable && <ImportConfiguration done={imported} disabled={form.dirty} />}
          </Flex>
        }
      />
      <Layouts.Content>
        <AboveBar>
          <SettingsTabs panel={panel} />
        </AboveBar>
        {form.dirty && <SaveBar bar={bar} leave={() => panel.current?.focus({ preventScroll: true })} />}
      </Layouts.Content>
      <LeaveGuard dirty={form.dirty} bar={bar} />
    </FormContext.Provider>
  );
}

/** Where Strapi scrolls the whole page and not its content, nothing can stick to the content's end. */
const PHONE = '@media (max-width: 767px)';

/** At the end of what is visible, wherever the page is scrolled to. */
const Bar = styled(Box)`
  ${PHONE} {
    position: fixed;
    inset-inline: 1.6rem;
  }
`;

/** What has the focus is scrolled to above the bar at the bottom, which would cover it (WCAG 2.4.11). */
const AboveBar = styled.div`
  ${PHONE} {
    padding-block-end: 12rem;
  }

  :is(input, textarea, button, a, [tabindex]) {
    scroll-margin-block-end: 14rem;
  }
`;

const CONTENT: Readonly<Record<Tab, () => JSX.Element>> = {
  general: GeneralTab,
  jurisdictions: JurisdictionsTab,
  banner: BannerTab,
  'consent-mode': ConsentModeTab,
  processors: ProcessorsTab,
  versions: VersionsTab,
};

/** @param panel takes the panel of the tab that is open */
function SettingsTabs({ panel }: { panel: RefObject<HTMLDivElement> }) {
  const { t } = useTexts();
  const { problems } = useForm();
  const navigate = useNavigate();
  const { tab: asked } = useParams();
  const tab = TABS.find((known) => known === asked) ?? 'general';
  const [first] = Object.keys(problems);
  return (
    <Tabs.Root
      variant="simple"
      value={tab}
      onValueChange={(next) => navigate(`${SETTINGS}/${next}`, { replace: true })}
      {...(first ? { hasError: tabOf(first) } : {})}
    >
      <TabStrip label={t('settings.title')} names={TABS} text={(name) => t(`settings.${name}`)} open={tab} />
      {TABS.map((name) => {
        const Content = CONTENT[name];
        return (
          <Tabs.Content key={name} value={name} {...(name === tab ? { ref: panel } : {})}>
            <Box paddingTop={6} paddingBottom={8}>
              <Content />
            </Box>
          </Tabs.Content>
        );
      })}
    </Tabs.Root>
  );
}

/**
 * Says what has not been saved, and what keeps it from that.
 *
 * @param bar takes the bar
 * @param leave is called where the focus would go away with the bar
 */
function SaveBar({ bar, leave }: { bar: RefObject<HTMLDivElement>; leave(): void }) {
  const { t } = useTexts();
  const { problems, saving, save, discard } = useForm();
  const count = Object.keys(problems).length;
  // A tab that is not open, or another language, shows nothing of them.
  const places = [
    ...new Set(
      Object.keys(problems).map((path) => {
        const [part, locale] = path.split('.');
        return `${t(`settings.${tabOf(path)}`)}${part === 'texts' ? ` (${locale})` : ''}`;
      }),
    ),
  ];
  const saveAndLeave = async () => {
    const saved = await save();
    // A button that is at work is disabled, and no longer has the focus.
    const focused = document.activeElement;
    if (focused !== document.body && !bar.current?.contains(focused)) return;
    if (saved) leave();
    else requestAnimationFrame(() => bar.current?.focus({ preventScroll: true }));
  };
  return (
    <Bar
      ref={bar}
      tabIndex={-1}
      role="region"
      aria-label={t('settings.unsaved')}
      position="sticky"
      bottom="1.6rem"
      zIndex={3}
      background="neutral0"
      borderColor="neutral200"
      hasRadius
      shadow="popupShadow"
      padding={4}
    >
      <Flex justifyContent="space-between" gap={4} wrap="wrap">
        <Typography fontWeight="bold" textColor={count > 0 ? 'danger600' : 'neutral800'} aria-live="polite">
          {count > 0
            ? `${t('settings.problems', { n: count })}: ${places.join(', ')}`
            : t('settings.unsaved')}
        </Typography>
        <Flex gap={2}>
          <Button
            variant="tertiary"
            onClick={() => {
              discard();
              leave();
            }}
            disabled={saving}
          >
            {t('settings.discard')}
          </Button>
          <Button onClick={saveAndLeave} loading={saving} disabled={count > 0}>
            {t('settings.save')}
          </Button>
        </Flex>
      </Flex>
    </Bar>
  );
}

/**
 * Between the tabs nothing is lost; anywhere else it is.
 *
 * @param bar gets the focus of those who stay, where nothing had it before
 */
function LeaveGuard({ dirty, bar }: { dirty: boolean; bar: RefObject<HTMLDivElement> }) {
  const { t } = useTexts();
  const from = useRef<Element | null>(null);
  const blocker = useBlocker(({ nextLocation }) => {
    const leaves = dirty && !nextLocation.pathname.startsWith(SETTINGS);
    if (leaves) from.current = document.activeElement;
    return leaves;
  });
  const blocked = blocker.state === 'blocked';
  const giveBackFocus = (event: Event) => {
    // Nothing on the page has opened the question, so nothing would get the focus back.
    event.preventDefault();
    const { current } = from;
    const there = current instanceof HTMLElement && current.isConnected && current !== document.body;
    (there ? current : bar.current)?.focus({ preventScroll: true });
  };
  return (
    <Dialog.Root open={blocked} onOpenChange={(open) => !open && blocked && blocker.reset()}>
      <Dialog.Content onCloseAutoFocus={giveBackFocus}>
        <Dialog.Header>{t('settings.leave')}</Dialog.Header>
        <Dialog.Body icon={<WarningCircle fill="danger600" />}>{t('settings.leave.confirm')}</Dialog.Body>
        <Dialog.Footer>
          <Dialog.Cancel>
            <Button fullWidth variant="tertiary">
              {t('settings.leave.stay')}
            </Button>
          </Dialog.Cancel>
          <Dialog.Action>
            <Button fullWidth variant="danger-light" onClick={() => blocked && blocker.proceed()}>
              {t('settings.leave.go')}
            </Button>
          </Dialog.Action>
        </Dialog.Footer>
      </Dialog.Content>
    </Dialog.Root>
  );
}
