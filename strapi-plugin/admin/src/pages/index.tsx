import { Divider } from '@strapi/design-system';
import { Layouts, Page, SubNav } from '@strapi/strapi/admin';
import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { useAllowedOf } from '../permissions';
import { MENU, PAGES, PERMISSIONS } from '../plugin';
import { type TextKey, useTexts } from '../texts';
import { AuditPage } from './audit';
import { AuditEntryPage } from './audit/entry';
import { ProcessorCataloguePage } from './catalogue/processors';
import { TrackerCataloguePage } from './catalogue/trackers';
import { Loading } from './loading';
import { OverviewPage } from './overview';
import { RecordsPage } from './records';
import { RecordPage } from './records/record';
import { ReleasesPage } from './releases';
import { ReleasePage } from './releases/release';
import { ScannerPage } from './scanner';
import { FindingPage } from './scanner/finding';
import { RunPage } from './scanner/run';
import { SettingsPage } from './settings';
import { StatisticsPage } from './statistics';
import { WaitingBar } from './waiting-bar';

/** Brings the words of all the site's languages along, so it is loaded when it is shown. */
const PublicListPage = lazy(() => import('./public-list'));

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
  return (
    <Layouts.Root sideNav={<Navigation />}>
      <WaitingBar />
      <Routes>
        <Route index element={<Start />} />
        {ENTRIES.flatMap(pagesOf).map(({ path, permission, Shown }) => (
          <Route
            key={path}
            path={path}
            element={
              <Page.Protect permissions={PERMISSIONS[permission]}>
                <Suspense fallback={<Loading />}>
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
