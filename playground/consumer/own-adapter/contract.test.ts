import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { adapterContract } from '@permesso/consent-core/adapter-contract';
import { chromium } from 'playwright-core';

adapterContract({
  name: 'somebody',
  server: true,
  launch: () => chromium.launch(JSON.parse(process.env.LAUNCH_OPTIONS ?? '{}')),
  async start(cms, thirdParties) {
    const env = { ...process.env, PORT: '0', CONSENT_CMS_URL: cms.url, VENDORS_URL: thirdParties.url };
    const server = spawn(process.execPath, ['server.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = await once(server.stdout, 'data');
    const [url] = /http:\S+$/m.exec(String(said)) ?? [];
    if (!url) throw new Error(`The server says no address: ${said}`);
    return {
      url,
      async stop() {
        server.kill();
        await once(server, 'exit');
      },
    };
  },
  page: { path: '/', script: '/sdk.js', frame: '/embed' },
});
