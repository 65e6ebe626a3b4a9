/** How the tests and their set-up speak to the CMS. */

export type Method = 'GET' | 'POST' | 'PUT';

export interface Account {
  email: string;
  password: string;
}

interface Asked {
  token?: string;
  body?: unknown;
  method?: Method | undefined;
}

/** @throws where the answer is no success. */
export async function request<T>(url: string, { token, body, method }: Asked): Promise<T> {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<T>;
}

/** A token of an administrator's session. */
export async function signIn(origin: string, { email, password }: Account): Promise<string> {
  const { data } = await request<{ data: { token: string } }>(`${origin}/admin/login`, {
    body: { email, password },
  });
  return data.token;
}
