import { DEMO_ADMIN } from '../../run/admin-account.ts';

interface Entry {
  documentId: string;
  [attribute: string]: unknown;
}

/** An editor who is signed in to the CMS and works through the content manager, as its screens do. */
export interface Editor {
  /** Changes the consent settings in English. */
  editSettings(attributes: Record<string, unknown>): Promise<void>;
  /** Changes the tracker of this name. */
  editTracker(name: string, attributes: Record<string, unknown>): Promise<void>;
}

const SETTING = '/content-manager/single-types/plugin::consent.setting';
const TRACKERS = '/content-manager/collection-types/plugin::consent.tracker';

export async function signIn(cms: string): Promise<Editor> {
  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const response = await fetch(`${cms}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { email, password } = DEMO_ADMIN;
  const { data } = (await call('POST', '/admin/login', { email, password })) as { data: { token: string } };

  return {
    async editSettings(attributes) {
      await call('PUT', SETTING, attributes, data.token);
    },
    async editTracker(name, attributes) {
      const query = `?filters[name][$eq]=${encodeURIComponent(name)}`;
      const { results } = (await call('GET', `${TRACKERS}${query}`, undefined, data.token)) as {
        results: Entry[];
      };
      const [tracker] = results;
      if (!tracker) throw new Error(`There is no tracker "${name}" in the CMS.`);
      await call('PUT', `${TRACKERS}/${tracker.documentId}`, attributes, data.token);
    },
  };
}
