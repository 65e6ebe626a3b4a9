import { describe, expect, it } from 'vitest';
import { signInAdmin } from './support/admin';
import { type App, startApp } from './support/app';
import { DATABASES } from './support/databases';

const WIDGET = 'plugin::consent.overview.widget';

/** What the admin of this browser finds it may do. */
async function permissionsOf(app: App, token: string): Promise<string[]> {
  const { body } = await app.http.get('/admin/users/me/permissions').set('Authorization', `Bearer ${token}`);
  return body.data.map(({ action }: { action: string }) => action);
}

describe('the overview on the homepage', () => {
  it('is offered to a super admin, and to a role that may see it', async () => {
    const app = await startApp(DATABASES[0]!);
    expect(await permissionsOf(app, await signInAdmin(app))).toContain(WIDGET);
    expect(await permissionsOf(app, await signInAdmin(app, [WIDGET]))).toEqual([WIDGET]);
    await app.stop();
  });

  it('is offered to nobody where admin.widget is false', async () => {
    const app = await startApp(DATABASES[0]!, { options: { admin: { widget: false } } });
    const permissions = await permissionsOf(app, await signInAdmin(app));
    expect(permissions).toContain('plugin::consent.overview.read');
    expect(permissions).not.toContain(WIDGET);
    await app.stop();
  });
});
