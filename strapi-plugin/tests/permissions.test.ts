import { expect, it } from 'vitest';
import { signInAdmin } from './support/admin';
import { type App, withSqlite } from './support/app';

const WIDGET = 'plugin::consent.overview.widget';

/** What the admin of this browser finds it may do. */
async function permissionsOf(app: App, token: string): Promise<string[]> {
  const { body } = await app.http.get('/admin/users/me/permissions').set('Authorization', `Bearer ${token}`);
  return body.data.map(({ action }: { action: string }) => action);
}

withSqlite('the overview on the homepage', (start) => {
  it('is offered to a super admin, and to a role that may see it', async () => {
    const app = await start();
    expect(await permissionsOf(app, await signInAdmin(app))).toContain(WIDGET);
    expect(await permissionsOf(app, await signInAdmin(app, [WIDGET]))).toEqual([WIDGET]);
  });

  it('is offered to nobody where admin.widget is false', async () => {
    const app = await start({ options: { admin: { widget: false } } });
    const permissions = await permissionsOf(app, await signInAdmin(app));
    expect(permissions).toContain('plugin::consent.overview.read');
    expect(permissions).not.toContain(WIDGET);
  });
});
