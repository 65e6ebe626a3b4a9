import { Failure } from './failure.ts';

/** The account of the demo's CMS, which listens on this machine alone. */
export const DEMO_ADMIN = {
  firstname: 'Demo',
  lastname: 'Editor',
  email: 'editor@example.com',
  password: 'Permesso-2026',
} as const;

/**
 * Makes the first administrator, where there is none yet.
 *
 * @throws {Failure} when the CMS refuses.
 */
export async function createDemoAdmin(cms: string): Promise<void> {
  const init = (await (await fetch(`${cms}/admin/init`)).json()) as { data: { hasAdmin: boolean } };
  if (init.data.hasAdmin) return;
  const response = await fetch(`${cms}/admin/register-admin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(DEMO_ADMIN),
  });
  if (!response.ok) {
    throw new Failure(
      `The CMS did not accept the demo administrator: ${response.status} ${await response.text()}`,
    );
  }
}
