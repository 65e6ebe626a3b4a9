import { randomUUID } from 'node:crypto';
import type { App } from './app';

export interface Person {
  id: number;
  documentId: string;
  token: string;
}

/** A signed-in user of the users-permissions plugin. */
export async function signIn(app: App, changes: Record<string, unknown> = {}): Promise<Person> {
  const name = `person-${randomUUID().slice(0, 8)}`;
  const role = await app.strapi.db
    .query('plugin::users-permissions.role')
    .findOne({ where: { type: 'authenticated' } });
  const user = await app.strapi
    .plugin('users-permissions')
    .service('user')
    .add({
      username: name,
      email: `${name}@example.com`,
      password: 'correct horse',
      provider: 'local',
      confirmed: true,
      role: role.id,
      ...changes,
    });
  const token = app.strapi.plugin('users-permissions').service('jwt').issue({ id: user.id });
  return { id: user.id, documentId: user.documentId, token };
}
