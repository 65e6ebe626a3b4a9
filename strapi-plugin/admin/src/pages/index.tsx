import { Divider } from '@strapi/design-system';
import { Layouts, Page, SubNav } from '@strapi/strapi/admin';
import { Navigate, Route, Routes } from 'react-router-dom';
import { useAllowed } from '../permissions';
import { PAGES, PERMISSIONS } from '../plugin';
import { useTexts } from '../texts';
import { OverviewPage } from './overview';
import { RecordsPage } from './records';
import { RecordPage } from './records/record';

/** The pages of the plugin, each behind its own permission. */
export default function Pages() {
  return (
    <Layouts.Root sideNav={<Navigation />}>
      <Routes>
        <Route index element={<Start />} />
        <Route
          path="overview"
          element={
            <Page.Protect permissions={PERMISSIONS.overview}>
              <OverviewPage />
            </Page.Protect>
          }
        />
        <Route
          path="records"
          element={
            <Page.Protect permissions={PERMISSIONS.records}>
              <RecordsPage />
            </Page.Protect>
          }
        />
        <Route
          path="records/:id"
          element={
            <Page.Protect permissions={PERMISSIONS.records}>
              <RecordPage />
            </Page.Protect>
          }
        />
        <Route path="*" element={<Page.Error />} />
      </Routes>
    </Layouts.Root>
  );
}

/** Whoever may not see the overview begins with the records. */
function Start() {
  return (
    <Page.Protect permissions={[...PERMISSIONS.overview, ...PERMISSIONS.records]}>
      {({ permissions }) => (
        <Navigate
          replace
          to={permissions.some(({ action }) => action.endsWith('overview.read')) ? 'overview' : 'records'}
        />
      )}
    </Page.Protect>
  );
}

function Navigation() {
  const { t } = useTexts();
  const overview = useAllowed('overview');
  const records = useAllowed('records');
  return (
    <SubNav.Main aria-label={t('name')}>
      <SubNav.Header label={t('name')} />
      <Divider />
      <SubNav.Content>
        <SubNav.Sections>
          {[
            <SubNav.Section key="visitors" label={t('nav.visitors')}>
              {[
                overview && (
                  <SubNav.Link key="overview" to={`${PAGES}/overview`} label={t('overview.title')} />
                ),
                records && <SubNav.Link key="records" to={`${PAGES}/records`} label={t('records.title')} />,
              ].filter(Boolean)}
            </SubNav.Section>,
          ]}
        </SubNav.Sections>
      </SubNav.Content>
    </SubNav.Main>
  );
}
