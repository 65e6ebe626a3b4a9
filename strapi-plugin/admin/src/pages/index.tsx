import { Divider } from '@strapi/design-system';
import { Layouts, Page, SubNav } from '@strapi/strapi/admin';
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { useAllowedOf } from '../permissions';
import { MENU, PAGES, PERMISSIONS } from '../plugin';
import { type TextKey, useTexts } from '../texts';
import { WaitingBar } from './waiting-bar';

/** A page is loaded when it is opened. */
const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

const AuditPage = page(() => import('./audit'), 'AuditPage');
const AuditEntryPage = page(() => import('./audit/entry'), 'AuditEntryPage');
const FindingPage = page(() => import('./scanner/finding'), 'FindingPage');
const OverviewPage = page(() => import('./overview'), 'OverviewPage');
const ProcessorCataloguePage = page(() => import('./catalogue/processors'), 'ProcessorCataloguePage');
const PublicListPage = page(() => import('./public-list'), 'PublicListPage');
const RecordPage = page(() => import('./records/record'), 'RecordPage');
const RecordsPage = page(() => import('./records'), 'RecordsPage');
const ReleasePage = page(() => import('./releases/release'), 'ReleasePage');
const ReleasesPage = page(() => import('./releases'), 'ReleasesPage');
const RunPage = page(() => import('./scanner/run'), 'RunPage');
const ScannerPage = page(() => import('./scanner'), 'ScannerPage');
const SettingsPage = page(() => import('./settings'), 'SettingsPage');
const StatisticsPage = page(() => import('./statistics'), 'StatisticsPage');
const TrackerCataloguePage = page(() => import('./catalogue/trackers'), 'TrackerCataloguePage');

interface Entry {
  path: string;
  /** What may follow the path on the same page. */
  within?: string;
  permission: keyof typeof PERMISSIONS;
  title: TextKey;
  Page: ComponentType;
  /** Pages of single things that it lists, by what follows its path. */
  details?: Record<string, ComponentType>;
}

/** What the navigation beside the pages lists, in its order. */
const SECTIONS: { title: TextKey; entries: Entry[] }[] = [
  {
    title: 'nav.visitors',
    entries: [
      { path: 'overview', permission: 'overview', title: 'overview.title', Page: OverviewPage },
      { path: 'statistics', permission: 'statistics', title: 'statistics.title', Page: StatisticsPage },
      {
        path: 'records',
        permission: 'records',
        title: 'records.title',
        Page: RecordsPage,
        details: { '/:id': RecordPage },
      },
      {
        path: 'scanner',
        permission: 'scanner',
        title: 'scanner.title',
        Page: ScannerPage,
        details: { '/findings/:id': FindingPage, '/runs/:id': RunPage },
      },
    ],
  },
  {
    title: 'nav.content',
    entries: [
      {
        path: 'catalogue/trackers',
        permission: 'addTrackers',
        title: 'trackers.title',
        Page: TrackerCataloguePage,
      },
      {
        path: 'catalogue/processors',
        permission: 'addProcessors',
        title: 'processors.title',
        Page: ProcessorCataloguePage,
      },
      {
        path: 'public-list',
        permission: 'readProcessors',
        title: 'publicList.title',
        Page: PublicListPage,
      },
    ],
  },
  {
    title: 'nav.settings',
    entries: [
      {
        path: 'settings',
        within: '/:tab?',
        permission: 'settings',
        title: 'settings.title',
        Page: SettingsPage,
      },
      {
        path: 'releases',
        permission: 'releases',
        title: 'releases.title',
        Page: ReleasesPage,
        details: { '/:id': ReleasePage },
      },
      {
        path: 'audit',
        permission: 'audit',
        title: 'audit.title',
        Page: AuditPage,
        details: { '/:id': AuditEntryPage },
      },
    ],
  },
];

const ENTRIES = SECTIONS.flatMap(({ entries }) => entries);

/** What people type who leave out the end of an address. */
const HALF_ADDRESSES = {
  catalogue: 'catalogue/trackers',
  'scanner/findings': 'scanner',
  'scanner/runs': 'scanner',
};

/** The pages of the plugin, each behind its own permission. */
export default function Pages() {
  const { t } = useTexts();
  const { pathname } = useLocation();
  return (
    <Layouts.Root sideNav={<Navigation />}>
      <Top key={pathname} />
      <WaitingBar />
      <Routes>
        <Route index element={<Start />} />
        {ENTRIES.flatMap(pagesOf).map(({ path, permission, Shown }) => (
          <Route
            key={path}
            path={path}
            element={
              <Page.Protect permissions={PERMISSIONS[permission]}>
                <Suspense fallback={<Page.Loading>{t('loading')}</Page.Loading>}>
                  <Shown />
                </Suspense>
              </Page.Protect>
            }
          />
        ))}
        {Object.entries(HALF_ADDRESSES).map(([path, whole]) => (
          <Route key={path} path={path} element={<Navigate replace to={`${PAGES}/${whole}`} />} />
        ))}
        <Route path="*" element={<Page.Error />} />
      </Routes>
    </Layouts.Root>
  );
}

/** Strapi keeps how far its frame was scrolled: what a long list leads to would open in its middle. */
function Top() {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which React would take for what to do at the end.
    top.current?.scrollIntoView();
  }, []);
  return <div ref={top} />;
}

const pagesOf = ({ path, within = '', permission, Page: Shown, details = {} }: Entry) =>
  [
    [`${path}${within}`, Shown] as const,
    ...Object.entries(details).map(([rest, One]) => [`${path}${rest}`, One] as const),
  ].map(([at, One]) => ({ path: at, permission, Shown: One }));

/** Whoever may not see the overview begins with the first page that they may see. */
function Start() {
  return (
    <Page.Protect permissions={MENU}>
      {({ permissions }) => {
        const may = ({ permission }: Entry) =>
          PERMISSIONS[permission].some(({ action, subject }) =>
            permissions.some((held) => held.action === action && (held.subject ?? null) === subject),
          );
        return <Navigate replace to={ENTRIES.find(may)?.path ?? 'overview'} />;
      }}
    </Page.Protect>
  );
}

function Navigation() {
  const { t } = useTexts();
  const allowed = useAllowedOf(ENTRIES.map(({ permission }) => permission));
  const sections = SECTIONS.map(({ title, entries }) => ({
    title,
    entries: entries.filter(({ permission }) => allowed(permission)),
  })).filter(({ entries }) => entries.length > 0);
  return (
    <SubNav.Main aria-label={t('name')}>
      <SubNav.Header label={t('name')} />
      <Divider />
      <SubNav.Content>
        <SubNav.Sections>
          {sections.map(({ title, entries }) => (
            <SubNav.Section key={title} label={t(title)}>
              {entries.map((entry) => (
                <SubNav.Link key={entry.path} to={`${PAGES}/${entry.path}`} label={t(entry.title)} />
              ))}
            </SubNav.Section>
          ))}
        </SubNav.Sections>
      </SubNav.Content>
    </SubNav.Main>
  );
}
