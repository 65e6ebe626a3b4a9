const guarded = (action: string) => ({
  policies: [
    'admin::isAuthenticatedAdmin',
    { name: 'admin::hasPermissions', config: { actions: [`plugin::consent.${action}`] } },
  ],
});

/** Routes of the admin, under `/consent`. */
export const recordAdminRoutes = [
  { method: 'GET', path: '/records', handler: 'recordsAdmin.list', config: guarded('records.read') },
  {
    method: 'GET',
    path: '/records/export',
    handler: 'recordsAdmin.export',
    config: guarded('records.export'),
  },
  { method: 'GET', path: '/records/:id', handler: 'recordsAdmin.evidence', config: guarded('records.read') },
  {
    method: 'POST',
    path: '/records/erasures',
    handler: 'recordsAdmin.erase',
    config: guarded('records.erase'),
  },
];
