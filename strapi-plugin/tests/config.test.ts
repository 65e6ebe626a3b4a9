import { expect, it } from 'vitest';
import { onEachDatabase } from './support/app';

onEachDatabase('GET config', {}, (app) => {
  it('serves a config to a visitor from Germany', async () => {
    const response = await app().http.get('/api/consent/config').set('cf-ipcountry', 'DE');
    expect(response.status).toBe(200);
    expect(response.body.jurisdiction).toEqual({ country: 'DE', model: 'opt-in' });
    expect(response.body.categories.map(({ key }: { key: string }) => key)).toEqual([
      'necessary',
      'functional',
      'analytics',
      'marketing',
    ]);
  });
});
